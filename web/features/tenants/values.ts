import type { Locale } from '../../../contract/errors.ts'
import type { Auth } from '../../lib/session/session.ts'
import { type TenantValues, tenantValues, tenantVariables } from '../../shared/tenant-form/form.ts'
import { nationalPhone } from '../../ui/fields/digits.ts'
import type { Certification } from './tenants.ts'

interface CertificationValues extends TenantValues {
  reference: string
}

/** Initial values of a first request. The contact defaults to the applicant. */
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

/** Values of a request to edit. */
export const presentValues = (application: Certification): CertificationValues => ({
  ...tenantValues(application),
  reference: application.reference ?? '',
})

/** Returns the variables of prepareTenant and updateTenant. */
export const variablesOf = (values: CertificationValues) => ({
  ...tenantVariables(values),
  reference: values.reference.trim() || null,
})
