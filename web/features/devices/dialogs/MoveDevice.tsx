import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { TenantPicker } from '../../../shared/pickers/TenantPicker.tsx'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Check } from '../../../ui/fields/Check.tsx'
import { useFields } from '../../../ui/fields/form.ts'
import type { DeviceRow } from '../devices.ts'
import { saveDevice, useDevicesChanged } from '../mutations.ts'
import { words } from '../words.ts'
import classes from './Dialogs.module.css'

/** Moves a device to another organization, or to none. */
export default function MoveDevice({ rows: [row], opened, onClose }: DialogProps<[DeviceRow]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useDevicesChanged()
  const { id, name, tenant } = row
  const [keepContact, setKeepContact] = useState(false)
  const [keepConfig, setKeepConfig] = useState(false)
  const fields = useFields({
    initial: { way: 'tenant', tenantId: '' },
    check: ({ way, tenantId }) => ({
      tenantId:
        way === 'none'
          ? undefined
          : !tenantId
            ? t('move.empty')
            : tenantId === tenant?.id
              ? t('move.same')
              : undefined,
    }),
    submit: async ({ way, tenantId }) => {
      const to = way === 'none' ? null : tenantId
      await request(saveDevice, { id, name, tenantId: to, keepContact, keepConfig, create: false })
      onClose()
      toast('ok', to ? t('move.done', { name }) : t('move.doneNone', { name }))
      await changed()
    },
    refusal,
  })
  const { value, onChange } = fields.field('way')
  const picked = fields.field('tenantId')
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('move')} fields={fields} submit={t('move.submit')}>
      {tenant && (
        <SegmentedControl
          aria-label={t('move.way')}
          value={value}
          onChange={onChange as (value: string) => void}
          data={[
            { value: 'tenant', label: t('move.wayTenant') },
            { value: 'none', label: t('move.wayNone') },
          ]}
        />
      )}
      {value === 'tenant' && (
        <TenantPicker
          name="tenantId"
          label={t('move.to')}
          withAsterisk
          value={picked.value}
          onChange={(tenantId) => picked.onChange(tenantId)}
          error={picked.error}
        />
      )}
      {tenant && (
        <>
          {/* biome-ignore lint/a11y/noLabelWithoutControl: Check renders the labeled input */}
          <label className={classes.keep}>
            <Check checked={keepContact} onChange={setKeepContact} />
            {t('move.keepContact')}
          </label>
          {/* biome-ignore lint/a11y/noLabelWithoutControl: Check renders the labeled input */}
          <label className={classes.keep}>
            <Check checked={keepConfig} onChange={setKeepConfig} />
            {t('move.keepConfig')}
          </label>
        </>
      )}
      <Notice>
        {tenant
          ? [t('move.text', { name, tenant: tenant.name }), t('move.cleared'), t('move.told')].join(' ')
          : t('move.textNone', { name })}
      </Notice>
    </FormDialog>
  )
}
