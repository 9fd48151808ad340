import { createHash, createHmac } from 'node:crypto'
import { checkStatus, parseAnswer, post, reachHost, schemeFor } from './post.ts'
import { parseProvider } from './provider.ts'
import { DeliveryError, type Way } from './transport.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const contentType = 'application/json; charset=utf-8'

/**
 * The value of Authorization for a POST of JSON, TC3-HMAC-SHA256 over content-type and host.
 * Source: https://cloud.tencent.com/document/api/382/52072
 * timestamp: seconds since 1970, also sent as X-TC-Timestamp.
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

// Its own faults and limits pass with time, a balance is topped up by its operator.
const later = /^(InternalError|RequestLimitExceeded|LimitExceeded|FailedOperation\.InsufficientBalance)/

const refusal = (code: unknown) => {
  const reason = String(code).slice(0, 100)
  return new DeliveryError(later.test(reason) ? 'retry' : 'refused', reason)
}

interface SmsAnswer {
  Error?: { Code?: string }
  SendStatusSet?: { Code?: string }[]
}

/** SMS 2021-01-11, SendSms. The template of `code` has one variable: {1}. */
export function tencentTransport(setting: string): Way {
  const provider = parseProvider(setting, {
    endpoint: 'sms.tencentcloudapi.com',
    scheme: schemeFor,
    params: ['app', 'region'],
  })
  const app = provider.params.get('app')
  if (!app) throw new Error('lacks app, the SmsSdkAppId')
  const region = provider.params.get('region') ?? 'ap-guangzhou'
  const { host } = provider.endpoint
  return {
    async send({ to, template, code }, _log, timeout) {
      const body = JSON.stringify({
        PhoneNumberSet: [to],
        SmsSdkAppId: app,
        SignName: provider.sign,
        TemplateId: provider.templateFor(template, to),
        TemplateParamSet: code === null ? [] : [code],
      })
      const timestamp = Math.floor(Date.now() / 1000)
      const headers = {
        host,
        'content-type': contentType,
        'x-tc-action': 'SendSms',
        'x-tc-version': '2021-01-11',
        'x-tc-region': region,
        'x-tc-timestamp': String(timestamp),
        authorization: authorize(provider, { service: 'sms', host, body, timestamp }),
      }
      const { status, body: text } = await post(provider.endpoint, {
        ...{ headers, body, timeout },
        repeatable: false,
      })
      // A refusal is a 200 with an Error.
      checkStatus(status)
      const { Error: error, SendStatusSet: sent } = Object(parseAnswer(text).Response) as SmsAnswer
      if (error) throw refusal(error.Code)
      if (sent?.[0]?.Code !== 'Ok') throw refusal(sent?.[0]?.Code)
    },
    reach: () => reachHost(provider.endpoint),
  }
}
