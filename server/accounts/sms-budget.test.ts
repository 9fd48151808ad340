import { expect, test } from 'vitest'
import { adminTokens, newPhone } from '../testing/app.ts'
import { useApp } from '../testing/use-app.ts'

const app = useApp({ REEVE_SMS_PER_HOUR: '4', REEVE_SMS_PER_DAY: '0' })

const askCode = (mobilePhone: string) => app.post('/RegisterCode', { mobilePhone, purpose: 'login' })
const plainly = async (mobilePhone: string) => {
  const body = JSON.stringify({ mobilePhone, purpose: 'login' })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${app.url}/RegisterCode`, { method: 'POST', headers, body })
  return ((await response.json()) as { code?: string }).code
}

test('stops sending SMS codes when the SMS budget is used up, notifies administrators once, and still sends emails', async () => {
  const admin = await adminTokens(app)
  const budgetMessages = async () => {
    const { body } = await app.graphql(
      admin.access_token,
      '{ queryMessage(type: NOTICE) { data { title content } } }',
    )
    return body.data.queryMessage.data.filter(({ title }: { title: string }) => title === '短信已达上限')
  }
  for (let n = 0; n < 2; n += 1) expect((await askCode(newPhone())).status).toBe(200)
  // Half of the budget is used, so a code now requires a proof of work. Only `askCode` sends one; `plainly`
  // does not.
  expect(await plainly(newPhone())).toBe('PROOF_REQUIRED')
  for (let n = 0; n < 2; n += 1) expect((await askCode(newPhone())).status).toBe(200)
  expect(await budgetMessages()).toEqual([])

  const phone = newPhone()
  for (let n = 0; n < 3; n += 1) {
    const refused = await askCode(phone)
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500)
  }
  expect(app.messages().some(({ to }) => to === phone)).toBe(false)
  expect(await budgetMessages()).toEqual([
    { title: '短信已达上限', content: expect.stringMatching(/一小时.* 4 条.*REEVE_SMS_PER_HOUR/) },
  ])

  const mail = 'mutation { sendEmailCode(email: "budget@example.com") { resendAfter } }'
  expect((await app.graphql(admin.access_token, mail)).body.errors).toBeUndefined()
  await app.code('budget@example.com')

  // An hour later, the budget is available again.
  await app.db.query
    .updateTable('rate_limit')
    .set({ reset_at: new Date(0) })
    .execute()
  expect((await askCode(phone)).status).toBe(200)
})
