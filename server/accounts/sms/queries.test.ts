import { expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { storeReceipt } from '../../notifications/receipts/store.ts'
import { forgetPhones } from '../../notifications/sms.store.ts'
import { newPhone } from '../../testing/app.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'

const app = useApp({ REEVE_SMS_PER_HOUR: '500' })
const admin = useAdmin(app)

const list = `query ($mobilePhone: String, $status: SmsStatus, $receipt: SmsReceipt, $template: String, $after: String) {
  querySms(mobilePhone: $mobilePhone, status: $status, receipt: $receipt, template: $template, after: $after, pageSize: 2) {
    count next data { mobilePhone template provider status receipt reason dateTime }
  }
}`
const ask = async (variables: object) =>
  (await app.graphql(admin.access_token, list, variables as never)).body.data.querySms
const send = async (mobilePhone: string) => {
  expect((await app.post('/RegisterCode', { mobilePhone, purpose: 'login' })).status).toBe(200)
  await app.code(mobilePhone)
}

test('lists SMS messages page by page with masked phone numbers, and finds messages by phone number', async () => {
  const phones = [newPhone(), newPhone(), newPhone()]
  for (const phone of phones) await send(phone)
  const of = (phone: string) => ({ mobilePhone: phone })
  await expect.poll(async () => (await ask(of(required(phones[2], 'item of phones')))).count).toBe(1)
  const [row] = (await ask(of(required(phones[2], 'item of phones').slice(3)))).data
  expect(row).toEqual({
    mobilePhone: expect.stringMatching(/^\+86 139\*{4}\d{4}$/),
    ...{ template: 'code', provider: 'file', status: 'SENT', receipt: null, reason: null },
    dateTime: expect.any(String),
  })
  const { data, next } = await ask({ template: 'code' })
  expect(data).toHaveLength(2)
  expect((await ask({ template: 'code', after: next })).data.length).toBeGreaterThan(0)
  expect((await ask({ status: 'REFUSED' })).data).toEqual([])
})

test('returns SMS counts per period and provider, and how much of the SMS budget is used', async () => {
  await send(newPhone())
  const now = Date.now()
  const instants = [-2, -1, 1].map((days) => new Date(now + days * 86_400_000).toISOString())
  const figures = async () => {
    const { body } = await app.graphql(
      admin.access_token,
      `query ($instants: [DateTime!]!) { getSmsFigures(instants: $instants) {
        budgets { window used max } periods { sent failed limited received undelivered } providers { name sent failed received undelivered }
      } }`,
      { instants },
    )
    return body.data.getSmsFigures
  }
  await expect.poll(async () => (await figures()).periods[1].sent).toBeGreaterThan(0)
  const { budgets, periods, providers } = await figures()
  expect(budgets).toEqual([{ window: 'hour', used: expect.any(Number), max: 500 }])
  expect(budgets[0].used).toBeGreaterThan(0)
  expect(periods[0]).toEqual({ sent: 0, failed: 0, limited: 0, received: 0, undelivered: 0 })
  expect(providers).toEqual([{ name: 'file', sent: periods[1].sent, failed: 0, received: 0, undelivered: 0 }])

  // Stores delivery receipts for two SMS messages.
  const ids = await app.db.query.selectFrom('sms').select('id').limit(2).execute()
  const receipts = [
    { status: 'RECEIVED', reason: null },
    { status: 'UNDELIVERED', reason: 'MK:0013' },
  ] as const
  await app.db.transaction(async (tx) => {
    // Repeated receipts are counted once.
    for (const [index, receipt] of [...receipts, ...receipts].entries())
      await storeReceipt(tx, required(ids[index % 2], 'item of ids').id, receipt)
  })
  const later = await figures()
  expect(later.periods[1]).toMatchObject({ received: 1, undelivered: 1, sent: periods[1].sent })
  expect(later.providers).toMatchObject([{ received: 1, undelivered: 1 }])
  expect((await ask({ receipt: 'UNDELIVERED' })).data).toMatchObject([
    { status: 'SENT', receipt: 'UNDELIVERED', reason: 'MK:0013' },
  ])
})

test('exports the used fraction of the SMS budget in /metrics', async () => {
  await send(newPhone())
  const metrics = async () => (await fetch(`${app.url}/metrics`)).text()
  const used = async () => Number(/^sms_budget_used_ratio{window="hour"} (\S+)$/m.exec(await metrics())?.[1])
  expect(await used()).toBeGreaterThan(0)
  expect(await used()).toBeLessThan(0.5)
})

test('a search for a phone number that was erased from the SMS log finds no messages', async () => {
  const person = await app.person()
  await expect.poll(async () => (await ask({ mobilePhone: person.phone })).count).toBe(1)
  await app.db.transaction((tx) => forgetPhones(tx, [person.phone]))
  expect((await ask({ mobilePhone: person.phone })).count).toBe(0)
})
