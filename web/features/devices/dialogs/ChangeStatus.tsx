import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { deviceMoves } from '../../../../contract/states.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { type Translate, useTexts } from '../../../lib/texts.ts'
import { doWithEach } from '../../../shared/list/bulk/actions.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useFields } from '../../../ui/fields/form.ts'
import type { DeviceRow, DeviceStatus } from '../devices.ts'
import { changeOneStatus, changeStatus, useDevicesChanged } from '../mutations.ts'
import { words } from '../words.ts'
import classes from './Dialogs.module.css'
import { Preview, showStatus, usePreview, useResults } from './Preview.tsx'

interface Props extends DialogProps<readonly DeviceRow[]> {
  /** The new status, if the user chose one before the dialog opened. */
  status?: DeviceStatus
}

/** Changes the status of one or several devices, after showing a preview. */
export default function ChangeStatus({
  rows,
  ids = rows.map(({ id }) => id),
  status,
  done,
  opened,
  onClose,
}: Props) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useDevicesChanged()
  const results = useResults()
  // If some of the devices have not been loaded, every status is offered, and the preview shows which changes
  // are possible.
  const unseen = ids.length > rows.length
  const choices = unseen
    ? (['ACTIVE', 'SUSPENDED', 'RETIRED'] as const)
    : [...new Set(rows.flatMap(({ viewerCan }) => viewerCan.statuses))]
  const single = ids.length === 1 ? rows[0] : undefined
  const first = status ?? choices[0]
  const fields = useFields({
    initial: { status: (first ?? '') as DeviceStatus | '' },
    check: () => ({}),
    submit: async ({ status }) => {
      if (!status) return
      await doWithEach({
        list: 'devices',
        ids,
        async send(ids) {
          if (!single)
            return results(
              (await request(changeStatus, { ids, status, preview: false })).updateDevicesByStatus,
            )
          const { updateDeviceByStatus: device } = await request(changeOneStatus, { id: single.id, status })
          return [{ ...device, changed: true }]
        },
        done: (count) =>
          single
            ? t(`change.doneOne.${status}`, { name: single.name })
            : t(`change.done.${status}`, { count }),
        undo(ids) {
          const former = status === 'SUSPENDED' ? 'ACTIVE' : 'SUSPENDED'
          if (!deviceMoves(status, former, 'hand')) return
          const were = new Map(preview.outcomes?.map(({ device }) => [device.id, device.status]))
          if (!ids.every((id) => were.get(id) === former)) return
          return { undo: () => revert(ids, former, single, t) }
        },
        changed,
      })
      onClose()
      done?.()
    },
    refusal,
  })
  const chosen = fields.form.values.status
  const preview = usePreview(ids, chosen || null, async (ids, signal) =>
    chosen
      ? (await request(changeStatus, { ids, status: chosen, preview: true }, signal)).updateDevicesByStatus
      : [],
  )
  const action = chosen ? t(`to.${chosen}`) : t('changeStatus')
  const meaning = chosen === 'ACTIVE' || chosen === 'SUSPENDED' || chosen === 'RETIRED' ? chosen : undefined

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={single ? t('change.titleOne', { name: single.name }) : t('change.title', { count: ids.length })}
      fields={fields}
      submit={preview.changed && !single ? t('change.submit', { action, count: preview.changed }) : action}
      submitDisabled={preview.changed === 0}
      danger={chosen === 'RETIRED'}
    >
      {!status && choices.length > 0 && (
        <div className={classes.labelled}>
          <span className={classes.label}>{t('change.choose')}</span>
          <SegmentedControl
            aria-label={t('change.choose')}
            value={chosen}
            onChange={(value) => fields.form.setFieldValue('status', value as DeviceStatus)}
            data={choices.map((value) => ({ value, label: t(`to.${value}`) }))}
          />
        </div>
      )}
      {!chosen && <Notice tone="warn">{t('change.none')}</Notice>}
      {meaning && <Notice tone={meaning === 'RETIRED' ? 'err' : 'info'}>{t(`change.${meaning}`)}</Notice>}
      {chosen && (
        <Preview
          preview={preview}
          rows={rows}
          now={({ device }) => showStatus(device.status)}
          then={({ status }) => showStatus(status)}
        />
      )}
    </FormDialog>
  )
}

/** Restores the previous status of devices. Returns the message to show. */
async function revert(
  ids: readonly string[],
  former: 'ACTIVE' | 'SUSPENDED',
  single: DeviceRow | undefined,
  t: Translate<typeof words>,
): Promise<string> {
  if (single) {
    await request(changeOneStatus, { id: single.id, status: former })
    return t(`change.undoneOne.${former}`, { name: single.name })
  }
  const { updateDevicesByStatus: outcomes } = await request(changeStatus, {
    ids,
    status: former,
    preview: false,
  })
  const count = outcomes.filter(({ result }) => result === 'CHANGED').length
  if (!count) throw new Error(t('change.changedSince'))
  return t(`change.undone.${former}`, { count })
}
