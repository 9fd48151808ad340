import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { first, required } from '../../../contract/required.ts'
import { json, listen, type ReceivedRequest } from '../../testing/http-server.ts'
import { codeMessage, failureOf, noticeMessage, silent, templateParams } from '../../testing/outgoing.ts'
import { authorize, canonicalQuery } from './aliyun.ts'
import { parseTransport } from './parse.ts'

const at = (host: string, params = templateParams) => `aliyun://LTAI5tExample:s%2Fcr%40t@${host}/?${params}`
const secret = 's/cr@t'

/**
 * Verifies the signature using only the received request and the secret, without the code that creates
 * signatures.
 */
function isSigned({ method, url, headers, body }: ReceivedRequest): boolean {
  const [, id, names, signature] =
    /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (id !== 'LTAI5tExample' || !names || !signature) return false
  const signed = names.split(';')
  const mustBeSigned = Object.keys(headers).filter((name) => name.startsWith('x-acs-') || name === 'host')
  if (!mustBeSigned.every((name) => signed.includes(name))) return false
  const [path, query] = url.split('?')
  const bodyHash = createHash('sha256').update(body).digest('hex')
  if (headers['x-acs-content-sha256'] !== bodyHash) return false
  let canonical = `${method}\n${path}\n${query}\n`
  for (const name of signed) canonical += `${name}:${headers[name]}\n`
  canonical += `\n${names}\n${bodyHash}`
  const toSign = `ACS3-HMAC-SHA256\n${createHash('sha256').update(canonical).digest('hex')}`
  return createHmac('sha256', secret).update(toSign).digest('hex') === signature
}

test('reproduces the signature from Alibaba Cloud’s documentation', () => {
  const query = canonicalQuery({
    RegionId: 'cn-shanghai',
    ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
  })
  const headers = {
    host: 'ecs.cn-shanghai.aliyuncs.com',
    'x-acs-action': 'RunInstances',
    'x-acs-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-acs-date': '2023-10-26T10:22:32Z',
    'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
    'x-acs-version': '2014-05-26',
  }
  expect(authorize({ id: 'YourAccessKeyId', secret: 'YourAccessKeySecret' }, { query, headers })).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,' +
      'SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,' +
      'Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
})

test('sends a code to a Chinese mainland number with the template for codes', async () => {
  await using provider = await listen((_, response) => json(response, { Code: 'OK', Message: 'OK' }))
  await parseTransport(at(provider.host), 'sms').send(codeMessage, silent)

  const [request] = provider.received
  expect(isSigned(required(request, 'request'))).toBe(true)
  expect(required(request, 'request').headers).toMatchObject({
    'x-acs-action': 'SendSms',
    'x-acs-version': '2017-05-25',
  })
  expect(
    Object.fromEntries(new URL(required(request, 'request').url, 'http://provider').searchParams),
  ).toEqual({
    PhoneNumbers: '13800138000',
    SignName: '里弗',
    TemplateCode: 'CODE_1',
    TemplateParam: '{"code":"204816"}',
  })
})

test('uses the template for foreign numbers if the setting contains one', async () => {
  await using provider = await listen((_, response) => json(response, { Code: 'OK' }))
  await parseTransport(at(provider.host), 'sms').send(noticeMessage, silent)
  const address = at(provider.host, `${templateParams}&abroad.template.password.changed=INTL_9`)
  await parseTransport(address, 'sms').send(noticeMessage, silent)

  const sent = provider.received.map(({ url }) => new URL(url, 'http://provider').searchParams)
  expect(sent.map((params) => params.get('PhoneNumbers'))).toEqual(['85291234567', '85291234567'])
  expect(sent.map((params) => params.get('TemplateCode'))).toEqual(['CHANGED_2', 'INTL_9'])
  expect(sent.every((params) => !params.has('TemplateParam'))).toBe(true)
})

const sentAt = new Date('2026-11-23T15:59:00Z')
const details = (detail?: object) => ({
  Code: 'OK',
  TotalCount: detail ? '1' : '0',
  SmsSendDetailDTOs: { SmsSendDetailDTO: detail ? [detail] : [] },
})
const queryReceipt = (host: string, to: string | null, day = sentAt) =>
  required(
    parseTransport(at(host), 'sms').fetchReceipt,
    'fetchReceipt',
  )({ to, providerId: '134523^4351', at: day })

test('queries a receipt by the id of the SMS and the date in China', async () => {
  await using provider = await listen((_, response) => json(response, details({ SendStatus: 3 })))
  expect(await queryReceipt(provider.host, '+85291234567')).toEqual({ status: 'RECEIVED', reason: null })
  const [request] = provider.received
  expect(isSigned(required(request, 'request'))).toBe(true)
  expect(required(request, 'request').headers).toMatchObject({ 'x-acs-action': 'QuerySendDetails' })
  expect(
    Object.fromEntries(new URL(required(request, 'request').url, 'http://provider').searchParams),
  ).toEqual({
    ...{ PhoneNumber: '85291234567', BizId: '134523^4351' },
    ...{ SendDate: '20261123', CurrentPage: '1', PageSize: '1' },
  })
})

test('also queries the receipts of the previous day if an SMS was sent just after midnight', async () => {
  await using provider = await listen(({ url }, response) =>
    json(response, details(url.includes('20261123') ? { SendStatus: 3 } : undefined)),
  )
  expect(await queryReceipt(provider.host, '+8613800138000', new Date('2026-11-23T16:00:02Z'))).toEqual({
    ...{ status: 'RECEIVED', reason: null },
  })
})

test.each([
  ['null while the SMS is pending at the carrier', { SendStatus: 1 }, null],
  [
    'the reason if the SMS failed',
    { SendStatus: 2, ErrCode: 'MK:0013' },
    { status: 'UNDELIVERED', reason: 'MK:0013' },
  ],
  ['null if the SMS is unknown', undefined, null],
])(
  'queries the delivery receipt of an SMS from the provider, and returns %s',
  async (_name, detail, receipt) => {
    await using provider = await listen((_, response) => json(response, details(detail)))
    expect(await queryReceipt(provider.host, '+8613800138000')).toEqual(receipt)
  },
)

test('does not query a receipt if the account has been erased', async () => {
  await using provider = await listen((_, response) => json(response, details({ SendStatus: 3 })))
  expect(await queryReceipt(provider.host, null)).toBeNull()
  expect(provider.received).toEqual([])
})

test('the signature check of these tests rejects a request that is signed with a wrong secret', async () => {
  await using provider = await listen((_, response) => json(response, { Code: 'OK' }))
  await parseTransport(at(provider.host).replace('s%2Fcr%40t', 'other'), 'sms').send(codeMessage, silent)
  expect(isSigned(first(provider.received, 'received'))).toBe(false)
})

test.each([
  ['isv.MOBILE_NUMBER_ILLEGAL', 200, 'refused'],
  ['isv.SMS_TEMPLATE_ILLEGAL', 200, 'refused'],
  ['isp.RAM_PERMISSION_DENY', 200, 'refused'],
  ['SignatureDoesNotMatch', 400, 'refused'],
  ['isp.SYSTEM_ERROR', 200, 'retry'],
  ['isv.BUSINESS_LIMIT_CONTROL', 200, 'retry'],
  ['Throttling.User', 400, 'retry'],
])('treats the Alibaba Cloud error %s with HTTP status %i as %s', async (code, status, kind) => {
  await using provider = await listen((_, response) =>
    json(response, { Code: code, Message: 'x', RequestId: '1' }, status),
  )
  expect(await failureOf(parseTransport(at(provider.host), 'sms').send(codeMessage, silent))).toEqual([
    kind,
    code,
  ])
})

test('treats HTTP status 503 as retry, and a connection that is closed without a response as unanswered', async () => {
  await using busy = await listen((_, response) => response.writeHead(503).end('busy'))
  await using mute = await listen((_, response) => response.destroy())
  const send = (host: string) => failureOf(parseTransport(at(host), 'sms').send(codeMessage, silent))
  expect(await send(busy.host)).toEqual(['retry', 'HTTP 503'])
  expect(await send(mute.host)).toEqual(['unanswered', 'no response: ECONNRESET'])
})
