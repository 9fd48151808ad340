import { beforeAll, expect, test } from 'vitest'
import { newPhone, type Person, type Tokens } from '../testing/app.ts'
import { ask, givenPerson, organization, outcome, people } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

// Whoever sets the phone or password of an account can become it.

type Caller = Pick<Tokens, 'access_token'>

const app = useApp()
const admin = useAdmin(app)
let helpdesk: Person
beforeAll(async () => {
  helpdesk = await one(['account_management'])
})

const one = (codes: string[] = []): Promise<Person> => givenPerson(app, codes)

const stored = async (id: string) => ({
  account: await app.db.query
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(),
  claims: await app.db.query.selectFrom('account_claim').selectAll().where('account_id', '=', id).execute(),
})

const move = (id: string, phone = newPhone()) => `updateOperator(id: "${id}", mobilePhone: "${phone}") { id }`
const reset = (id: string) => `resetPasswordByAdmin(operatorId: "${id}", password: "seven quiet rivers")`

const noticesTo = (phone: string) => app.messages().filter(({ to, code }) => to === phone && !code)

test('who owns or manages an organization is moved and reset by administrators alone, whatever its status', async () => {
  for (const status of ['FINISH', 'EXPIRED', 'PREPARE', 'REJECT'] as const) {
    const [owner, manager] = [await one(), await one()]
    await organization(app, { owner, status, ...(status === 'FINISH' && { managers: [manager] }) })
    for (const { id } of status === 'FINISH' ? [owner, manager] : [owner]) {
      const before = await stored(id)
      for (const call of [move(id), reset(id)])
        expect(await outcome(app, helpdesk, `mutation { ${call} }`), status).toBe('FORBIDDEN')
      expect(await stored(id)).toEqual(before)
      const can = async (who: Caller) =>
        (
          await ask(
            app,
            who,
            `{ getOperator(id: "${id}") { viewerCan { update changePhone resetPassword } } }`,
          )
        ).viewerCan
      expect(await can(helpdesk)).toEqual({ update: true, changePhone: false, resetPassword: false })
      expect(await can(admin)).toEqual({ update: true, changePhone: true, resetPassword: true })
      expect(
        await outcome(app, helpdesk, `mutation { updateOperator(id: "${id}", nickName: "新") { id } }`),
      ).toBe('done')
      for (const call of [move(id), reset(id)])
        expect(await outcome(app, admin, `mutation { ${call} }`)).toBe('done')
    }
  }
})

test('a plain member is kept by staff as before, and staff that owns one changes its own phone', async () => {
  const [member, lead] = [await one(), await one(['account_management'])]
  await organization(app, { owner: lead, members: [member] })
  for (const call of [move(member.id), reset(member.id)])
    expect(await outcome(app, helpdesk, `mutation { ${call} }`)).toBe('done')
  expect(await outcome(app, lead, `mutation { ${move(lead.id)} }`)).toBe('done')
})

test('one account is reset 10 times a day, however many resets one document asks for, with one notice each', async () => {
  const [target, other] = [await one(), await one()]
  const document = `mutation { ${Array.from({ length: 25 }, (_, index) => `a${index}: ${reset(target.id)}`).join(' ')} }`
  const { body } = await app.graphql(helpdesk.access_token, document)
  expect(body.errors[0].extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) })
  expect(await outcome(app, admin, `mutation { ${reset(target.id)} }`)).toBe('RATE_LIMITED')
  expect(await outcome(app, admin, `mutation { ${move(target.id)} }`)).toBe('RATE_LIMITED')
  expect(await outcome(app, helpdesk, `mutation { ${reset(other.id)} }`)).toBe('done')
  await expect.poll(() => noticesTo(other.phone).length).toBe(1)
  expect(noticesTo(target.phone)).toHaveLength(10)
})

test('one member of staff changes 60 accounts an hour', async () => {
  const busy = await one(['account_management'])
  const targets = await people(app, 7)
  const calls = targets.flatMap(({ id }) => Array.from({ length: 9 }, () => move(id)))
  const document = (from: number, to: number) =>
    `mutation { ${calls
      .slice(from, to)
      .map((call, index) => `a${index}: ${call}`)
      .join(' ')} }`
  for (const from of [0, 30])
    expect((await app.graphql(busy.access_token, document(from, from + 30))).body.errors).toBe(undefined)
  expect(await outcome(app, busy, document(60, 61))).toBe('RATE_LIMITED')
  expect(await outcome(app, helpdesk, document(60, 61))).toBe('done')
})

test('who changes their own password over and over is stopped after 10 a day; staff can still mend it', async () => {
  const person = await one()
  const change = (index: number) => `changePassword(password: "number ${index} of many")`
  const document = `mutation { ${Array.from({ length: 12 }, (_, index) => `a${index}: ${change(index)}`).join(' ')} }`
  expect((await app.graphql(person.access_token, document)).body.errors[0].extensions.code).toBe(
    'RATE_LIMITED',
  )
  expect(await outcome(app, person, `mutation { ${change(99)} }`)).toBe('RATE_LIMITED')
  expect(await outcome(app, helpdesk, `mutation { ${reset(person.id)} }`)).toBe('done')
  await expect.poll(() => noticesTo(person.phone).length).toBe(11)
})

test('whatever is done to an account, its phone gets 20 notices a day', async () => {
  const person = await one()
  const toggle = `b: invalidOperator(id: "${person.id}") { id } c: validOperator(id: "${person.id}") { id }`
  for (let times = 0; times < 22; times += 1)
    expect((await app.graphql(admin.access_token, `mutation { ${toggle} }`)).body.errors).toBe(undefined)
  const other = await one()
  await ask(app, admin, `mutation { invalidOperator(id: "${other.id}") { id } }`)
  await expect.poll(() => noticesTo(other.phone).length).toBe(1)
  await expect.poll(() => noticesTo(person.phone).length).toBe(20)
  expect(app.log.some((line) => line.includes('a notice was left out'))).toBe(true)
  expect(app.log.join()).not.toContain(person.phone.slice(3))
})

test('one account asks for 30 codes by mail an hour, to however many e-mail addresses', async () => {
  const person = await one()
  const send = (index: number) => `a${index}: sendEmailCode(email: "n${index}@example.com") { expiresIn }`
  const document = `mutation { ${Array.from({ length: 30 }, (_, index) => send(index)).join(' ')} }`
  expect((await app.graphql(person.access_token, document)).body.errors).toBe(undefined)
  expect(await outcome(app, person, `mutation { ${send(31)} }`)).toBe('RATE_LIMITED')
})
