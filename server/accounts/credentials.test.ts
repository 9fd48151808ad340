import { beforeAll, expect, test } from 'vitest'
import { newPhone, type Person, type Tokens } from '../testing/app.ts'
import { ask, givenPerson, organization, outcome, people } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

// Tests who can set the phone or password of an account, and thereby take over the account.

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

test('lets only administrators set the phone and password of owners and managers of organizations', async () => {
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

test('lets staff set the phone and password of ordinary members, and their own phone if they own an organization', async () => {
  const [member, lead] = [await one(), await one(['account_management'])]
  await organization(app, { owner: lead, members: [member] })
  for (const call of [move(member.id), reset(member.id)])
    expect(await outcome(app, helpdesk, `mutation { ${call} }`)).toBe('done')
  expect(await outcome(app, lead, `mutation { ${move(lead.id)} }`)).toBe('done')
})

test('allows 10 password resets a day per account, even in one GraphQL request, and notifies the user of each reset', async () => {
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

test('limits each staff member to 60 phone changes an hour across all accounts', async () => {
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

test('limits users to 10 changes of their password a day, and lets staff reset the password even after that', async () => {
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

test('sends at most 20 notices a day to the phone of an account', async () => {
  const person = await one()
  const toggle = `b: invalidOperator(id: "${person.id}") { id } c: validOperator(id: "${person.id}") { id }`
  for (let times = 0; times < 22; times += 1)
    expect((await app.graphql(admin.access_token, `mutation { ${toggle} }`)).body.errors).toBe(undefined)
  const other = await one()
  await ask(app, admin, `mutation { invalidOperator(id: "${other.id}") { id } }`)
  await expect.poll(() => noticesTo(other.phone).length).toBe(1)
  await expect.poll(() => noticesTo(person.phone).length).toBe(20)
  expect(app.log.some((line) => line.includes('notice skipped'))).toBe(true)
  expect(app.log.join()).not.toContain(person.phone.slice(3))
})

test('limits an account to 30 email codes an hour across all email addresses', async () => {
  const person = await one()
  const send = (index: number) => `a${index}: sendEmailCode(email: "n${index}@example.com") { expiresIn }`
  const document = `mutation { ${Array.from({ length: 30 }, (_, index) => send(index)).join(' ')} }`
  expect((await app.graphql(person.access_token, document)).body.errors).toBe(undefined)
  expect(await outcome(app, person, `mutation { ${send(31)} }`)).toBe('RATE_LIMITED')
})
