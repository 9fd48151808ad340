import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { first, required } from '../../../contract/required.ts'
import { json, listen, type ReceivedRequest } from '../../testing/http-server.ts'
import { codeMessage, failureOf, noticeMessage, silent, templateParams } from '../../testing/outgoing.ts'
import { parseTransport } from './parse.ts'
import { authorize } from './tencent.ts'

const at = (host: string, secret = 'k3y') =>
  `tencent://AKIDexample:${secret}@${host}/?app=1400006666&${templateParams}`

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Verifies the signature using only the received request and the secret, without the code that creates
 * signatures.
 */
function isSigned({ method, url, headers, body }: ReceivedRequest): boolean {
  const [, id, date, names, signature] =
    /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/sms\/tc3_request, SignedHeaders=([^,]+), Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const timestamp = String(headers['x-tc-timestamp'])
  if (id !== 'AKIDexample' || !date || !names || !signature) return false
  if (date !== new Date(Number(timestamp) * 1000).toISOString().slice(0, 10)) return false
  if (!['content-type', 'host'].every((name) => names.split(';').includes(name))) return false
  let canonical = `${method}\n${url}\n\n`
  for (const name of names.split(';')) canonical += `${name}:${String(headers[name]).toLowerCase()}\n`
  canonical += `\n${names}\n${sha256(body)}`
  const toSign = `TC3-HMAC-SHA256\n${timestamp}\n${date}/sms/tc3_request\n${sha256(canonical)}`
  let key: string | Buffer = 'TC3k3y'
  for (const part of [date, 'sms', 'tc3_request']) key = createHmac('sha256', key).update(part).digest()
  return createHmac('sha256', key).update(toSign).digest('hex') === signature
}

const accepted = { Response: { SendStatusSet: [{ Code: 'Ok', Message: 'send success' }], RequestId: '1' } }

test('reproduces the signature from Tencent Cloud’s documentation', () => {
  expect(
    authorize(
      // The asterisks are part of the key: the example signature in the documentation was computed with the
      // masked key that is printed there.
      { id: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******', secret: 'Gu5t9xGARNpq86cd98joQYCN3*******' },
      {
        service: 'cvm',
        host: 'cvm.tencentcloudapi.com',
        timestamp: 1551113065,
        body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
      },
    ),
  ).toBe(
    'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******/2019-02-25/cvm/tc3_request, ' +
      'SignedHeaders=content-type;host, ' +
      'Signature=2230eefd229f582d8b1b891af7107b91597240707d778ab3738f756258d7652c',
  )
})

test('sends codes and notices with different templates', async () => {
  await using provider = await listen((_, response) => json(response, accepted))
  const transport = parseTransport(at(provider.host), 'sms')
  await transport.send(codeMessage, silent)
  await transport.send(noticeMessage, silent)

  expect(provider.received.map(isSigned)).toEqual([true, true])
  expect(first(provider.received, 'received').headers).toMatchObject({
    'x-tc-action': 'SendSms',
    'x-tc-version': '2021-01-11',
    'x-tc-region': 'ap-guangzhou',
  })
  const common = { SmsSdkAppId: '1400006666', SignName: '里弗' }
  expect(provider.received.map(({ body }) => JSON.parse(body))).toEqual([
    { ...common, PhoneNumberSet: ['+8613800138000'], TemplateId: 'CODE_1', TemplateParamSet: ['204816'] },
    { ...common, PhoneNumberSet: ['+85291234567'], TemplateId: 'CHANGED_2', TemplateParamSet: [] },
  ])
})

const queryReceipt = (host: string, to: string | null = '+8613800138000') =>
  required(
    parseTransport(at(host), 'sms').fetchReceipt,
    'fetchReceipt',
  )({
    ...{ to, providerId: '5000:1045', at: new Date('2026-11-23T08:00:00Z') },
  })
const statusSet = (...set: object[]) => ({ Response: { PullSmsSendStatusSet: set, RequestId: '1' } })

test('queries the receipts of a phone number and selects the receipt with the id of the SMS', async () => {
  await using provider = await listen((_, response) =>
    json(
      response,
      statusSet(
        { SerialNo: '5000:1044', ReportStatus: 'SUCCESS', Description: 'DELIVRD' },
        { SerialNo: '5000:1045', ReportStatus: 'FAIL', Description: 'MK:0013 8613800138000' },
      ),
    ),
  )
  expect(await queryReceipt(provider.host)).toEqual({ status: 'UNDELIVERED', reason: 'MK:0013 …' })
  const [request] = provider.received
  expect(isSigned(required(request, 'request'))).toBe(true)
  expect(required(request, 'request').headers).toMatchObject({
    'x-tc-action': 'PullSmsSendStatusByPhoneNumber',
  })
  expect(JSON.parse(required(request, 'request').body)).toEqual({
    ...{ BeginTime: Date.parse('2026-11-23T07:50:00Z') / 1_000, Offset: 0, Limit: 100 },
    ...{ PhoneNumber: '+8613800138000', SmsSdkAppId: '1400006666' },
  })
})

test('returns a receipt, or null for an unknown SMS or an erased phone number', async () => {
  await using provider = await listen((_, response) =>
    json(response, statusSet({ SerialNo: '5000:1045', ReportStatus: 'SUCCESS', Description: 'DELIVRD' })),
  )
  await using unknowing = await listen((_, response) => json(response, statusSet()))
  expect(await queryReceipt(provider.host)).toEqual({ status: 'RECEIVED', reason: null })
  expect(await queryReceipt(unknowing.host)).toBeNull()
  expect(await queryReceipt(provider.host, null)).toBeNull()
  expect(provider.received).toHaveLength(1)
})

test('the signature check of these tests rejects a request that is signed with a wrong secret', async () => {
  await using provider = await listen((_, response) => json(response, accepted))
  await parseTransport(at(provider.host, 'other'), 'sms').send(codeMessage, silent)
  expect(isSigned(first(provider.received, 'received'))).toBe(false)
})

test.each([
  ['InvalidParameterValue.IncorrectPhoneNumber', 'refused'],
  ['FailedOperation.PhoneNumberInBlacklist', 'refused'],
  ['LimitExceeded.PhoneNumberThirtySecondLimit', 'retry'],
  ['FailedOperation.InsufficientBalanceInSmsPackage', 'retry'],
])('treats the Tencent Cloud status %s of an SMS as %s', async (Code, kind) => {
  await using provider = await listen((_, response) =>
    json(response, { Response: { SendStatusSet: [{ Code }] } }),
  )
  expect(await failureOf(parseTransport(at(provider.host), 'sms').send(codeMessage, silent))).toEqual([
    kind,
    Code,
  ])
})

test.each([
  ['AuthFailure.SignatureFailure', 'refused'],
  ['InternalError', 'retry'],
  ['RequestLimitExceeded', 'retry'],
])('treats the Tencent Cloud API error %s as %s', async (Code, kind) => {
  await using provider = await listen((_, response) =>
    json(response, { Response: { Error: { Code, Message: 'x' } } }),
  )
  expect(await failureOf(parseTransport(at(provider.host), 'sms').send(codeMessage, silent))).toEqual([
    kind,
    Code,
  ])
})
