import type { Locale } from '../../../contract/errors.ts'
import type { Auth } from '../../lib/session/session.ts'
import { type TenantValues, tenantValues, tenantVariables } from '../../shared/tenant-form/form.ts'
import { nationalPhone } from '../../ui/fields/digits.ts'
import type { Certification } from './tenants.ts'

interface CertificationValues extends TenantValues {
  reference: string
}

/** A first application: its contact is whoever applies, unless someone else is named. */
export function firstValues({ name, profile }: Auth, locale: Locale): CertificationValues {
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
export const presentValues = (application: Certification): CertificationValues => ({
  ...tenantValues(application),
  reference: application.reference ?? '',
})

/** As prepareTenant and updateTenant take them. */
export const variablesOf = (values: CertificationValues) => ({
  ...tenantVariables(values),
  reference: values.reference.trim() || null,
})
