import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ResultOf } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { Bar } from '../../../ui/feedback/Bar.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import type { DeviceRow } from '../devices.ts'
import { Status } from '../list/deviceColumns.tsx'
import type { changeStatus } from '../mutations.ts'
import { words } from '../words.ts'
import classes from './Dialogs.module.css'

export type Outcome = ResultOf<typeof changeStatus>['updateDevicesByStatus'][number]

/** What a call over many devices would do, asked of the server, which changes nothing. null: not asked yet. */
export function usePreview(
  rows: readonly DeviceRow[],
  to: string | null,
  ask: (ids: string[], signal: AbortSignal) => Promise<readonly Outcome[]>,
) {
  const ids = rows.map(({ id }) => id)
  const { data, error } = useQuery({
    queryKey: ['devicePreview', ids, to],
    queryFn: ({ signal }) => ask(ids, signal),
    enabled: to !== null,
    // Each opening asks anew.
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
  /** What the change is about, before and after. */
  now: (outcome: Outcome) => ReactNode
  then: (outcome: Outcome) => ReactNode
}

/** For each device what it is, what it will be, and whether that can be. */
export function Preview({ preview, rows, now, then }: PreviewProps) {
  const t = useTexts(words)
  const { outcomes, error, changed, unchanged, conflict } = preview
  if (error) return <Notice tone="err">{t('preview.failed', { reason: error.message })}</Notice>
  return (
    <div className={classes.labelled} aria-busy={!outcomes}>
      <div className={classes.second} role="status">
        {outcomes ? t('preview.summary', { changed, unchanged, conflict }) : t('preview.loading')}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
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
              ? outcomes.map((outcome) => (
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
    </div>
  )
}

export const showStatus = (status: DeviceRow['status']) => <Status status={status} />

/** A day, or that there is none. */
export function useShowExpiry() {
  const t = useTexts(words)
  const times = useTimes()
  return (instant: string | null) => (instant ? times.date(instant) : t('preview.forever'))
}
