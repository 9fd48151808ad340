import { Button, Tabs } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { IconBell } from '#icons'
import { pageRoute } from '../../lib/page.ts'
import { useTexts } from '../../lib/texts.ts'
import { Pager } from '../../shared/list/Pager.tsx'
import { useListSearch } from '../../shared/list/useListSearch.ts'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Check } from '../../ui/fields/Check.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Count } from './MessageCentre.tsx'
import { MessageRow } from './MessageRow.tsx'
import styles from './Messages.module.css'
import { listOptions, unreadOf, unreadOptions, useReadAll } from './messages.ts'
import { kinds, messageRules } from './search.ts'
import { words } from './words.ts'

const route = pageRoute('messageList')

/** /message/list: all messages, in pages. */
export function MessagesPage() {
  const t = useTexts(words)
  const state = useListSearch(messageRules, route.useSearch())
  const type = state.filters.type || null
  const onlyUnread = state.filters.status === 'unread'
  const { data: unread } = useQuery(unreadOptions)
  const query = useQuery({
    ...listOptions({ first: state.first, pageSize: state.size, type, onlyUnread }),
    placeholderData: keepPreviousData,
  })
  const readAll = useReadAll(type)
  const show = (filters: Partial<typeof state.filters>) =>
    state.go({ filters: { ...state.filters, ...filters } })

  // Go to the previous page if the last page is empty. It becomes empty when only unread messages are shown
  // and all messages on it are marked as read.
  const { data } = query
  const beyond = data?.data.length === 0 && !query.isPlaceholderData && state.page > 1
  useEffect(() => {
    if (beyond) state.go({ page: state.page - 1 }, true)
  })

  return (
    <>
      <PageHeader
        title={t('title')}
        context={
          unread && (unreadOf(unread, null) ? t('unread', { count: unreadOf(unread, null) }) : t('allRead'))
        }
        actions={
          <Button
            variant="default"
            loading={readAll.isPending}
            disabled={!unreadOf(unread, type)}
            onClick={() => readAll.mutate(undefined, { onSuccess: () => toast('ok', t('readDone')) })}
          >
            {t('readAll')}
          </Button>
        }
      />
      <Panel padded={false}>
        <div className={styles.bar}>
          <Tabs
            value={type ?? 'all'}
            onChange={(next) => show({ type: kinds.find((kind) => kind === next) ?? '' })}
            classNames={{ list: styles.pageTabs, tab: styles.tab }}
          >
            <Tabs.List aria-label={t('kinds')}>
              <Tabs.Tab value="all">{t('all')}</Tabs.Tab>
              {kinds.map((each) => (
                <Tabs.Tab key={each} value={each}>
                  {t(`kind.${each}`)}
                  <Count count={unreadOf(unread, each)} />
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
          {/* biome-ignore lint/a11y/noLabelWithoutControl: Check renders the labeled input */}
          <label className={styles.only}>
            <Check checked={onlyUnread} onChange={(only) => show({ status: only ? 'unread' : '' })} />
            {t('onlyUnread')}
          </label>
        </div>
        {data ? (
          data.data.length ? (
            <ul className={styles.all} data-stale={query.isPlaceholderData || undefined}>
              {data.data.map((message) => (
                <MessageRow key={message.id} message={message} />
              ))}
            </ul>
          ) : (
            <Nothing filtered={state.filtered} onlyUnread={onlyUnread} onClear={state.clear} />
          )
        ) : query.error && !query.isFetching ? (
          <LoadError query={query} title={t('failed')} />
        ) : (
          <Loading />
        )}
        {data && data.count > 0 && (
          <Pager
            count={data.count}
            exact={data.countExact}
            page={state.page}
            size={state.size}
            go={state.go}
          />
        )}
      </Panel>
    </>
  )
}

interface NothingProps {
  filtered: boolean
  onlyUnread: boolean
  onClear: () => void
}

function Nothing({ filtered, onlyUnread, onClear }: NothingProps) {
  const t = useTexts(words)
  return (
    <EmptyState
      icon={<IconBell size={26} stroke={1.6} />}
      title={onlyUnread ? t('noneUnreadTitle') : t('emptyTitle')}
      actions={
        filtered && (
          <Button variant="default" onClick={onClear}>
            {t('showAll')}
          </Button>
        )
      }
    >
      {onlyUnread ? t('noneUnreadText') : t('emptyText')}
    </EmptyState>
  )
}

function Loading() {
  return (
    <div className={styles.loading} aria-busy="true">
      {['30%', '70%', '24%', '62%', '36%', '80%'].map((width) => (
        <Bar key={width} width={width} />
      ))}
    </div>
  )
}
