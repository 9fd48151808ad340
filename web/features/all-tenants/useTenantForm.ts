import { limits } from '../../../contract/limits.ts'
import { useChecks } from '../../lib/checks.ts'
import { type Translate, useTexts } from '../../lib/texts.ts'
import { dayOf, endOfDay, hasPassed } from '../../lib/time/days.ts'
import type { AccountChoice } from '../../shared/pickers/AccountPicker.tsx'
import {
  type TenantValues,
  tenantValues,
  tenantVariables,
  useTenantChecks,
  useTenantRefusal,
} from '../../shared/tenant-form/tenantValues.ts'
import { shownPhone } from '../../ui/fields/digits.ts'
import { useFields } from '../../ui/fields/form.ts'
import type { TenantRow } from './allTenants.ts'
import { words } from './words.ts'

export interface Values extends TenantValues {
  owner: AccountChoice | null
  address: string
  reference: string
  /** Day in the form YYYY-MM-DD, or '' for no expiry. */
  expireAt: string
  uploadAudit: boolean
  internal: boolean
}

export const emptyValues: Values = {
  name: '',
  owner: null,
  areas: [],
  contactName: '',
  contactPhone: '',
  contactEmail: '',
  address: '',
  reference: '',
  expireAt: '',
  uploadAudit: false,
  internal: false,
}

export const valuesOf = (row: TenantRow): Values => ({
  ...tenantValues(row),
  owner: row.owner && {
    id: row.owner.id,
    name: row.owner.name,
    mobilePhone: shownPhone(row.owner.profile.mobilePhone),
  },
  address: row.address ?? '',
  reference: row.reference ?? '',
  expireAt: row.expireAt ? dayOf(row.expireAt) : '',
  uploadAudit: row.uploadAudit,
  internal: row.internal,
})

export const variablesOf = (values: Values) => ({
  ...tenantVariables(values),
  address: values.address.trim() || null,
  reference: values.reference.trim() || null,
  uploadAudit: values.uploadAudit,
  internal: values.internal,
})

export const instantOf = (day: string): string | null => endOfDay(day)?.toISOString() ?? null

/**
 * Returns the validation function of the form, which returns the error messages by field. An unchanged expiry
 * (`currentExpiry`) can be in the past.
 */
function useFormChecks(currentExpiry: string) {
  const t = useTexts(words)
  const checks = useChecks()
  const tenantChecks = useTenantChecks()
  return (values: Values) => ({
    ...tenantChecks(values),
    owner: values.owner ? undefined : t('form.ownerEmpty'),
    address: checks.text(values.address, limits.address),
    reference: checks.text(values.reference, limits.reference),
    expireAt: values.expireAt === currentExpiry ? undefined : wrongEnd(values.expireAt, t),
  })
}

/** Returns an error message if the expiry day is invalid or in the past. '' means no expiry. */
function wrongEnd(day: string, t: Translate<typeof words>): string | undefined {
  if (!day) return undefined
  if (!endOfDay(day)) return t('form.expireWrong')
  return hasPassed(day) ? t('form.expirePast') : undefined
}

export function useTenantForm(initial: Values, submit: (values: Values) => Promise<void>) {
  return useFields<Values>({
    initial,
    check: useFormChecks(initial.expireAt),
    submit,
    refusal: useTenantRefusal(),
  })
}
