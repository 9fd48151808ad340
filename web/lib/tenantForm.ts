import { useChecks } from './checks.ts'
import { graphql, request } from './graphql.ts'
import { useFree } from './useFree.ts'

// What every form of an organization has: applying for one, keeping one, creating any.

const nameQuery = graphql(`
  query CheckTenant($name: String!) {
    checkTenant(name: $name)
  }
`)

const isNameFree = async (name: string, signal: AbortSignal): Promise<boolean> =>
  (await request(nameQuery, { name }, signal)).checkTenant

/** Whether no other organization has the name, asked while it is typed; `own` is the one that it has. */
export function useNameFree(name: string, own: string | undefined): ReturnType<typeof useFree> {
  const checks = useChecks()
  const wanted = name.trim()
  return useFree(wanted === own || checks.name(wanted) ? '' : wanted, isNameFree)
}

/** Fields as the contract names them, and as the forms do. */
const ours: Readonly<Record<string, string>> = {
  areaIds: 'areas',
  ownerId: 'owner',
  'contact.name': 'contactName',
  'contact.mobilePhone': 'contactPhone',
  'contact.email': 'contactEmail',
}

export const inOurNames = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, words]) => [ours[name] ?? name, words]))
