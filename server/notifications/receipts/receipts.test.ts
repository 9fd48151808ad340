import type { ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { json, listen, type ReceivedRequest } from '../../testing/http-server.ts'
import { aliyun, code, outboxes, soon } from '../../testing/messages/outbox.ts'
import { templateParams } from '../../testing/outgoing.ts'

const outbox = outboxes()
const { start, send, sql, waiting, lines } = outbox
afterEach(() => sql('truncate sms, sms_hour, sms_receipt_pause'))

const tencent = (host: string) => `tencent://id:key@${host}/?app=1400006666&${templateParams}`
const detail = (found?: object) => ({
  Code: 'OK',
  SmsSendDetailDTOs: { SmsSendDetailDTO: found ? [found] : [] },
})

/**
 * Starts a mock of Alibaba Cloud, which accepts every SMS and assigns ids of the form `134^n`. `answer`
 * responds to receipt queries.
 */
function provider(answer: (bizId: string, response: ServerResponse) => void) {
  let taken = 0
  return listen(({ url, headers }: ReceivedRequest, response) => {
    const params = new URL(url, 'http://provider').searchParams
    if (headers['x-acs-action'] === 'QuerySendDetails')
      answer(required(params.get('BizId'), 'BizId'), response)
    else json(response, { Code: 'OK', BizId: `134^${++taken}` })
  })
}

const asksOf = ({ received }: { received: ReceivedRequest[] }) =>
  received.filter(({ headers }) => headers['x-acs-action'] === 'QuerySendDetails')

/** Makes all receipt queries due now. */
const due = () => sql("update sms set ask_at = now() - interval '1 second' where ask_at is not null")
const pausesEnd = () => sql('update sms_receipt_pause set until = now()')
const rows = () => sql('select receipt, reason, asked, ask_at from sms order by ended_at, id')
const hours = () => sql('select provider, status, count, received, undelivered from sms_hour')

/** Inserts `count` SMS that were sent `days` ago and have no receipt yet. */
const insertSms = (count: number, named = 'aliyun', days = 0) =>
  sql(
    `insert into sms (id, phone, template, provider, provider_id, status, ask_at, ended_at)
     select gen_random_uuid(), '+8613800138000', 'code', $2, 'given ' || n, 'SENT', now(), now() - $3::integer * interval '1 day'
     from generate_series(1, $1::integer) as n`,
    [count, named, days],
  )

test('repeats the query for a delivery receipt until the provider returns the receipt, and counts it once', async () => {
  const answers: object[] = [{ SendStatus: 1 }, { SendStatus: 3, Content: '204816', PhoneNum: '13800138000' }]
  await using aliyunServer = await provider((_, response) => json(response, detail(answers.shift())))
  const { outbox, receipts } = await start(aliyun(aliyunServer.host))
  await send(outbox, code('204816'))
  await expect.poll(waiting, soon).toEqual([])
  // The first receipt query is due one minute after the SMS, so nothing is queried yet.
  await receipts.poll()
  expect(asksOf(aliyunServer)).toEqual([])
  await due()
  await receipts.poll()
  expect(await rows()).toMatchObject([{ receipt: null, asked: 1 }])
  await receipts.poll()
  expect(asksOf(aliyunServer)).toHaveLength(1)
  await due()
  await receipts.poll()
  expect(await rows()).toEqual([{ receipt: 'RECEIVED', reason: null, asked: 2, ask_at: null }])
  expect(await hours()).toEqual([
    { provider: 'aliyun', status: 'SENT', count: 1, received: 1, undelivered: 0 },
  ])
  await receipts.poll()
  expect(asksOf(aliyunServer)).toHaveLength(2)
  expect(lines.join('')).not.toMatch(/13800138000|204816/)
})

test('queries delivery receipts from two providers, even if one of them fails', async () => {
  await using first = await provider((_, response) => response.writeHead(503).end())
  await using second = await listen((_, response) =>
    json(response, {
      Response: {
        PullSmsSendStatusSet: [{ SerialNo: 'given 1', ReportStatus: 'FAIL', Description: 'MK:0013' }],
      },
    }),
  )
  const { receipts } = await start(aliyun(first.host), undefined, 0, tencent(second.host))
  await insertSms(3)
  await insertSms(1, 'tencent')
  await sql("insert into sms_hour values (date_trunc('hour', now(), 'UTC'), 'tencent', 'SENT', 1)")
  await receipts.poll()
  expect(asksOf(first)).toHaveLength(1)
  const receiptRows = await sql("select receipt, reason from sms where provider = 'tencent'")
  expect(receiptRows).toEqual([{ receipt: 'UNDELIVERED', reason: 'MK:0013' }])
  expect(await hours()).toMatchObject([{ provider: 'tencent', received: 0, undelivered: 1 }])
})

test('pauses receipt queries to a failing provider for increasing periods, and resumes them when it responds', async () => {
  let fails = true
  await using aliyunServer = await provider((_, response) =>
    fails ? json(response, { Code: 'Forbidden.RAM' }, 403) : json(response, detail({ SendStatus: 3 })),
  )
  const { receipts } = await start(aliyun(aliyunServer.host))
  await insertSms(3)
  const pauses: unknown[] = []
  for (let times = 1; times <= 8; times += 1) {
    await due()
    await receipts.poll()
    // While the provider is paused, its receipts are not queried.
    await receipts.poll()
    expect(asksOf(aliyunServer)).toHaveLength(times)
    const [{ minutes }] = await sql(
      'select round(extract(epoch from until - now()) / 60)::integer as minutes from sms_receipt_pause',
    )
    pauses.push(minutes)
    await pausesEnd()
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  const warnings = lines.filter((line) => line.includes('could not query delivery receipts'))
  expect(warnings).toHaveLength(8)
  expect(JSON.parse(required(warnings[0], 'item of warnings'))).toMatchObject({
    provider: 'aliyun',
    reason: 'Forbidden.RAM',
    minutes: 1,
  })
  fails = false
  await due()
  await receipts.poll()
  expect(await sql('select receipt from sms')).toEqual(Array(3).fill({ receipt: 'RECEIVED' }))
  expect(await sql('select from sms_receipt_pause')).toEqual([])
})

test('queries at most 100 receipts per run, and never the same SMS in two concurrent runs', async () => {
  const asked: string[] = []
  await using aliyunServer = await provider((bizId, response) => {
    asked.push(bizId)
    json(response, detail())
  })
  const { receipts } = await start(aliyun(aliyunServer.host))
  await insertSms(130)
  await receipts.poll()
  expect(asked).toHaveLength(100)
  await due()
  asked.length = 0
  const { receipts: other } = await start(aliyun(aliyunServer.host))
  await Promise.all([receipts.poll(), other.poll()])
  expect(asked).toHaveLength(130)
  expect(new Set(asked).size).toBe(130)
})

test('stops querying a delivery receipt after eleven attempts, or if the SMS is eight days old', async () => {
  await using aliyunServer = await provider((_, response) => json(response, detail()))
  const { receipts } = await start(aliyun(aliyunServer.host))
  await insertSms(1)
  let minutes = 0
  for (let times = 1; times <= 12; times += 1) {
    await due()
    await receipts.poll()
    const [{ wait }] = await sql(
      'select round(extract(epoch from ask_at - now()) / 60)::integer as wait from sms',
    )
    minutes += wait ?? 0
  }
  expect(asksOf(aliyunServer)).toHaveLength(11)
  expect(minutes).toBe(2 ** 11 - 2)
  // Insert the SMS with its old date in a single statement. Otherwise the server could query its receipt
  // before the date is changed.
  await insertSms(1, 'aliyun', 8)
  await receipts.poll()
  expect(asksOf(aliyunServer)).toHaveLength(11)
  expect(await sql('select from sms where ask_at is not null')).toEqual([])
})
