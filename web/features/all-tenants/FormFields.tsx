import { TextInput } from '@mantine/core'
import { limits } from '../../../contract/limits.ts'
import { useTexts } from '../../lib/texts.ts'
import { DayField } from '../../shared/list/DayField.tsx'
import { AccountPicker } from '../../shared/pickers/AccountPicker.tsx'
import { AreasField, ContactFields, NameField } from '../../shared/tenant-form/TenantFields.tsx'
import type { useFields } from '../../ui/fields/form.ts'
import { Switch } from '../../ui/fields/Switch.tsx'
import classes from './AllTenants.module.css'
import type { TenantRow } from './allTenants.ts'
import type { Values } from './useTenantForm.ts'
import { words } from './words.ts'

interface Props {
  fields: ReturnType<typeof useFields<Values>>
  /** The organization to edit, or undefined for a new one. */
  row: TenantRow | undefined
}

export function FormFields({ fields, row }: Props) {
  const t = useTexts(words)
  const { values } = fields.form
  const owner = fields.field(
    'owner',
    row && values.owner && values.owner.id !== row.owner?.id ? t('form.ownerChanged') : t('form.ownerRule'),
  )
  // Owner and expiry are hidden until the organization is certified, because an organization without
  // certification belongs to its applicant.
  const owned = !row || row.status === 'FINISH' || row.status === 'EXPIRED'

  return (
    <>
      <NameField fields={fields} saved={row?.name} />
      {owned && <AccountPicker {...owner} label={t('form.owner')} withAsterisk aria-required />}
      <AreasField fields={fields} />
      <ContactFields fields={fields} />
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
    // biome-ignore lint/a11y/noLabelWithoutControl: Switch renders the labeled input
    <label className={classes.switch}>
      <span className={classes.switchText}>
        {label}
        <small>{rule}</small>
      </span>
      <Switch checked={checked} onChange={onChange} />
    </label>
  )
}
