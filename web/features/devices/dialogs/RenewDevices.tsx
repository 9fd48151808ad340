import '@mantine/core/styles/Chip.layer.css'
import { Chip } from '@mantine/core'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { dayOf, endOfDay } from '../../../lib/time/days.ts'
import { DayField } from '../../../list/DayField.tsx'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFields } from '../../../ui/fields/form.ts'
import type { DeviceRow } from '../devices.ts'
import { renewDevices, useDevicesChanged } from '../mutations.ts'
import { words } from '../words.ts'
import classes from './Dialogs.module.css'
import { Preview, showStatus, usePreview, useShowExpiry } from './Preview.tsx'

const presets = [1, 2, 3] as const

function yearsFromToday(years: number): string {
  const date = new Date()
  date.setFullYear(date.getFullYear() + years)
  return dayOf(date)
}

/** One expiry date for some devices, after a look at what becomes of each. */
export default function RenewDevices({ rows, done, opened, onClose }: DialogProps<readonly DeviceRow[]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useDevicesChanged()
  const showExpiry = useShowExpiry()
  const ids = rows.map(({ id }) => id)
  const fields = useFields({
    initial: { expiredDate: yearsFromToday(1) },
    check: ({ expiredDate }) => ({ expiredDate: endOfDay(expiredDate) ? undefined : t('renew.dateEmpty') }),
    submit: async ({ expiredDate }) => {
      const instant = endOfDay(expiredDate)!.toISOString()
      const outcomes = (await request(renewDevices, { ids, expiredDate: instant, preview: false }))
        .renewDevices
      const count = outcomes.filter(({ result }) => result === 'CHANGED').length
      onClose()
      done?.()
      toast(count ? 'ok' : 'warn', t('renew.done', { count }))
      await changed()
    },
    refusal,
  })
  const field = fields.field('expiredDate', t('renew.rule'))
  const wanted = endOfDay(field.value)?.toISOString() ?? null
  const preview = usePreview(rows, wanted, async (ids, signal) =>
    wanted
      ? (await request(renewDevices, { ids, expiredDate: wanted, preview: true }, signal)).renewDevices
      : [],
  )

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('renew.title', { count: rows.length })}
      fields={fields}
      submit={preview.changed ? t('renew.submit', { count: preview.changed }) : t('renew')}
      submitDisabled={wanted !== null && preview.changed === 0}
    >
      <fieldset className={classes.presets}>
        <legend className={classes.label}>{t('renew.presets')}</legend>
        <Chip.Group
          value={presets.map(yearsFromToday).find((date) => date === field.value) ?? ''}
          onChange={(value) => field.onChange(value as string)}
        >
          {presets.map((years) => (
            <Chip key={years} value={yearsFromToday(years)} variant="outline">
              {years === 1 ? t('renew.year') : t('renew.years', { count: years })}
            </Chip>
          ))}
        </Chip.Group>
      </fieldset>
      <DayField {...field} label={t('renew.date')} withAsterisk />
      {wanted && (
        <Preview
          preview={preview}
          rows={rows}
          now={({ device }) => showExpiry(device.expiredDate)}
          then={({ device, status, expiredDate }) => (
            <span className={classes.then}>
              {showExpiry(expiredDate)}
              {status !== device.status && showStatus(status)}
            </span>
          )}
        />
      )}
    </FormDialog>
  )
}
