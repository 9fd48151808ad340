import * as v from 'valibot'
import { limits } from '../../contract/limits.ts'
import { nextStatus, type TenantEvent, type TenantStatus } from '../../contract/states.ts'
import { phoneSchema } from '../accounts/phone.ts'
import type { AreaNode } from '../areas/types.ts'
import { builder } from '../core/builder.ts'
import { AppError, badInput } from '../core/errors.ts'
import { emailSchema, type Field, id, listOf, object, say, text, textSchema } from '../core/input.ts'
import type { Viewer } from '../core/viewer.ts'
import type { TenantRow } from './store.ts'

const ContactInput = builder.inputType('ContactInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    mobilePhone: t.string({ required: true }),
    email: t.string(),
  }),
})

const contactSchema = v.object({
  name: textSchema(limits.name),
  mobilePhone: phoneSchema,
  // An empty field of a form is no address.
  email: v.nullish(
    v.union([
      v.pipe(
        v.literal(''),
        v.transform(() => null),
      ),
      emailSchema,
    ]),
    null,
  ),
})

export type ContactValue = v.InferOutput<typeof contactSchema>

export const contact = () => object<ContactValue>(ContactInput, contactSchema)
export const areaIds = (): Field<string[]> => {
  const list = listOf(id(), limits.areas)
  return { ...list, schema: v.pipe(list.schema, v.minLength(1, say('area.needed'))) }
}
export const address = () => text({ min: 0, max: limits.address })
export const reference = () => text({ min: 0, max: limits.reference })

export const contactColumns = (value: ContactValue) => ({
  contact_name: value.name,
  contact_mobile_phone: value.mobilePhone,
  contact_email: value.email,
})

/** Throws CONFLICT where the event leads nowhere from that status. */
export function move(status: TenantStatus, event: TenantEvent): TenantStatus {
  const next = nextStatus(status, event)
  if (!next) throw new AppError('CONFLICT', { message: ['tenant.status'] })
  return next as TenantStatus
}

/** Throws CONFLICT unless the organization is FINISH. */
export function demandFinished(tenant: TenantRow): void {
  if (tenant.status !== 'FINISH') throw new AppError('CONFLICT', { message: ['tenant.status'] })
}

/** Throws BAD_INPUT for an end that has passed already, by the database's clock: the organization would be dead at once. */
export function demandAhead({ now }: Viewer, expireAt: Date | null | undefined): void {
  if (expireAt && expireAt <= now) throw badInput({ expireAt: ['tenant.past'] })
}

/** The areas that were selected: the ends of the tree that an organization keeps. */
export const selectedAreas = (areas: readonly AreaNode[]): string[] =>
  areas.flatMap((area) => (area.children?.length ? selectedAreas(area.children) : [area.id]))

export const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify([...new Set(one)].sort()) === JSON.stringify([...new Set(other)].sort())
