import { palgoRoles } from '../../contract/states.ts'
import type { Context } from '../core/context.ts'
import { badInput } from '../core/errors.ts'
import { listOf, oneOf, opaque } from '../core/input.ts'
import { loadTenantCodes } from './codes.ts'
import { PalgoRoleType } from './types.ts'

// Roles and codes, as they are given in an organization to its members, with its invitations and to its programs.

export const roles = () => listOf(oneOf(PalgoRoleType, palgoRoles), 20)
export const codes = () => listOf(opaque(64), 200)

/** In the order of the catalogue, each once: so that what is equal also looks equal. */
export const inOrder = (values: Iterable<string>, order: readonly string[]): string[] => {
  const set = new Set(values)
  return order.filter((value) => set.has(value))
}

export const plus = (own: readonly string[], more: readonly string[], order: readonly string[]) =>
  inOrder([...own, ...more], order)

export const minus = (own: readonly string[], less: readonly string[], order: readonly string[]) =>
  inOrder(
    own.filter((value) => !less.includes(value)),
    order,
  )

/** Of two that are in order. */
export const same = (one: readonly string[], other: readonly string[]) => String(one) === String(other)

/** The codes that can be given in an organization. Throws BAD_INPUT for `field` where one is none of them. */
export async function demandCodes(
  context: Context,
  field: string,
  given: readonly string[],
): Promise<string[]> {
  const catalogue = await loadTenantCodes(context)
  if (given.some((code) => !catalogue.includes(code))) throw badInput({ [field]: ['authCode.unknown'] })
  return catalogue
}
