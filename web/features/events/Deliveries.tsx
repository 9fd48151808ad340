import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useOwnQuery } from '../../lib/pageView.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { AnswerTag, DeliveryDetail } from './DeliveryDetail.tsx'
import type { Search } from './search.ts'
import classes from './Webhooks.module.css'
import { type Delivery, deliveriesOptions, type Webhook } from './webhooks.ts'
import { words } from './words.ts'

/** What was sent to one webhook, newest first, with the chosen one beside it. */
export function Deliveries({ webhook, search }: { webhook: Webhook; search: Search }) {
  const t = useTexts(words)
  const setQuery = useOwnQuery()
  const waiting = search.show === 'waiting'
  /** Cursors of the pages before this one. */
  const [pages, setPages] = useState<(string | null)[]>([null])
  const query = useQuery(deliveriesOptions(webhook.id, waiting, pages.at(-1)!))
  const { data, error, isFetching, isPlaceholderData } = query
  const chosen = data?.data.find(({ id }) => id === search.delivery) ?? data?.data[0]
  const show = (next: string) => {
    setPages([null])
    setQuery({ webhook: webhook.id, show: next === 'waiting' ? next : undefined })
  }

  return (
    <Panel
      title={t('deliveries')}
      padded={false}
      actions={
        <SegmentedControl
          aria-label={t('show')}
          value={waiting ? 'waiting' : 'all'}
          data={[
            { value: 'all', label: t('all') },
            { value: 'waiting', label: t('onlyWaiting', { count: webhook.waiting }) },
          ]}
          onChange={show}
        />
      }
    >
      {error && !data && !isFetching ? (
        <LoadError title={t('deliveriesFailed')} query={query} />
      ) : data && data.data.length === 0 && pages.length === 1 ? (
        <EmptyState title={t(waiting ? 'noneWaiting' : 'noneTitle')}>
          {waiting ? t('noneWaitingText') : t('noneText')}
        </EmptyState>
      ) : (
        <div className={classes.split}>
          <div className={classes.left}>
            <Table
              rows={data?.data}
              chosen={chosen?.id}
              stale={isPlaceholderData}
              onChoose={(id) => setQuery({ ...search, webhook: webhook.id, delivery: id })}
            />
            <div className={classes.foot}>
              <span className={classes.about}>{t('kept')}</span>
              <span className={classes.pager}>
                {pages.length > 1 && (
                  <Button variant="default" onClick={() => setPages(pages.slice(0, -1))}>
                    {t('newer')}
                  </Button>
                )}
                {data?.next && (
                  <Button
                    variant="default"
                    disabled={isPlaceholderData}
                    onClick={() => setPages([...pages, data.next])}
                  >
                    {t('older')}
                  </Button>
                )}
              </span>
            </div>
          </div>
          {chosen && <DeliveryDetail key={chosen.id} webhook={webhook} delivery={chosen} />}
        </div>
      )}
    </Panel>
  )
}

/** What an event is about. */
const objectOf = ({ payload }: Delivery): string =>
  String(payload.deviceId ?? payload.accountId ?? payload.tenantId ?? '—')

interface TableProps {
  rows: readonly Delivery[] | undefined
  chosen: string | undefined
  stale: boolean
  onChoose: (id: string) => void
}

function Table({ rows, chosen, stale, onChoose }: TableProps) {
  const t = useTexts(words)
  /** The arrow keys walk the rows, and the detail follows. */
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
          ? rows.map((row) => <Row key={row.id} row={row} chosen={row.id === chosen} onChoose={onChoose} />)
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

function Row({ row, chosen, onChoose }: { row: Delivery; chosen: boolean; onChoose: (id: string) => void }) {
  const t = useTexts(words)
  const times = useTimes()
  const [last] = row.tries
  return (
    <tr data-chosen={chosen || undefined} onClick={() => onChoose(row.id)}>
      <td>
        <time dateTime={row.dateTime} title={times.exact(row.dateTime)}>
          {times.recent(row.dateTime)}
        </time>
      </td>
      <td>
        <button
          type="button"
          id={`delivery-${row.id}`}
          className={`mono ${classes.pick}`}
          aria-current={chosen || undefined}
          onClick={() => onChoose(row.id)}
        >
          {row.type}
        </button>
      </td>
      <td className={classes.wide}>
        <span className={classes.object}>{objectOf(row)}</span>
      </td>
      <td>
        <AnswerTag delivery={row} />
      </td>
      <td className={classes.wide} data-align="right">
        {last && t('ms', { ms: last.duration })}
        {row.tries.length > 1 && t('times', { count: row.tries.length })}
      </td>
    </tr>
  )
}
