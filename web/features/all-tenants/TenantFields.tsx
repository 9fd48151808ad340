import { TextInput } from '@mantine/core'
import { limits } from '../../../contract/limits.ts'
import { AreaField } from '../../areas/AreaField.tsx'
import { useNameFree } from '../../lib/tenantForm.ts'
import { useTexts } from '../../lib/texts.ts'
import { DayField } from '../../list/DayField.tsx'
import { AccountPicker } from '../../pickers/AccountPicker.tsx'
import { emailAddress } from '../../ui/fields/digits.ts'
import type { useFields } from '../../ui/fields/form.ts'
import { PhoneInput } from '../../ui/fields/PhoneInput.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { typed } from '../../ui/fields/typed.ts'
import classes from './AllTenants.module.css'
import type { TenantRow } from './tenants.ts'
import type { TenantValues } from './useTenantForm.ts'
import { words } from './words.ts'

interface Props {
  fields: ReturnType<typeof useFields<TenantValues>>
  /** The one that is edited; without one, a new one is made. */
  row: TenantRow | undefined
}

export function TenantFields({ fields, row }: Props) {
  const t = useTexts(words)
  const { values } = fields.form
  const free = useNameFree(values.name, row?.name)
  const name = fields.field('name', free === 'Free' ? t('form.nameFree') : undefined)
  const owner = fields.field(
    'owner',
    row && values.owner && values.owner.id !== row.owner?.id ? t('form.ownerChanged') : t('form.ownerRule'),
  )
  const email = fields.field('contactEmail')
  // An application is its applicant's.
  const owned = !row || row.status === 'FINISH' || row.status === 'EXPIRED'

  return (
    <>
      <TextInput
        {...name}
        error={name.error ?? (free === 'Taken' ? t('form.nameTaken') : undefined)}
        description={free === 'Taken' ? undefined : name.description}
        label={t('form.name')}
        withAsterisk
        aria-required
        autoComplete="off"
        data-autofocus
      />
      {owned && <AccountPicker {...owner} label={t('form.owner')} withAsterisk aria-required />}
      <AreaField {...fields.field('areas')} label={t('form.areas')} />
      <TextInput
        {...fields.field('contactName')}
        label={t('form.contactName')}
        withAsterisk
        aria-required
        autoComplete="off"
      />
      <PhoneInput
        {...fields.field('contactPhone')}
        label={t('form.contactPhone')}
        withAsterisk
        aria-required
        autoComplete="off"
      />
      <TextInput
        {...email}
        {...typed(emailAddress, email.onChange)}
        label={t('form.contactEmail')}
        type="email"
        inputMode="email"
        autoComplete="off"
      />
      <TextInput {...fields.field('address')} label={t('form.address')} autoComplete="off" />
      <TextInput
        {...fields.field('reference', t('form.referenceRule', { max: limits.reference }))}
        label={t('form.reference')}
        autoComplete="off"
      />
      {owned && <DayField {...fields.field('expireAt', t('form.expireRule'))} label={t('form.expireAt')} />}
      <Toggle
        label={t('form.uploadAudit')}
        rule={t('form.uploadAuditRule')}
        checked={values.uploadAudit}
        onChange={(checked) => fields.form.setFieldValue('uploadAudit', checked)}
      />
      <Toggle
        label={t('form.internal')}
        rule={t('form.internalRule')}
        checked={values.internal}
        onChange={(checked) => fields.form.setFieldValue('internal', checked)}
      />
    </>
  )
}

interface ToggleProps {
  label: string
  rule: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function Toggle({ label, rule, checked, onChange }: ToggleProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Switch is the native box that it holds
    <label className={classes.switch}>
      <span className={classes.switchText}>
        {label}
        <small>{rule}</small>
      </span>
      <Switch checked={checked} onChange={onChange} />
    </label>
  )
}
