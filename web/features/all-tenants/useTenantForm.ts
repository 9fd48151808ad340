import { limits } from '../../../contract/limits.ts'
import { type AreaPath, areaIdsOf, areaPaths } from '../../areas/paths.ts'
import { useChecks } from '../../lib/checks.ts'
import { useRefusal } from '../../lib/codes.ts'
import { dayOf, endOfDay, hasPassed } from '../../lib/days.ts'
import { inOurNames } from '../../lib/tenantForm.ts'
import { type Translate, useTexts } from '../../lib/texts.ts'
import type { PickedAccount } from '../../pickers/AccountPicker.tsx'
import { nationalPhone, shownPhone } from '../../ui/fields/digits.ts'
import { useFields } from '../../ui/fields/form.ts'
import type { TenantRow } from './tenants.ts'
import { words } from './words.ts'

export interface TenantValues extends Record<string, unknown> {
  name: string
  owner: PickedAccount | null
  /** Each from the top level down; an empty one is not chosen yet. */
  areas: AreaPath[]
  contactName: string
  contactPhone: string
  contactEmail: string
  address: string
  reference: string
  /** YYYY-MM-DD; '' has no end */
  expireAt: string
  uploadAudit: boolean
  internal: boolean
}

export const emptyValues: TenantValues = {
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

export const valuesOf = (row: TenantRow): TenantValues => ({
  name: row.name,
  owner: row.owner && {
    id: row.owner.id,
    name: row.owner.name,
    mobilePhone: shownPhone(row.owner.profile.mobilePhone),
  },
  areas: areaPaths(row.areas),
  contactName: row.contact?.name ?? '',
  contactPhone: nationalPhone(row.contact?.mobilePhone),
  contactEmail: row.contact?.email ?? '',
  address: row.address ?? '',
  reference: row.reference ?? '',
  expireAt: row.expireAt ? dayOf(row.expireAt) : '',
  uploadAudit: row.uploadAudit,
  internal: row.internal,
})

export const variablesOf = (values: TenantValues) => ({
  name: values.name.trim(),
  areaIds: areaIdsOf(values.areas),
  contact: {
    name: values.contactName.trim(),
    mobilePhone: values.contactPhone,
    email: values.contactEmail.trim() || null,
  },
  address: values.address.trim() || null,
  reference: values.reference.trim() || null,
  uploadAudit: values.uploadAudit,
  internal: values.internal,
})

export const instantOf = (day: string): string | null => endOfDay(day)?.toISOString() ?? null

/** The rules that the form holds against it before it is sent. `kept`: the end that it has, which may have passed. */
function useTenantChecks(kept: string) {
  const t = useTexts(words)
  const checks = useChecks()
  return (values: TenantValues) => ({
    name: values.name.trim() ? checks.name(values.name) : t('form.nameEmpty'),
    owner: values.owner ? undefined : t('form.ownerEmpty'),
    areas: areaIdsOf(values.areas).length ? undefined : t('form.areasEmpty'),
    contactName: values.contactName.trim() ? checks.name(values.contactName) : t('form.contactEmpty'),
    contactPhone: checks.phone(values.contactPhone),
    contactEmail: values.contactEmail ? checks.email(values.contactEmail) : undefined,
    address: checks.text(values.address, limits.address),
    reference: checks.text(values.reference, limits.reference),
    expireAt: values.expireAt === kept ? undefined : wrongEnd(values.expireAt, t),
  })
}

/** Words for a day that is none, or that has passed; '' has no end. */
function wrongEnd(day: string, t: Translate<typeof words>): string | undefined {
  if (!day) return undefined
  if (!endOfDay(day)) return t('form.expireWrong')
  return hasPassed(day) ? t('form.expirePast') : undefined
}

export function useTenantForm(initial: TenantValues, submit: (values: TenantValues) => Promise<void>) {
  const refusal = useRefusal()
  return useFields<TenantValues>({
    initial,
    check: useTenantChecks(initial.expireAt),
    submit,
    refusal: (error) => {
      const { fields = {}, ...refused } = refusal(error)
      return { ...refused, fields: inOurNames(fields) }
    },
  })
}
