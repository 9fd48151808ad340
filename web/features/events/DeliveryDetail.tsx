import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { request } from '../../lib/graphql.ts'
import { type Translate, useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { JsonView } from '../../ui/display/JsonView.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Tag } from '../../ui/feedback/StatusText.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import classes from './Webhooks.module.css'
import { type Delivery, resendDelivery, useWebhooksChanged, type Webhook } from './webhooks.ts'
import { words } from './words.ts'

/** How the last try was answered, or that there was none. */
export function AnswerTag({ delivery: { delivered, tries } }: { delivery: Delivery }) {
  const t = useTexts(words)
  const [last] = tries
  if (!last) return <Tag tone={delivered ? 'ok' : 'neutral'}>{t('queued')}</Tag>
  const ok = last.status !== null && last.status >= 200 && last.status < 300
  return <Tag tone={ok ? 'ok' : 'err'}>{last.status ?? t('noAnswer')}</Tag>
}

/** One event: each try with its answer, what was sent, and sending it again. */
export function DeliveryDetail({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const t = useTexts(words)
  const times = useTimes()
  const changed = useWebhooksChanged()
  const { id, eventId, type, dateTime, payload, delivered, nextDateTime, behind, tries, answer } = delivery
  const blocked = !delivered && !nextDateTime
  const resend = useMutation({
    mutationFn: () => request(resendDelivery, { webhookId: webhook.id, id }),
    onSuccess: () => toast('ok', t('resent')),
    onError: (error) => toast('err', error.message),
    onSettled: changed,
  })

  return (
    <section className={classes.detail} aria-label={t('detail')}>
      <div className={classes.detailHead}>
        <h3 className={`mono ${classes.type}`}>{type}</h3>
        <AnswerTag delivery={delivery} />
        <Button
          className={classes.again!}
          loading={resend.isPending}
          disabled={!webhook.enabled || blocked}
          onClick={() => resend.mutate()}
        >
          {t('resend')}
        </Button>
      </div>
      <p className={classes.about}>{t('place', { id: eventId, place: id })}</p>

      <h4 className={classes.heading}>{t('tries', { count: tries.length })}</h4>
      {tries.length > 0 && (
        <ul className={classes.tries}>
          {tries.map(({ dateTime: at, status, reason, duration }) => (
            <li key={at} data-failed={status === null || status < 200 || status > 299 || undefined}>
              <time dateTime={at} title={times.exact(at)}>
                {times.recent(at)}
              </time>
              <span>{status === null ? reasonIn(t, reason) : `HTTP ${status}`}</span>
              <span className={classes.about}>{t('ms', { ms: duration })}</span>
            </li>
          ))}
        </ul>
      )}
      {!webhook.enabled ? null : blocked ? (
        <Notice>{t('blocked')}</Notice>
      ) : nextDateTime && !delivered ? (
        <Notice tone="warn">
          {behind
            ? t('nextBehind', { time: times.dateTime(nextDateTime), count: behind })
            : t('next', { time: times.dateTime(nextDateTime) })}
        </Notice>
      ) : null}

      {answer !== null && (
        <>
          <h4 className={classes.heading}>{t('answerText')}</h4>
          <pre className={classes.answer}>{answer || t('answerEmpty')}</pre>
        </>
      )}
      <h4 className={classes.heading}>{t('request')}</h4>
      <JsonView value={{ id: eventId, type, dateTime, payload }} label={t('request')} />
    </section>
  )
}

function reasonIn(t: Translate<typeof words>, reason: string | null): string {
  if (reason === 'TIMEOUT') return t('reason.timeout')
  if (reason === 'ADDRESS_REFUSED') return t('reason.address')
  if (reason === 'ENOTFOUND') return t('reason.host')
  if (reason === 'ECONNREFUSED') return t('reason.refused')
  return reason ?? ''
}
