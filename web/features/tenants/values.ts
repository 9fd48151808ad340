import type { Locale } from '../../../contract/errors.ts'
import { type AreaPath, areaIdsOf, areaPaths } from '../../areas/paths.ts'
import type { Auth } from '../../lib/session.ts'
import { nationalPhone } from '../../ui/fields/digits.ts'
import type { Application } from './tenants.ts'

/** An application as its form holds it. */
export interface ApplicationValues extends Record<string, unknown> {
  name: string
  /** Each from the top level down; an empty one is not chosen yet. */
  areas: AreaPath[]
  contactName: string
  /** Digits; led by a plus sign where it is of another country. */
  contactPhone: string
  contactEmail: string
  reference: string
}

/** A first application: its contact is whoever applies, unless someone else is named. */
export function firstValues({ name, profile }: Auth, locale: Locale): ApplicationValues {
  const { firstName, lastName, mobilePhone, email, emailVerified } = profile
  const chinese = locale === 'zh-CN'
  const realName = (chinese ? [lastName, firstName] : [firstName, lastName])
    .filter(Boolean)
    .join(chinese ? '' : ' ')
  return {
    name: '',
    areas: [],
    contactName: realName || name,
    contactPhone: nationalPhone(mobilePhone),
    contactEmail: (emailVerified && email) || '',
    reference: '',
  }
}

/** What was applied for, to be mended. */
export const presentValues = ({ name, contact, areas, reference }: Application): ApplicationValues => ({
  name,
  areas: areaPaths(areas),
  contactName: contact?.name ?? '',
  contactPhone: nationalPhone(contact?.mobilePhone),
  contactEmail: contact?.email ?? '',
  reference: reference ?? '',
})

/** As prepareTenant and updateTenant take them. */
export const variablesOf = (values: ApplicationValues) => ({
  name: values.name.trim(),
  areaIds: areaIdsOf(values.areas),
  contact: {
    name: values.contactName.trim(),
    mobilePhone: values.contactPhone,
    email: values.contactEmail || null,
  },
  reference: values.reference.trim() || null,
})
