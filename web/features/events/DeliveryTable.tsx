import type { KeyboardEvent } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { TimeText } from '../../lib/time/TimeText.tsx'
import { useTimes } from '../../lib/time/time.ts'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { AnswerTag } from './AnswerTag.tsx'
import classes from './Deliveries.module.css'
import type { Delivery } from './webhooks.ts'
import { words } from './words.ts'

interface TableProps {
  rows: readonly Delivery[] | undefined
  chosen: string | undefined
  /** Whether failed deliveries are retried. False if the webhook is disabled. */
  tried: boolean
  stale: boolean
  onChoose: (id: string) => void
}

export function DeliveryTable({ rows, chosen, tried, stale, onChoose }: TableProps) {
  const t = useTexts(words)
  /** Selects the previous or next row with the arrow keys. */
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const next = step && rows?.[rows.findIndex(({ id }) => id === chosen) + step]
    if (!next) return
    event.preventDefault()
    onChoose(next.id)
    document.getElementById(`delivery-${next.id}`)?.focus()
  }
  return (
    <table
      className={classes.table}
      aria-label={t('deliveries')}
      aria-busy={!rows}
      data-stale={stale || undefined}
    >
      <thead>
        <tr>
          <th scope="col">{t('time')}</th>
          <th scope="col">{t('event')}</th>
          <th scope="col" className={classes.wide}>
            {t('object')}
          </th>
          <th scope="col">{t('answer')}</th>
          <th scope="col" className={classes.wide} data-align="right">
            {t('duration')}
          </th>
        </tr>
      </thead>
      <tbody onKeyDown={walk}>
        {rows
          ? rows.map((row) => <Row key={row.id} {...{ row, tried, onChoose }} chosen={row.id === chosen} />)
          : [96, 120, 88].map((width) => (
              <tr key={width}>
                <td colSpan={5}>
                  <Bar width={width} />
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  )
}

/** Returns the name of the object that the event is about, or its id if the name is unknown. */
function objectOf({ objectName, payload }: Delivery): string {
  const { deviceId, accountId, tenantId } = payload
  return objectName ?? String(deviceId ?? accountId ?? tenantId ?? '—')
}

interface RowProps extends Pick<TableProps, 'tried' | 'onChoose'> {
  row: Delivery
  chosen: boolean
}

function Row({ row, chosen, tried, onChoose }: RowProps) {
  const t = useTexts(words)
  const times = useTimes()
  const { id, type, dateTime, delivered, nextDateTime, tries } = row
  const [last] = tries
  const object = objectOf(row)
  return (
    <tr data-chosen={chosen || undefined} onClick={() => onChoose(id)}>
      <td>
        <TimeText at={dateTime} as="moment" />
      </td>
      <td>
        <button
          type="button"
          id={`delivery-${id}`}
          className={`mono ${classes.pick}`}
          aria-current={chosen || undefined}
          onClick={() => onChoose(id)}
        >
          {/* Allow a line break after the dot. */}
          {type.split('.').flatMap((part, index) => (index ? ['.', <wbr key={index} />, part] : part))}
        </button>
        <span className={classes.below}>{object}</span>
      </td>
      <td className={classes.wide}>
        <span className={classes.object} title={object}>
          {object}
        </span>
      </td>
      <td>
        <AnswerTag delivered={delivered} last={last} />
      </td>
      <td className={classes.wide} data-align="right">
        {tried && !delivered && last && nextDateTime ? (
          <span className={classes.error}>{t('retryAt', { time: times.time(nextDateTime) })}</span>
        ) : (
          <>
            {last && t('ms', { ms: last.duration })}
            {tries.length > 1 && t('times', { count: tries.length })}
          </>
        )}
      </td>
    </tr>
  )
}
