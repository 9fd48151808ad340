import { LoadError } from '../../ui/feedback/LoadError.tsx'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IconSearch } from '#icons'
import { limits } from '../../../contract/limits.ts'
import { takesApplications } from '../../lib/config.ts'
import { useLocale, useTexts } from '../../lib/texts.ts'
import { ago } from '../../lib/time/ago.ts'
import { useTimes } from '../../lib/time/time.ts'
import { pendingCertificationsOptions } from '../../shared/todos/pendingCertifications.ts'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { Tag } from '../../ui/feedback/StatusText.tsx'
import type { CertificationRow } from './certifications.ts'
import classes from './Queue.module.css'
import { type Tab, tabs } from './search.ts'
import type { ReviewQueue } from './useReviewQueue.ts'
import { words } from './words.ts'

const day = 86_400_000
const minute = 60_000
/** Debounce delay of the search field in milliseconds. */
const pause = 300

interface QueueProps {
  review: ReviewQueue
  query: {
    error: Error | null
    isFetching: boolean
    isPlaceholderData: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
    refetch: () => unknown
  }
  /** Undefined until the rows have loaded. */
  rows: readonly CertificationRow[] | undefined
  now: number
}

/** Shows the pending requests, oldest first, or the decided requests, newest first. */
export function Queue({ review, query, rows, now }: QueueProps) {
  const t = useTexts(words)
  const { data: waiting } = useQuery(pendingCertificationsOptions)
  const [text, setText] = useState(review.q)
  const search = useDebouncedCallback((q: string) => review.search(q.trim()), pause)
  const clear = () => {
    setText('')
    review.search('')
  }

  return (
    <div className={classes.queue}>
      <div className={classes.head}>
        <SegmentedControl
          fullWidth
          aria-label={t('views')}
          value={review.tab}
          onChange={(tab) => review.show(tab as Tab)}
          data={tabs.map((tab) => ({
            value: tab,
            label: tab === 'PREPARE' && waiting ? `${t(`tab.${tab}`)} ${waiting.count}` : t(`tab.${tab}`),
          }))}
        />
        <search>
          <TextInput
            leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
            aria-label={t('searchLabel')}
            placeholder={t('search')}
            value={text}
            maxLength={limits.search}
            autoComplete="off"
            onChange={(event) => {
              setText(event.currentTarget.value)
              search(event.currentTarget.value)
            }}
          />
        </search>
      </div>
      {rows?.length ? (
        <ul
          className={classes.rows}
          aria-label={t('queue')}
          data-stale={query.isPlaceholderData || undefined}
        >
          {rows.map((row) => (
            <li key={row.id}>
              <Row
                row={row}
                open={row.id === review.selected}
                now={now}
                onOpen={() => review.select(row.id)}
              />
            </li>
          ))}
          {query.hasNextPage && (
            <li className={classes.more}>
              <Button
                variant="default"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t('more')}
              </Button>
            </li>
          )}
        </ul>
      ) : rows ? (
        <EmptyState
          title={t(review.q ? 'empty.found' : `empty.${review.tab}`)}
          actions={
            review.q && (
              <Button variant="default" onClick={clear}>
                {t('clear')}
              </Button>
            )
          }
        >
          {review.q
            ? t('empty.foundText')
            : review.tab === 'PREPARE' && t(takesApplications() ? 'empty.text' : 'empty.private')}
        </EmptyState>
      ) : query.error && !query.isFetching ? (
        <LoadError title={t('failed')} query={query} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

interface RowProps {
  row: CertificationRow
  open: boolean
  now: number
  onOpen: () => void
}

function Row({ row, open, now, onOpen }: RowProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const times = useTimes()
  const waits = row.status === 'PREPARE'
  const who = waits ? row.applicant : row.decider
  const at = row.decideDateTime ?? row.submitDateTime
  return (
    <button
      type="button"
      className={classes.row}
      aria-current={open}
      data-application={row.id}
      onClick={onOpen}
    >
      <span className={classes.name}>{row.name}</span>
      <span className={classes.about}>
        <span className={classes.who}>{who?.name ?? t('unknown')}</span>
        <span aria-hidden>·</span>
        <time
          dateTime={at}
          title={times.exact(at)}
          data-late={(waits && now - Date.parse(at) >= day) || undefined}
        >
          {waits
            ? now - Date.parse(at) < minute
              ? t('justNow')
              : ago(locale, at, now)
            : times.recent(at, now)}
        </time>
        {row.number > 1 && (
          <span className={classes.number}>
            <Tag tone="warn">{t('times', { count: row.number })}</Tag>
          </span>
        )}
      </span>
    </button>
  )
}

function Loading() {
  return (
    <div className={classes.rows} aria-busy="true">
      {[200, 160, 220, 180, 140].map((width) => (
        <div key={width} className={classes.row}>
          <Bar width={width} />
          <Bar width={width / 2} />
        </div>
      ))}
    </div>
  )
}
