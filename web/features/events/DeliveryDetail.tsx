import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconRefresh } from '#icons'
import { parseJson } from '../../lib/calls/json.ts'
import { request } from '../../lib/graphql.ts'
import { type Translate, useTexts } from '../../lib/texts.ts'
import { TimeText } from '../../lib/time/TimeText.tsx'
import { useTimes } from '../../lib/time/time.ts'
import { useCopy } from '../../ui/display/clipboard.ts'
import { JsonView } from '../../ui/display/JsonView.tsx'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { AnswerTag, isAnsweredWell } from './AnswerTag.tsx'
import { curlOf } from './curl.ts'
import classes from './DeliveryDetail.module.css'
import {
  type DeliveryInFull,
  deliveryOptions,
  resendDelivery,
  useWebhooksChanged,
  type Webhook,
} from './webhooks.ts'
import { words } from './words.ts'

/** Shows a delivery with its attempts, responses and request, and a button to resend it. */
export function DeliveryDetail({ webhook, id }: { webhook: Webhook; id: string }) {
  const t = useTexts(words)
  const query = useQuery(deliveryOptions(webhook.id, id))
  const { data, error, isFetching } = query
  return (
    <section className={classes.detail} aria-label={t('detail')}>
      {data ? (
        <Loaded webhook={webhook} delivery={data} />
      ) : data === null ? (
        <p className={classes.about}>{t('gone')}</p>
      ) : error && !isFetching ? (
        <LoadError title={t('deliveriesFailed')} query={query} />
      ) : (
        <Bar width={160} />
      )}
    </section>
  )
}

function Loaded({ webhook, delivery }: { webhook: Webhook; delivery: DeliveryInFull }) {
  const t = useTexts(words)
  const copy = useCopy()
  const changed = useWebhooksChanged()
  const { id, eventId, type, objectName, delivered, nextDateTime, tries, answer, request: sent } = delivery
  const blocked = !delivered && !nextDateTime
  const resend = useMutation({
    mutationFn: () => request(resendDelivery, { webhookId: webhook.id, id }),
    onSuccess: () => toast('ok', t('resent')),
    onError: (error) => toast('err', error.message),
    onSettled: changed,
  })

  return (
    <>
      <div className={classes.head}>
        <h3 className={`mono ${classes.type}`}>{type}</h3>
        <AnswerTag delivered={delivered} last={tries[0]} />
        {webhook.viewerCan.change && (
          <Button
            className={classes.again}
            leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden />}
            loading={resend.isPending}
            disabled={!webhook.enabled || blocked}
            onClick={() => resend.mutate()}
          >
            {t('resend')}
          </Button>
        )}
      </div>
      <p className={classes.about}>
        {objectName && <span>{objectName}</span>}
        <span>{t('place', { id: eventId, place: id })}</span>
      </p>

      <h4 className={classes.heading}>
        {t('tries')} <span>{t('triesAbout', { count: tries.length })}</span>
      </h4>
      {tries.length > 0 && <Tries tries={tries} />}
      <Waits webhook={webhook} delivery={delivery} />

      {answer !== null && (
        <>
          <h4 className={classes.heading}>{t('answerText')}</h4>
          <pre className={classes.block}>{answer || t('answerEmpty')}</pre>
        </>
      )}
      <h4 className={classes.heading}>
        {t('request')} <span>{t('requestAbout')}</span>
        <button type="button" className="link" onClick={() => void copy(curlOf(webhook.url, sent))}>
          {t('curl')}
        </button>
      </h4>
      <pre className={classes.block}>{sent.headers.join('\n')}</pre>
      <JsonView value={parseJson(sent.body)} label={t('request')} />
    </>
  )
}

function Tries({ tries }: Pick<DeliveryInFull, 'tries'>) {
  const t = useTexts(words)
  return (
    <ul className={classes.tries}>
      {tries.map(({ dateTime, status, reason, duration }) => (
        <li key={dateTime} data-failed={!isAnsweredWell(status) || undefined}>
          <TimeText at={dateTime} as="moment" />
          <span>{status === null ? reasonIn(t, reason) : `HTTP ${status}`}</span>
          <span className={classes.about}>{t('ms', { ms: duration })}</span>
        </li>
      ))}
    </ul>
  )
}

/**
 * Shows that this delivery waits for earlier deliveries or for its next attempt, and how many later
 * deliveries wait for it.
 */
function Waits({ webhook, delivery }: { webhook: Webhook; delivery: DeliveryInFull }) {
  const t = useTexts(words)
  const times = useTimes()
  const { delivered, nextDateTime, behind } = delivery
  if (!webhook.enabled || delivered) return null
  if (!nextDateTime) return <Notice>{t('blocked')}</Notice>
  const time = times.dateTime(nextDateTime)
  return (
    <Notice tone="warn">{behind ? t('nextBehind', { time, count: behind }) : t('next', { time })}</Notice>
  )
}

function reasonIn(t: Translate<typeof words>, reason: string | null): string {
  if (reason === 'TIMEOUT') return t('reason.timeout')
  if (reason === 'ADDRESS_REFUSED') return t('reason.address')
  if (reason === 'ENOTFOUND') return t('reason.host')
  if (reason === 'ECONNREFUSED') return t('reason.refused')
  return reason ?? ''
}
