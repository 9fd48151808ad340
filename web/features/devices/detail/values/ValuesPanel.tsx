import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { printJson } from '../../../../lib/calls/json.ts'
import { useLocale, useTexts } from '../../../../lib/texts.ts'
import { ago } from '../../../../lib/time/ago.ts'
import { useTimes } from '../../../../lib/time/time.ts'
import { useNow } from '../../../../lib/time/useNow.ts'
import { RetryLink } from '../../../../ui/feedback/LoadError.tsx'
import { Fact, Facts } from '../../../../ui/layout/Facts.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { type DeviceDetail, samplesOptions } from '../../device.ts'
import { useDuration } from '../useDuration.ts'
import { meaningOf } from './meanings.ts'
import { intervalOf, valuesOf } from './shownValues.ts'
import { useNumber } from './useNumber.ts'
import { ValueCell } from './ValueCell.tsx'
import styles from './Values.module.css'
import { words } from './words.ts'

/** Number of values shown at first. They fill two rows. */
const first = 6

/**
 * Shows the values that the device has reported. Numbers have a chart of the last day, and all other values
 * are shown as rows.
 */
export function ValuesPanel({ device }: { device: DeviceDetail }) {
  const t = useTexts(words)
  const times = useTimes()
  const locale = useLocale()
  const query = useQuery(samplesOptions(device.id))
  const [all, setAll] = useState(false)
  const cells = useId()
  const { infoMap, infoDateTime } = device
  const reportedAt = infoDateTime ? Date.parse(infoDateTime) : null
  // The time of the report must not be in the future, even if the clock of the viewer's computer is slow.
  const now = Math.max(useNow(), reportedAt ?? 0)
  const { numbers, rows } = valuesOf(infoMap as Record<string, unknown>)
  const shown = all ? numbers : numbers.slice(0, first)
  const age = reportedAt === null ? null : now - reportedAt
  const online = device.currentConnect?.status === 'ONLINE'
  const stale = !online || (age !== null && age > 3 * intervalOf(query.data ?? []))
  return (
    <Panel
      padded={false}
      title={
        <>
          {t('title')} {numbers.length > 0 && <span className={styles.about}>{t('about')}</span>}
        </>
      }
      actions={
        infoDateTime &&
        age !== null && (
          <span className={styles.updated} data-live={!stale || undefined} title={times.exact(infoDateTime)}>
            {age < 60_000 ? t('updatedNow') : t('updated', { ago: ago(locale, infoDateTime, now) })}
          </span>
        )
      }
    >
      {numbers.length > 0 && (
        <dl id={cells} className={styles.cells}>
          {shown.map((number) => (
            <ValueCell
              key={number.key}
              number={number}
              reportedAt={reportedAt}
              now={now}
              stale={stale}
              samples={query.data}
              failed={query.isError}
            />
          ))}
        </dl>
      )}
      {(numbers.length > first || query.isError) && (
        <div className={styles.foot}>
          {query.isError && !query.data && (
            <span role="alert">
              {t('failed')} <RetryLink onRetry={query.refetch} />
            </span>
          )}
          {numbers.length > first && (
            <button
              type="button"
              className="link"
              aria-expanded={all}
              aria-controls={cells}
              onClick={() => setAll(!all)}
            >
              {all ? t('fewer') : t('all', { count: numbers.length })}
            </button>
          )}
        </div>
      )}
      {(rows.length > 0 || numbers.length === 0) && (
        <div className={styles.rows}>{rows.length > 0 ? <Rows rows={rows} /> : t('none')}</div>
      )}
    </Panel>
  )
}

function Rows({ rows }: { rows: ReturnType<typeof valuesOf>['rows'] }) {
  const t = useTexts(words)
  const duration = useDuration()
  const number = useNumber()
  const say = (key: string, reportedAt: unknown, unit: string) => {
    if (typeof reportedAt === 'number' && meaningOf(key)?.as === 'duration')
      return duration(reportedAt * 1_000)
    if (typeof reportedAt === 'number') return `${number(reportedAt)}${unit && ` ${unit}`}`
    if (typeof reportedAt === 'boolean') return t(reportedAt ? 'yes' : 'no')
    if (typeof reportedAt === 'string') return reportedAt
    if (typeof reportedAt === 'bigint') return String(reportedAt)
    return reportedAt === null ? null : <span className="mono">{printJson(reportedAt)}</span>
  }
  return (
    <Facts wide>
      {rows.map(({ key, reportedAt, unit }) => {
        const meaning = meaningOf(key)
        return (
          <Fact key={key} label={meaning ? t(meaning.name) : key}>
            {say(key, reportedAt, unit)}
          </Fact>
        )
      })}
    </Facts>
  )
}
