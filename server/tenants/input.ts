import * as v from 'valibot'
import { limits } from '../../contract/limits.ts'
import { phoneSchema } from '../accounts/phones/phone.ts'
import { builder } from '../core/builder.ts'
import {
  emailSchema,
  encodeMessage,
  type Field,
  id,
  listOf,
  object,
  text,
  textSchema,
} from '../core/input.ts'

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
  // Forms send an empty email field as an empty string.
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
  return { ...list, schema: v.pipe(list.schema, v.minLength(1, encodeMessage('area.needed'))) }
}
export const address = () => text({ min: 0, max: limits.address })
export const reference = () => text({ min: 0, max: limits.reference })

export const contactColumns = (value: ContactValue) => ({
  contact_name: value.name,
  contact_mobile_phone: value.mobilePhone,
  contact_email: value.email,
})
