import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { IconWebhook } from '#icons/page'
import type { EventType } from '../../../contract/events.ts'
import { limits } from '../../../contract/limits.ts'
import { useTexts } from '../../lib/texts.ts'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Deliveries } from './Deliveries.tsx'
import { useWebhookDialogs } from './dialogs/dialogs.ts'
import { FigureStrip } from './FigureStrip.tsx'
import { type Search, useSearchChange } from './search.ts'
import { WebhookList } from './WebhookList.tsx'
import classes from './Webhooks.module.css'
import { type WebhookOwner, webhooksOptions } from './webhooks.ts'
import { words } from './words.ts'

interface Props {
  owner: WebhookOwner
  /** Event types to which these webhooks can subscribe. */
  offered: readonly EventType[]
  context: ReactNode
  /** Text that is shown if there are no webhooks. */
  emptyText: string
  /** Whether the webhooks are read-only. */
  fixed?: boolean
  search: Search
}

/** Shows the webhooks of the platform, an organization, an application or a service account. */
export function Webhooks({ owner, offered, context, emptyText, fixed = false, search }: Props) {
  const t = useTexts(words)
  const setSearch = useSearchChange(search)
  const { open, dialog } = useWebhookDialogs()
  const query = useQuery(webhooksOptions(owner))
  const { data, error, isFetching } = query
  const chosen = data?.find(({ id }) => id === search.webhook) ?? data?.[0]
  const full = (data?.length ?? 0) >= limits.webhooks.each
  const create = offered.length > 0 && !fixed && (
    <Button
      onClick={() =>
        open('create', [], { owner, offered, onCreated: (webhook: string) => setSearch({ webhook }) })
      }
      disabled={full}
      title={full ? t('full', { max: limits.webhooks.each }) : undefined}
    >
      {t('create')}
    </Button>
  )

  return (
    <>
      <PageHeader title={t('title')} context={context} actions={data && data.length > 0 && create} />
      {data?.length === 0 ? (
        <Panel>
          <EmptyState icon={<IconWebhook size={26} stroke={1.6} />} title={t('emptyTitle')} actions={create}>
            {emptyText}
          </EmptyState>
        </Panel>
      ) : data ? (
        <div className={classes.page}>
          {fixed && <Notice>{t('fixed')}</Notice>}
          <WebhookList webhooks={data} offered={offered} chosen={chosen?.id} search={search} open={open} />
          {chosen && <FigureStrip webhook={chosen} />}
          {chosen && <Deliveries key={chosen.id} webhook={chosen} search={search} />}
        </div>
      ) : (
        <Panel>{error && !isFetching ? <LoadError title={t('failed')} query={query} /> : <Loading />}</Panel>
      )}
      {dialog}
    </>
  )
}

export function Loading() {
  const t = useTexts(words)
  return (
    <div className={classes.loading} role="status" aria-label={t('loading')}>
      <Bar width={320} />
      <Bar width={240} />
    </div>
  )
}
