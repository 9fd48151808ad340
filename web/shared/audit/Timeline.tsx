import { useInfiniteQuery } from '@tanstack/react-query'
import { useTexts } from '../../lib/texts.ts'
import { TimeText } from '../../lib/time/TimeText.tsx'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { RetryLink } from '../../ui/feedback/LoadError.tsx'
import { Tag } from '../../ui/feedback/StatusText.tsx'
import styles from './AuditPanel.module.css'
import { Changes } from './Changes.tsx'
import { useDescribe } from './describe.ts'
import { type EventRow, type TimelineOf, timelineOptions } from './events.ts'
import { words } from './words.ts'

export interface TimelineProps extends TimelineOf {
  /** Number of events that are shown at first. */
  first?: number
}

/**
 * Shows the latest audit events of one object, newest first, with a button that loads more. If `tenantId` is
 * set, only events that the owner and managers of this organization can see are shown.
 */
export function Timeline({ first = 8, ...of }: TimelineProps) {
  const t = useTexts(words)
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(timelineOptions(of, first))
  const describe = useDescribe()
  const events = data?.pages.flatMap((page) => page.data)

  if (!events && error && !isFetching) {
    return (
      <p className={styles.none} role="alert">
        {t('failed')} <RetryLink onRetry={refetch} />
      </p>
    )
  }
  if (!events) return <Loading />
  if (!events.length) return <p className={styles.none}>{t('none')}</p>
  return (
    <>
      <ol className={styles.timeline}>
        {events.map((event) => (
          <Entry key={event.id} event={event} describe={describe} />
        ))}
      </ol>
      {hasNextPage && (
        <p className={styles.more}>
          {error && !isFetching && <span role="alert">{t('failed')} </span>}
          <button
            type="button"
            className="link"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t('more')}
          </button>
        </p>
      )}
    </>
  )
}

function Entry({ event, describe }: { event: EventRow; describe: ReturnType<typeof useDescribe> }) {
  const t = useTexts(words)
  const { action, actor, changes } = describe(event)
  return (
    <li className={styles.event} data-failed={!event.success || undefined}>
      <p className={styles.what}>
        {action}
        {!event.success && <Tag tone="err">{t('refused')}</Tag>}
      </p>
      <p className={styles.who}>
        <span>{actor}</span>
        <TimeText className="tabular" at={event.dateTime} as="recent" />
        {event.ip && <span className="tabular">{event.ip}</span>}
      </p>
      {changes.length > 0 && <Changes changes={changes} />}
    </li>
  )
}

const Loading = () => (
  <div className={styles.loading} aria-busy="true">
    {['40%', '70%', '34%', '62%', '46%', '76%'].map((width) => (
      <Bar key={width} width={width} />
    ))}
  </div>
)
