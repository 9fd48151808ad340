import { useMediaQuery } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { useNow } from '../../lib/time/useNow.ts'
import { pendingCertificationsOptions } from '../../shared/todos/pendingCertifications.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { CertificationDetail } from './CertificationDetail.tsx'
import { queueOptions, useLiveCertifications } from './certifications.ts'
import { useDrafts } from './drafts.ts'
import { Queue } from './Queue.tsx'
import classes from './ReviewPage.module.css'
import { useReviewKeys, useReviewQueue } from './useReviewQueue.ts'
import { words } from './words.ts'

/** /all-management/audit-management: the review queue. */
export function ReviewPage() {
  const review = useReviewQueue()
  // Update the displayed waiting times once a minute.
  const now = useNow(60_000)
  useLiveCertifications()
  useDrafts()
  const narrow = useMediaQuery('(max-width: 63.9375rem)', false, { getInitialValueInEffect: false })
  const queue = useInfiniteQuery(queueOptions(review.tab, review.q))
  const rows = queue.data?.pages.flatMap(({ data }) => data)
  const panel = useRef<HTMLDivElement>(null)

  const at = rows?.findIndex(({ id }) => id === review.selected) ?? -1
  /**
   * The last known index of the selected request. After this request leaves the list, the next request is at
   * the same index.
   */
  const stood = useRef(0)
  if (at >= 0) stood.current = at
  const next = rows?.[at >= 0 ? at + 1 : stood.current] ?? (at >= 0 ? undefined : rows?.at(-1))
  const previous = at > 0 ? rows?.[at - 1] : undefined

  // In wide windows, select the first request automatically. Narrow windows start with the list.
  const first = rows?.[0]?.id
  const settled = !queue.isPlaceholderData
  useEffect(() => {
    if (!narrow && settled && !review.selected && first) review.select(first, true)
  })

  function go(row: { id: string } | undefined) {
    if (!row) return
    review.select(row.id, true)
    if (!narrow) panel.current?.querySelector<HTMLElement>(`[data-application="${row.id}"]`)?.focus()
  }
  useReviewKeys({
    onNext: () => go(next),
    onPrevious: () => go(previous),
    onEnter: () => panel.current?.querySelector<HTMLElement>('[data-decide]')?.focus(),
  })
  // When the last loaded request is selected, load more, so that the user can step through the whole queue.
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = queue
  const atEnd = at >= 0 && at === (rows?.length ?? 0) - 1
  useEffect(() => {
    if (atEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [atEnd, hasNextPage, isFetchingNextPage, fetchNextPage])

  const count = queue.data?.pages[0]?.count ?? 0
  return (
    <>
      <Header now={now} />
      <Panel padded={false} className={classes.panel}>
        <div ref={panel} className={classes.review}>
          {(!narrow || !review.selected) && <Queue review={review} query={queue} rows={rows} now={now} />}
          {(!narrow || review.selected) && (
            <CertificationDetail
              key={review.selected}
              id={review.selected}
              empty={rows?.length === 0}
              place={at >= 0 ? { at: at + 1, count } : undefined}
              onBack={narrow ? () => review.select('') : undefined}
              onSelect={(id) => review.select(id)}
              onPrevious={previous && (() => go(previous))}
              onNext={next && (() => go(next))}
            />
          )}
        </div>
      </Panel>
    </>
  )
}

function Header({ now }: { now: number }) {
  const t = useTexts(words)
  const { data } = useQuery(pendingCertificationsOptions)
  const [oldest] = data?.data ?? []
  const minutes = oldest ? Math.max(0, Math.floor((now - Date.parse(oldest.submitDateTime)) / 60_000)) : 0
  const hours = Math.floor(minutes / 60)
  const time =
    hours >= 24
      ? t('wait.days', { count: Math.floor(hours / 24) })
      : hours
        ? t('wait.hours', { hours, minutes: minutes % 60 })
        : t('wait.minutes', { minutes })
  return (
    <PageHeader
      title={t('title')}
      context={
        data && (
          <span role="status">{oldest ? t('waiting', { count: data.count, time }) : t('noneWaiting')}</span>
        )
      }
    />
  )
}
