import { useMutation } from '@tanstack/react-query'
import type { EventType } from '../../../contract/events.ts'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { StatusText } from '../../ui/feedback/StatusText.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { OpenDialog } from './dialogs/dialogs.ts'
import { type Search, useSearchChange } from './search.ts'
import classes from './Webhooks.module.css'
import { testWebhook, updateWebhook, useWebhooksChanged, type Webhook } from './webhooks.ts'
import { words } from './words.ts'

interface Props {
  webhooks: readonly Webhook[]
  /** Event types to which these webhooks can subscribe. */
  offered: readonly EventType[]
  chosen: string | undefined
  search: Search
  open: OpenDialog
}

/**
 * Lists the webhooks with their status and actions. The deliveries of the selected webhook are shown below
 * the list.
 */
export function WebhookList({ webhooks, offered, chosen, search, open }: Props) {
  const t = useTexts(words)
  return (
    <Panel title={t('list')} count={webhooks.length} padded={false}>
      <ul className={classes.list}>
        {webhooks.map((webhook) => (
          <Row
            key={webhook.id}
            webhook={webhook}
            offered={offered}
            search={search}
            chosen={webhook.id === chosen}
            open={open}
          />
        ))}
      </ul>
    </Panel>
  )
}

interface RowProps extends Pick<Props, 'offered' | 'search' | 'open'> {
  webhook: Webhook
  chosen: boolean
}

function Row({ webhook, offered, search, chosen, open }: RowProps) {
  const t = useTexts(words)
  const times = useTimes()
  const setSearch = useSearchChange(search)
  const changed = useWebhooksChanged()
  const { id, url, events, enabled, waiting, lastError, offDateTime, viewerCan } = webhook
  const since = offDateTime ? times.dateTime(offDateTime) : '—'
  const failed = (error: Error) => toast('err', error.message)
  const test = useMutation({
    mutationFn: () => request(testWebhook, { id }),
    onSuccess: () => toast('ok', t('tested')),
    onError: failed,
    onSettled: changed,
  })
  const toggle = useMutation({
    mutationFn: () => request(updateWebhook, { id, enabled: !enabled }),
    onSuccess: () => toast('ok', t(enabled ? 'turnedOff' : 'turnedOn')),
    onError: failed,
    onSettled: changed,
  })

  return (
    <li className={classes.row} data-chosen={chosen || undefined}>
      <div className={classes.rowText}>
        <button
          type="button"
          className={`mono ${classes.url}`}
          aria-current={chosen || undefined}
          onClick={() => setSearch({ webhook: id })}
        >
          {url}
        </button>
        <span className={classes.about}>
          {enabled ? (
            <StatusText tone={waiting ? 'warn' : 'ok'}>
              {waiting ? t('waiting', { count: waiting }) : t('on')}
            </StatusText>
          ) : (
            <StatusText tone="err">{t('off')}</StatusText>
          )}
          <span title={events.join(', ')}>{t('eventCount', { count: events.length })}</span>
          {enabled && lastError && <span className={classes.error}>{lastError}</span>}
        </span>
        {!enabled && (
          <Notice tone="err">
            {lastError
              ? t('offSince', { time: since, error: lastError, count: waiting })
              : t('offByHand', { time: since })}
          </Notice>
        )}
      </div>
      {viewerCan.change && (
        <div className={classes.actions}>
          {enabled && (
            <button type="button" className="link" disabled={test.isPending} onClick={() => test.mutate()}>
              {t('test')}
            </button>
          )}
          <button type="button" className="link" disabled={toggle.isPending} onClick={() => toggle.mutate()}>
            {t(enabled ? 'turnOff' : 'turnOn')}
          </button>
          <button type="button" className="link" onClick={() => open('edit', [webhook], { offered })}>
            {t('edit')}
          </button>
          <button type="button" className="link" onClick={() => open('rotate', [webhook])}>
            {t('rotate')}
          </button>
          <button type="button" className="link" data-danger onClick={() => open('delete', [webhook])}>
            {t('delete')}
          </button>
        </div>
      )}
    </li>
  )
}
