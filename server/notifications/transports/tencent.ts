import { createHash, createHmac } from 'node:crypto'
import { checkStatus, parseAnswer, post, reachHost, schemeFor } from './post.ts'
import { parseProvider } from './provider.ts'
import { cleanReason, DeliveryError, receiptTimeout, type Sender } from './transport.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const contentType = 'application/json; charset=utf-8'

/**
 * Returns the Authorization header (TC3-HMAC-SHA256 over content-type and host) for a POST request with JSON.
 * `timestamp` is in seconds since 1970 and must equal X-TC-Timestamp.
 *
 * Source: https://cloud.tencent.com/document/api/382/52072
 */
export function authorize(
  credentials: { id: string; secret: string },
  { service, host, body, timestamp }: { service: string; host: string; body: string; timestamp: number },
): string {
  const signed = 'content-type;host'
  const lines = `content-type:${contentType}\nhost:${host}\n`
  const canonical = ['POST', '/', '', lines, signed, sha256(body)].join('\n')
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const scope = `${date}/${service}/tc3_request`
  const key = hmac(hmac(hmac(`TC3${credentials.secret}`, date), service), 'tc3_request')
  const text = ['TC3-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n')
  return `TC3-HMAC-SHA256 Credential=${credentials.id}/${scope}, SignedHeaders=${signed}, Signature=${hmac(key, text).toString('hex')}`
}

// Error codes for which a retry can succeed. Faults of the provider and rate limits are temporary, and the
// operator can top up the balance.
const later = /^(InternalError|RequestLimitExceeded|LimitExceeded|FailedOperation\.InsufficientBalance)/

const refusal = (code: unknown) => {
  const reason = String(code).slice(0, 100)
  return new DeliveryError(later.test(reason) ? 'retry' : 'refused', reason)
}

interface SmsAnswer {
  Error?: { Code?: string }
  SendStatusSet?: { Code?: string; SerialNo?: string }[]
  PullSmsSendStatusSet?: { SerialNo?: string; ReportStatus?: string; Description?: string }[]
}

/** Maximum time in seconds by which the provider's clock may be behind this server's clock. */
const slack = 600

/**
 * Returns a transport for Tencent Cloud SMS (2021-01-11, SendSms and PullSmsSendStatusByPhoneNumber).
 * Templates have at most one variable: {1}.
 */
export function tencentTransport(setting: string): Sender {
  const provider = parseProvider(setting, {
    endpoint: 'sms.tencentcloudapi.com',
    scheme: schemeFor,
    params: ['app', 'region'],
  })
  const app = provider.params.get('app')
  if (!app) throw new Error('must have the parameter app with the SmsSdkAppId')
  const region = provider.params.get('region') ?? 'ap-guangzhou'
  const { host } = provider.endpoint

  async function call(
    action: string,
    params: object,
    { repeatable, timeout }: { repeatable: boolean; timeout?: number | undefined },
  ): Promise<SmsAnswer> {
    const body = JSON.stringify(params)
    const timestamp = Math.floor(Date.now() / 1000)
    const headers = {
      host,
      'content-type': contentType,
      'x-tc-action': action,
      'x-tc-version': '2021-01-11',
      'x-tc-region': region,
      'x-tc-timestamp': String(timestamp),
      authorization: authorize(provider, { service: 'sms', host, body, timestamp }),
    }
    const { status, body: text } = await post(provider.endpoint, { headers, body, repeatable, timeout })
    // A rejected request has the status 200 and an `Error` field.
    checkStatus(status)
    const answer = Object(parseAnswer(text).Response) as SmsAnswer
    if (answer.Error) throw refusal(answer.Error.Code)
    return answer
  }

  return {
    async send({ to, template, variables }, _log, timeout) {
      const params = {
        PhoneNumberSet: [to],
        SmsSdkAppId: app,
        SignName: provider.sign,
        TemplateId: provider.templateFor(template, to),
        TemplateParamSet: Object.values(variables),
      }
      const { SendStatusSet: sent } = await call('SendSms', params, { repeatable: false, timeout })
      if (sent?.[0]?.Code !== 'Ok') throw refusal(sent?.[0]?.Code)
      return sent[0].SerialNo || undefined
    },
    /**
     * Returns the receipt of a message. Tencent's API queries by phone number, for at most the last seven
     * days: https://cloud.tencent.com/document/api/382/55976. PullSmsSendStatus is not used, because it
     * returns each receipt only once: if a response were lost, its receipts would be lost too.
     */
    async fetchReceipt({ to, providerId, at }) {
      if (to === null) return null
      const BeginTime = Math.floor(at.getTime() / 1000) - slack
      const params = { BeginTime, Offset: 0, Limit: 100, PhoneNumber: to, SmsSdkAppId: app }
      const { PullSmsSendStatusSet: statuses = [] } = await call('PullSmsSendStatusByPhoneNumber', params, {
        ...{ repeatable: true, timeout: receiptTimeout },
      })
      const found = statuses.find(({ SerialNo }) => SerialNo === providerId)
      if (!found) return null
      return found.ReportStatus === 'SUCCESS'
        ? { status: 'RECEIVED', reason: null }
        : { status: 'UNDELIVERED', reason: cleanReason(found.Description) }
    },
    missing: provider.missing,
    reach: () => reachHost(provider.endpoint),
  }
}
