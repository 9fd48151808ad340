import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ResultOf } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import type { Result } from '../../../shared/list/bulk/actions.ts'
import { askInBatches } from '../../../shared/list/bulk/batches.ts'
import { Bar } from '../../../ui/feedback/Bar.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import type { DeviceRow } from '../devices.ts'
import { Status } from '../list/deviceColumns.tsx'
import type { changeStatus } from '../mutations.ts'
import { words } from '../words.ts'
import classes from './Dialogs.module.css'

export type Outcome = ResultOf<typeof changeStatus>['updateDevicesByStatus'][number]

/** Maximum number of rows in the preview. Further devices are only counted. */
const shownAtMost = 100

/**
 * Requests the outcomes of a bulk change without changing anything. Does not send a request while `to` is
 * null.
 */
export function usePreview(
  ids: readonly string[],
  to: string | null,
  ask: (ids: string[], signal: AbortSignal) => Promise<readonly Outcome[]>,
) {
  const { data, error } = useQuery({
    queryKey: ['devicePreview', ids, to],
    queryFn: ({ signal }) => askInBatches(ids, (batch) => ask(batch, signal)),
    enabled: to !== null,
    // Requests a new preview each time the dialog opens.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const outcomes = to === null ? undefined : data
  const count = (result: Outcome['result']) => outcomes?.filter((each) => each.result === result).length ?? 0
  return {
    outcomes,
    error,
    changed: count('CHANGED'),
    unchanged: count('UNCHANGED'),
    conflict: count('CONFLICT'),
  }
}

interface PreviewProps {
  preview: ReturnType<typeof usePreview>
  rows: readonly DeviceRow[]
  /** Renders the current value of a device. `then` renders its new value. */
  now: (outcome: Outcome) => ReactNode
  then: (outcome: Outcome) => ReactNode
}

/** Shows the current and the new value of each device, and whether the change is possible. */
export function Preview({ preview, rows, now, then }: PreviewProps) {
  const t = useTexts(words)
  const { outcomes, error, changed, unchanged, conflict } = preview
  const sums = [
    ['preview.changed', changed],
    ['preview.unchanged', unchanged],
    ['preview.conflict', conflict],
  ] as const
  if (error) return <Notice tone="err">{t('preview.failed', { reason: error.message })}</Notice>
  return (
    <div className={classes.labelled} aria-busy={!outcomes}>
      <div className={classes.second} role="status">
        {outcomes
          ? sums.flatMap(([what, count]) => (count ? t(what, { count }) : [])).join(t('between'))
          : t('preview.loading')}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to focus the scrollable area */}
      <section className={classes.preview} aria-label={t('preview.label')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('device')}</th>
              <th scope="col">{t('preview.now')}</th>
              <th scope="col">{t('preview.then')}</th>
              <th scope="col">{t('preview.result')}</th>
            </tr>
          </thead>
          <tbody>
            {outcomes
              ? outcomes.slice(0, shownAtMost).map((outcome) => (
                  <tr key={outcome.device.id} data-result={outcome.result}>
                    <td title={outcome.device.name}>{outcome.device.name}</td>
                    <td>{now(outcome)}</td>
                    <td>{outcome.result === 'CHANGED' ? then(outcome) : '—'}</td>
                    <td className={outcome.result === 'CONFLICT' ? classes.conflict : undefined}>
                      {t(`preview.${outcome.result}`)}
                    </td>
                  </tr>
                ))
              : rows.slice(0, 6).map(({ id, name }) => (
                  <tr key={id}>
                    <td>{name}</td>
                    {[56, 56, 40].map((width, index) => (
                      <td key={index}>
                        <Bar width={width} />
                      </td>
                    ))}
                  </tr>
                ))}
          </tbody>
        </table>
      </section>
      {outcomes && outcomes.length > shownAtMost && (
        <div className={classes.second}>{t('preview.first', { count: shownAtMost })}</div>
      )}
    </div>
  )
}

export const showStatus = (status: DeviceRow['status']) => <Status status={status} />

/** Returns a function that converts outcomes to the results that doWithEach() reports. */
export function useResults() {
  const t = useTexts(words)
  return (outcomes: readonly Outcome[]): Result[] =>
    outcomes.map(({ device: { id, name }, result }) => ({
      id,
      name,
      changed: result === 'CHANGED',
      failed: result === 'CONFLICT' ? t('preview.CONFLICT') : undefined,
    }))
}

/** Returns a function that formats an expiry date, or "no expiry". */
export function useShowExpiry() {
  const t = useTexts(words)
  const times = useTimes()
  return (instant: string | null) => (instant ? times.date(instant) : t('preview.forever'))
}
