import { afterAll, beforeAll, expect, test } from 'vitest'
import { first, required } from '../../contract/required.ts'
import { newPhone, type TestApp } from '../testing/app.ts'
import { useApp } from '../testing/use-app.ts'

// Sends many concurrent calls to two servers in turn, and checks that only one of them takes effect.

const app = useApp()
let second: Awaited<ReturnType<TestApp['another']>>
beforeAll(async () => {
  second = await app.another()
})
afterAll(async () => {
  await second.close()
})

const password = 'correct horse battery'

async function post(index: number, path: string, body: object, headers = {}): Promise<number> {
  const response = await fetch((index % 2 ? second : app).url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  return response.status
}

const atOnce = (count: number, call: (index: number) => Promise<number>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)))

const count = (statuses: number[], status: number) => statuses.filter((each) => each === status).length

async function codeFor(mobilePhone: string, purpose: string): Promise<string> {
  await app.db.query.deleteFrom('rate_limit').execute()
  await app.post('/RegisterCode', { mobilePhone, purpose })
  return app.code(mobilePhone)
}

test('sends one SMS code for 50 concurrent requests with the same phone number', async () => {
  const mobilePhone = newPhone()
  const statuses = await atOnce(50, (index) =>
    post(index, '/RegisterCode', { mobilePhone, purpose: 'login' }),
  )
  expect(count(statuses, 200)).toBe(1)
  expect(count(statuses, 429)).toBe(49)
  await app.code(mobilePhone)
  expect(app.messages().filter(({ to }) => to === mobilePhone)).toHaveLength(1)
})

test('creates only one account if the same phone is registered 50 times concurrently', async () => {
  const mobilePhone = newPhone()
  const mobilePhoneCode = await codeFor(mobilePhone, 'register')
  const statuses = await atOnce(50, (index) =>
    post(index, '/Register', { mobilePhone, mobilePhoneCode, password }),
  )
  expect(count(statuses, 201)).toBe(1)
  expect(count(statuses, 400)).toBe(49)
  const accounts = await app.db.query
    .selectFrom('account')
    .leftJoin('tenant', 'tenant.id', 'account.id')
    .leftJoin('account_claim', 'account_claim.account_id', 'account.id')
    .select(['account.id', 'tenant.personal', 'account_claim.value'])
    .where('account.mobile_phone', '=', mobilePhone)
    .execute()
  expect(accounts).toEqual([{ id: expect.any(String), personal: true, value: mobilePhone }])
})

test('assigns a username to one of 10 concurrent registrations, and a rejected user can still use the SMS code', async () => {
  const people = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const mobilePhone = newPhone()
      await app.post('/RegisterCode', { mobilePhone, purpose: 'register' })
      return { mobilePhone, mobilePhoneCode: await app.code(mobilePhone), password }
    }),
  )
  const statuses = await atOnce(10, (index) =>
    post(index, '/Register', { ...people[index], username: index % 2 ? 'Wanted.Name' : 'wanted.name' }),
  )
  expect(count(statuses, 201)).toBe(1)
  expect(count(statuses, 409)).toBe(9)
  const loser = people[statuses.indexOf(409)]
  expect(await post(0, '/Register', { ...loser })).toBe(201)
})

test('only one of 50 concurrent sign-ins with the same SMS code succeeds', async () => {
  const person = await app.person()
  const code = await codeFor(person.phone, 'login')
  const form = { client_id: 'web', grant_type: 'password', mobilePhone: person.phone, mobilePhoneCode: code }
  const statuses = await atOnce(50, async (index) => {
    const url = `${(index % 2 ? second : app).url}/realms/reeve/protocol/openid-connect/token`
    return (await fetch(url, { method: 'POST', body: new URLSearchParams(form) })).status
  })
  expect(count(statuses, 200)).toBe(1)
  const { sessions } = await app.db.query
    .selectFrom('session')
    .select((eb) => eb.fn.countAll<number>().as('sessions'))
    .where('account_id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(sessions).toBe(2)
})

test('only one of 20 concurrent calls with the same SMS code resets the password, and the user’s session ends', async () => {
  const person = await app.person()
  const mobilePhoneCode = await codeFor(person.phone, 'reset')
  const passwords = Array.from({ length: 20 }, (_, index) => `new password number ${index}`)
  const statuses = await atOnce(20, (index) =>
    post(index, '/ResetPassword', { mobilePhone: person.phone, mobilePhoneCode, password: passwords[index] }),
  )
  expect(count(statuses, 204)).toBe(1)
  const chosen = required(passwords[statuses.indexOf(204)], 'item of passwords')
  const signedIn = await app.token({ grant_type: 'password', username: person.phone, password: chosen })
  expect(signedIn.status).toBe(200)
  expect((await app.graphql(person.access_token, '{ auth { id } }')).status).toBe(401)
})

test('assigns an email address to only one of two accounts that confirm the address at the same time', async () => {
  const people = [await app.person(), await app.person()]
  const email = 'shared@example.com'
  await app.db.query.deleteFrom('rate_limit').execute()
  await app.graphql(
    first(people, 'people').access_token,
    `mutation { sendEmailCode(email: "${email}") { expiresIn } }`,
  )
  const emailCode = await app.code(email)
  await atOnce(20, (index) =>
    post(
      index,
      '/api/services/backend/actions/graphql',
      { query: `mutation { bindEmail(email: "${email}", emailCode: "${emailCode}") { id } }` },
      { authorization: `Bearer ${required(people[index % 2], 'item of people').access_token}` },
    ),
  )
  const owners = await app.db.query.selectFrom('account').select('id').where('email', '=', email).execute()
  expect(owners).toHaveLength(1)
})
