import { Popover, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { RetryLink } from '../../ui/feedback/LoadError.tsx'
import type { OpenedProps } from '../../ui/layout/Opener.tsx'
import { MessageRow } from './MessageRow.tsx'
import styles from './Messages.module.css'
import { listOptions, unreadOf, unreadOptions, useReadAll } from './messages.ts'
import { type Kind, kinds } from './search.ts'
import { words } from './words.ts'

const shown = 10

export function MessageCentre({ button }: OpenedProps) {
  const [opened, setOpened] = useState(false)
  const bell = useRef<HTMLButtonElement>(null)
  // The bell must have the focus before the popover opens, so that the focus returns to the bell when the
  // popover closes.
  useEffect(() => {
    bell.current?.focus()
    setOpened(true)
  }, [])
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      offset={14}
      width={360}
      trapFocus
      returnFocus
      shadow="md"
      radius={8}
    >
      <Popover.Target>
        <button type="button" {...button} ref={bell} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown className={styles.centre}>
        {opened && <Centre onLeave={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Shows the latest messages of one kind at a time. The first kind with unread messages is preselected. */
function Centre({ onLeave }: { onLeave: () => void }) {
  const t = useTexts(words)
  const { data: unread } = useQuery(unreadOptions)
  const [chosen, setChosen] = useState<Kind>()
  const kind = chosen ?? kinds.find((each) => unread?.get(each)) ?? 'MESSAGE'
  const readAll = useReadAll(kind)

  return (
    <>
      <Tabs
        value={kind}
        onChange={(next) => setChosen(next as Kind)}
        keepMounted={false}
        classNames={{ list: styles.tabs, tab: styles.tab }}
      >
        <Tabs.List aria-label={t('kinds')} grow>
          {kinds.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`kind.${each}`)}
              <Count count={unreadOf(unread, each)} />
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {kinds.map((each) => (
          <Tabs.Panel key={each} value={each}>
            <Newest kind={each} onLeave={onLeave} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <div className={styles.centreFoot}>
        <button
          type="button"
          className="link"
          disabled={!unreadOf(unread, kind) || readAll.isPending}
          onClick={() => readAll.mutate()}
        >
          {t('readAll')}
        </button>
        <Link to="/message/list" className="link" onClick={onLeave}>
          {t('viewAll')}
        </Link>
      </div>
    </>
  )
}

/** Shows the unread count after the label of a tab. */
export function Count({ count }: { count: number }) {
  const t = useTexts(words)
  if (!count) return null
  return (
    <span className={styles.count}>
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="unseen">{t('unread', { count })}</span>
    </span>
  )
}

function Newest({ kind, onLeave }: { kind: Kind; onLeave: () => void }) {
  const t = useTexts(words)
  const { data, error, isFetching, refetch } = useQuery(
    listOptions({ first: 0, pageSize: shown, type: kind, onlyUnread: false }),
  )
  if (data?.data.length) {
    return (
      <ul className={styles.newest}>
        {data.data.map((message) => (
          <MessageRow key={message.id} message={message} onLeave={onLeave} />
        ))}
      </ul>
    )
  }
  if (data) return <p className={styles.none}>{t('none')}</p>
  if (error && !isFetching) {
    return (
      <p className={styles.none} role="alert">
        {t('failed')} <RetryLink onRetry={refetch} />
      </p>
    )
  }
  return (
    <div className={styles.loading} aria-busy="true">
      <Bar width="60%" />
      <Bar width="90%" />
      <Bar width="40%" />
    </div>
  )
}
