import { palgoRoles } from '../../contract/states.ts'
import type { Context } from '../core/context.ts'
import { badInput } from '../core/errors.ts'
import { listOf, oneOf, opaque } from '../core/input.ts'
import { loadTenantCodes } from './codes.ts'
import { PalgoRoleType } from './types.ts'

// Arguments for the roles and permission codes that are granted to members and service accounts, directly or
// by an invitation.

export const roles = () => listOf(oneOf(PalgoRoleType, palgoRoles), 20)
export const codes = () => listOf(opaque(64), 200)

/**
 * Returns the values without duplicates in the order of the catalogue, so that equal sets give equal arrays.
 */
export const inCatalogueOrder = (values: Iterable<string>, order: readonly string[]): string[] => {
  const set = new Set(values)
  return order.filter((value) => set.has(value))
}

export const plus = (own: readonly string[], more: readonly string[], order: readonly string[]) =>
  inCatalogueOrder([...own, ...more], order)

export const minus = (own: readonly string[], less: readonly string[], order: readonly string[]) =>
  inCatalogueOrder(
    own.filter((value) => !less.includes(value)),
    order,
  )

/** Whether two lists contain the same values in the same order. */
export const same = (one: readonly string[], other: readonly string[]) => String(one) === String(other)

/** Throws BAD_INPUT for `field` if one of the permission codes cannot be granted in an organization. */
export async function assertGrantable(
  context: Context,
  field: string,
  given: readonly string[],
): Promise<string[]> {
  const catalogue = await loadTenantCodes(context)
  if (given.some((code) => !catalogue.includes(code))) throw badInput({ [field]: ['authCode.unknown'] })
  return catalogue
}
