import { required } from '../../../../contract/required.ts'
import '@mantine/core/styles/Chip.layer.css'
import { Chip } from '@mantine/core'
import { useRefusal } from '../../../lib/codes.ts'
import { viewerTimeZone } from '../../../lib/files.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { dayOf, endOfDay, endsEarlier } from '../../../lib/time/days.ts'
import { doWithEach } from '../../../shared/list/bulk/actions.ts'
import { DayField } from '../../../shared/list/DayField.tsx'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useFields } from '../../../ui/fields/form.ts'
import type { DeviceRow } from '../devices.ts'
import { renewDevices, useDevicesChanged } from '../mutations.ts'
import { words } from '../words.ts'
import classes from './Dialogs.module.css'
import { type Outcome, Preview, showStatus, usePreview, useResults, useShowExpiry } from './Preview.tsx'

const presets = [1, 2, 3] as const
/** Value of the option for a custom date instead of a number of years. */
const ownDate = 'date'

function yearsFromToday(years: number): string {
  const date = new Date()
  date.setFullYear(date.getFullYear() + years)
  return dayOf(date)
}

/** Whether the new expiry is earlier than the device's current one. */
const shortens = ({ result, device, expiredDate }: Outcome): boolean =>
  result === 'CHANGED' && endsEarlier(expiredDate, device.expiredDate)

const idsOf = (rows: readonly DeviceRow[]): readonly string[] => rows.map(({ id }) => id)

/**
 * Extends the expiry of devices by years, or sets the same expiry date for all of them, after showing a
 * preview.
 */
export default function RenewDevices({
  rows,
  ids = idsOf(rows),
  done,
  opened,
  onClose,
}: DialogProps<readonly DeviceRow[]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useDevicesChanged()
  const showExpiry = useShowExpiry()
  const results = useResults()
  // If no device has an expiry, a date is preselected, because there is no expiry to extend by years.
  const endless = rows.length === ids.length && rows.every(({ expiredDate }) => expiredDate === null)
  const single = ids.length === 1 ? rows[0] : undefined
  const fields = useFields({
    initial: { years: endless ? ownDate : '1', expiredDate: yearsFromToday(1) },
    check: (values) => ({ expiredDate: variablesOf(values) ? undefined : t('renew.dateEmpty') }),
    submit: async (values) => {
      const variables = required(variablesOf(values), 'result of variablesOf')
      await doWithEach({
        list: 'devices',
        ids,
        send: async (ids) =>
          results((await request(renewDevices, { ids, ...variables, preview: false })).renewDevices),
        done: (count) => (single ? t('renew.doneOne', { name: single.name }) : t('renew.done', { count })),
        changed,
      })
      onClose()
      done?.()
    },
    refusal,
  })
  const years = fields.field('years')
  const date = fields.field('expiredDate', t('renew.rule'))
  const variables = variablesOf({ years: years.value, expiredDate: date.value })
  const preview = usePreview(ids, variables && JSON.stringify(variables), async (ids, signal) =>
    variables ? (await request(renewDevices, { ids, ...variables, preview: true }, signal)).renewDevices : [],
  )
  const short = preview.outcomes?.filter(shortens) ?? []
  const ended = short.filter(({ device }) => device.expiredDate === null).length

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={single ? t('renew.titleOne', { name: single.name }) : t('renew.title', { count: ids.length })}
      fields={fields}
      submit={preview.changed && !single ? t('renew.submit', { count: preview.changed }) : t('renew')}
      submitDisabled={variables !== null && preview.changed === 0}
      danger={short.length > 0}
    >
      <div className={classes.labelled}>
        <fieldset className={classes.presets}>
          <legend className={classes.label}>{t('renew.presets')}</legend>
          <Chip.Group value={years.value} onChange={(value) => years.onChange(value as string)}>
            {presets.map((each) => (
              <Chip key={each} value={String(each)} variant="outline">
                {each === 1 ? t('renew.year') : t('renew.years', { count: each })}
              </Chip>
            ))}
            <Chip value={ownDate} variant="outline">
              {t('renew.date.own')}
            </Chip>
          </Chip.Group>
        </fieldset>
        {years.value !== ownDate && <div className={classes.second}>{t('renew.fromEnd')}</div>}
      </div>
      {years.value === ownDate && <DayField {...date} label={t('renew.date')} withAsterisk />}
      {short.length > ended && (
        <Notice tone="err" role="alert">
          {t('renew.shortens', { count: short.length - ended })}
        </Notice>
      )}
      {ended > 0 && (
        <Notice tone="err" role="alert">
          {t('renew.ends', { count: ended })}
        </Notice>
      )}
      {variables && (
        <Preview
          preview={preview}
          rows={rows}
          now={({ device }) => showExpiry(device.expiredDate)}
          then={(outcome) => (
            <span className={classes.then}>
              <span className={shortens(outcome) ? classes.conflict : undefined}>
                {showExpiry(outcome.expiredDate)}
              </span>
              {outcome.status !== outcome.device.status && showStatus(outcome.status)}
            </span>
          )}
        />
      )}
    </FormDialog>
  )
}

/** Returns the mutation variables, or null while the date is invalid. */
function variablesOf({ years, expiredDate }: { years: string; expiredDate: string }) {
  const timeZone = viewerTimeZone()
  if (years !== ownDate) {
    const count = Number(years)
    return {
      years: count,
      expiredDate: required(endOfDay(yearsFromToday(count)), 'result of endOfDay').toISOString(),
      timeZone,
    }
  }
  const end = endOfDay(expiredDate)
  return end && { years: null, expiredDate: end.toISOString(), timeZone }
}
