import { createHash, createHmac, randomUUID } from 'node:crypto'
import { required } from '../../../contract/required.ts'
import { checkStatus, parseAnswer, post, reachHost, schemeFor } from './post.ts'
import { parseProvider } from './provider.ts'
import { cleanReason, DeliveryError, deliveryTimeout, receiptTimeout, type Sender } from './transport.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Percent-encodes everything except the unreserved characters of RFC 3986: letters, digits and - _ . ~ */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Returns the query string with the parameters in the order and encoding that the signature requires. */
export const canonicalQuery = (params: Record<string, string>): string =>
  Object.entries(params)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')

/**
 * Returns the Authorization header (ACS3-HMAC-SHA256) for a POST request without a body. `headers` contains
 * the x-acs-* headers and host, with lower-case names. All of them are signed.
 *
 * Source: https://help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature
 */
export function authorize(
  credentials: { id: string; secret: string },
  { query, headers }: { query: string; headers: Record<string, string> },
): string {
  const names = Object.keys(headers).sort()
  const lines = names.map((name) => `${name}:${required(headers[name], 'item of headers').trim()}\n`).join('')
  const signed = names.join(';')
  const canonical = ['POST', '/', query, lines, signed, headers['x-acs-content-sha256']].join('\n')
  const signature = createHmac('sha256', credentials.secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
  return `ACS3-HMAC-SHA256 Credential=${credentials.id},SignedHeaders=${signed},Signature=${signature}`
}

/**
 * Returns the phone number in the format of Alibaba Cloud. The country code is included except for mainland
 * China, and there is never a plus sign.
 */
const numberOf = (phone: string) => phone.replace(/^\+86/, '').replace(/^\+/, '')

/** Returns the date as yyyyMMdd in the time zone that Alibaba Cloud uses. */
const dayOf = (at: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(at).replaceAll('-', '')

interface Details {
  SmsSendDetailDTO?: { SendStatus?: unknown; ErrCode?: string }[]
}

// Error codes for which a retry can succeed. isp.* are faults of the provider, rate limits expire, and the
// operator can top up the balance.
const later =
  /^(isp\.(?!RAM_PERMISSION_DENY)|Throttling|ServiceUnavailable|InternalError|isv\.(BUSINESS_LIMIT_CONTROL|DAY_LIMIT_CONTROL|OUT_OF_SERVICE|AMOUNT_NOT_ENOUGH))/

/**
 * Returns a transport for Alibaba Cloud Short Message Service (Dysmsapi 2017-05-25, SendSms and
 * QuerySendDetails). Templates have at most one variable: ${code} or ${name}.
 */
export function aliyunTransport(setting: string): Sender {
  const provider = parseProvider(setting, {
    endpoint: 'dysmsapi.aliyuncs.com',
    scheme: schemeFor,
    params: [],
  })

  async function call(
    action: string,
    params: Record<string, string>,
    { repeatable, timeout }: { repeatable: boolean; timeout?: number | undefined },
  ): Promise<Record<string, unknown>> {
    const query = canonicalQuery(params)
    const headers: Record<string, string> = {
      host: provider.endpoint.host,
      'x-acs-action': action,
      'x-acs-version': '2017-05-25',
      'x-acs-date': new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
      'x-acs-signature-nonce': randomUUID(),
      'x-acs-content-sha256': sha256(''),
    }
    const url = new URL(`/?${query}`, provider.endpoint)
    const { status, body } = await post(url, {
      headers: { ...headers, authorization: authorize(provider, { query, headers }) },
      ...{ body: '', repeatable, timeout },
    })
    // A rejected request has the status 4xx or 200. Both have the fields Code and Message.
    if (status >= 500) checkStatus(status)
    const answer = parseAnswer(body)
    if (answer.Code === 'OK') return answer
    const reason = String(answer.Code ?? `HTTP ${status}`).slice(0, 100)
    throw new DeliveryError(later.test(reason) || status === 429 ? 'retry' : 'refused', reason)
  }

  return {
    async send({ to, template, variables }, _log, timeout) {
      const params = {
        PhoneNumbers: numberOf(to),
        SignName: provider.sign,
        TemplateCode: provider.templateFor(template, to),
        ...(Object.keys(variables).length > 0 && { TemplateParam: JSON.stringify(variables) }),
      }
      const { BizId: id } = await call('SendSms', params, { repeatable: false, timeout })
      return typeof id === 'string' ? id : undefined
    },
    /**
     * Returns the receipt of a message. Alibaba Cloud's API queries by phone number and day, for at most the
     * last 30 days: https://help.aliyun.com/document_detail/419277.html
     */
    async fetchReceipt({ to, providerId, at }) {
      if (to === null) return null
      // `at` is when the provider responded. Shortly after midnight, the provider may have accepted the SMS
      // on the previous day.
      const days = new Set([dayOf(at.getTime()), dayOf(at.getTime() - deliveryTimeout)])
      for (const SendDate of days) {
        const page = { SendDate, CurrentPage: '1', PageSize: '1' }
        const params = { PhoneNumber: numberOf(to), BizId: providerId, ...page }
        const answer = await call('QuerySendDetails', params, { repeatable: true, timeout: receiptTimeout })
        const [found] = (Object(answer.SmsSendDetailDTOs) as Details).SmsSendDetailDTO ?? []
        // Status 1 means that the carrier has not sent a report yet.
        if (String(found?.SendStatus) === '3') return { status: 'RECEIVED', reason: null }
        if (String(found?.SendStatus) === '2')
          return { status: 'UNDELIVERED', reason: cleanReason(found?.ErrCode) }
      }
      return null
    },
    missing: provider.missing,
    reach: () => reachHost(provider.endpoint),
  }
}
