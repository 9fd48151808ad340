import { useChecks } from '../../lib/checks.ts'
import { useRefusal } from '../../lib/codes.ts'
import { graphql, request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { useFree } from '../../lib/useFree.ts'
import { nationalPhone } from '../../ui/fields/digits.ts'
import type { Refusal } from '../../ui/fields/form.ts'
import { type AreaPath, areaIdsOf, areaPaths } from '../areas/areaPaths.ts'
import { words } from './words.ts'

// Fields that the three organization forms have in common: the form for a new request, the settings of the
// viewer's own organization, and the form for editing any organization.

export interface TenantValues extends Record<string, unknown> {
  name: string
  /** Path of each area, with ids from the top level down. A path is empty if no area has been chosen yet. */
  areas: AreaPath[]
  contactName: string
  /** Only digits, with a leading plus sign if it is a foreign number. */
  contactPhone: string
  contactEmail: string
}

interface Tenant {
  name: string
  areas: Parameters<typeof areaPaths>[0]
  contact: { name: string; mobilePhone: string; email: string | null } | null
}

export const tenantValues = ({ name, areas, contact }: Tenant): TenantValues => ({
  name,
  areas: areaPaths(areas),
  contactName: contact?.name ?? '',
  contactPhone: nationalPhone(contact?.mobilePhone),
  contactEmail: contact?.email ?? '',
})

/** Converts the values of the form to variables of the mutations. */
export const tenantVariables = (values: TenantValues) => ({
  name: values.name.trim(),
  areaIds: areaIdsOf(values.areas),
  contact: {
    name: values.contactName.trim(),
    mobilePhone: values.contactPhone,
    email: values.contactEmail.trim() || null,
  },
})

/** Returns the validation rules for the fields that all organization forms have in common. */
export function useTenantChecks() {
  const t = useTexts(words)
  const checks = useChecks()
  return (values: TenantValues) => ({
    name: values.name.trim() ? checks.name(values.name) : t('nameEmpty'),
    areas: areaIdsOf(values.areas).length ? undefined : t('areasEmpty'),
    contactName: values.contactName.trim() ? checks.name(values.contactName) : t('contactNameEmpty'),
    contactPhone: checks.phone(values.contactPhone),
    contactEmail: values.contactEmail ? checks.email(values.contactEmail) : undefined,
  })
}

/** Maps field names of the contract to names of form fields. */
const formNames: Readonly<Record<string, string>> = {
  areaIds: 'areas',
  ownerId: 'owner',
  paperIds: 'papers',
  'contact.name': 'contactName',
  'contact.mobilePhone': 'contactPhone',
  'contact.email': 'contactEmail',
}

/** Like useRefusal, but also maps the server's field errors to the fields of the organization forms. */
export function useTenantRefusal(): (error: unknown) => Refusal {
  const refusal = useRefusal()
  return (error) => {
    const { message, fields = {} } = refusal(error)
    const renamed = Object.entries(fields).map(([name, text]) => [formNames[name] ?? name, text])
    return { message, fields: Object.fromEntries(renamed) }
  }
}

const nameQuery = graphql(`
  query CheckTenant($name: String!) {
    checkTenant(name: $name)
  }
`)

const isNameFree = async (name: string, signal: AbortSignal): Promise<boolean> =>
  (await request(nameQuery, { name }, signal)).checkTenant

/**
 * Checks while the user types whether the name is available. `own` is the current name, which is not checked.
 */
export function useNameFree(name: string, own: string | undefined): ReturnType<typeof useFree> {
  const checks = useChecks()
  const wanted = name.trim()
  return useFree(wanted === own || checks.name(wanted) ? '' : wanted, isNameFree)
}
