import { expect, test } from 'vitest'
import { newId } from '../core/id.ts'
import { newPhone, type Person, type Tokens } from '../testing/app.ts'
import { working } from '../testing/factors/proof-of-work.ts'
import { ask, givenPerson, outcome } from '../testing/organizations.ts'
import { useApp } from '../testing/use-app.ts'
import { insertAccounts } from './store.ts'

// Tests that calls that could be used to take over an account require a proof of identity from the last ten
// minutes.

const app = useApp()

type Caller = Pick<Tokens, 'access_token'>

const one = (): Promise<Person> => givenPerson(app)

/** Moves the last proof of identity back by ten minutes and one second, so that it has expired. */
const expireProof = (accountId: string) =>
  app.db.query
    .updateTable('session')
    .set({ authenticated_at: new Date(Date.now() - 601_000) })
    .where('account_id', '=', accountId)
    .execute()

const bearer = ({ access_token }: Caller) => ({ authorization: `Bearer ${access_token}` })

async function confirmCode(who: Caller, phone: string): Promise<string> {
  await app.db.query.deleteFrom('rate_limit').execute()
  const { status } = await app.post('/RegisterCode', { mobilePhone: phone, purpose: 'confirm' }, bearer(who))
  expect(status).toBe(200)
  return app.code(phone)
}

/** Returns an imported account, which has a phone but no password. */
async function imported() {
  const [id, phone] = [newId(), newPhone()]
  await app.db.transaction((tx) => insertAccounts(tx, [{ id, name: '王小明', mobilePhone: phone }]))
  await app.post('/RegisterCode', { mobilePhone: phone, purpose: 'login' })
  const { body } = await app.token({
    grant_type: 'password',
    mobilePhone: phone,
    mobilePhoneCode: await app.code(phone),
  })
  return { id, phone, access_token: body.access_token as string }
}

/**
 * Returns calls with which an attacker could take over an account. They use the attacker's phone and email
 * address.
 */
async function takeoverCalls() {
  const [phone, email] = [newPhone(), `${newId()}@example.com`]
  await app.post('/RegisterCode', { mobilePhone: phone, purpose: 'bind' })
  const phoneCode = await app.code(phone)
  const sender = await one()
  await ask(app, sender, `mutation { sendEmailCode(email: "${email}") { expiresIn } }`)
  const emailCode = await app.code(email)
  return {
    changePassword: 'changePassword(password: "taken over by me")',
    bindMobilePhone: `bindMobilePhone(mobilePhone: "${phone}", mobilePhoneCode: "${phoneCode}") { id }`,
    bindEmail: `bindEmail(email: "${email}", emailCode: "${emailCode}") { id }`,
  }
}

const stored = async (id: string) => [
  await app.db.query.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  await app.db.query.selectFrom('account_claim').selectAll().where('account_id', '=', id).execute(),
]

const prove = (args: string) => `mutation { reauthenticate(${args}) }`

test('a change of password, phone or email requires a recent proof of identity, even if the account has no password', async () => {
  for (const account of [await one(), await imported()]) {
    await expireProof(account.id)
    const before = await stored(account.id)
    // Send each call six times, although a code allows only five attempts. The code must still work
    // afterwards, because the rejected calls do not count as attempts.
    const calls = await takeoverCalls()
    for (const call of Object.values(calls))
      for (let tries = 0; tries < 6; tries += 1)
        expect(await outcome(app, account, `mutation { ${call} }`), call).toBe('REAUTHENTICATE')
    // An account without a password does not accept an empty old password.
    expect(
      await outcome(app, account, 'mutation { changePassword(password: "taken over", oldPassword: "") }'),
    ).toBe('BAD_INPUT')
    expect(
      await outcome(app, account, 'mutation { changePassword(password: "taken over", oldPassword: "x") }'),
    ).toBe('BAD_INPUT')
    expect(await stored(account.id)).toEqual(before)

    const code = await confirmCode(account, account.phone)
    expect(await ask(app, account, prove(`mobilePhoneCode: "${code}"`))).toBe(true)
    for (const call of Object.values(calls))
      expect(await outcome(app, account, `mutation { ${call} }`), call).toBe('done')
  }
})

test('a proof of identity expires after ten minutes, and the error that requests one is in the caller’s language', async () => {
  const person = await one()
  const change = 'mutation { changePassword(password: "another quiet river") }'
  await expireProof(person.id)
  const words = async (language: string) =>
    (await app.graphql(person.access_token, change, undefined, { 'accept-language': language })).body
      .errors[0]
  expect(await words('zh')).toMatchObject({
    message: '请先验证身份',
    extensions: { code: 'REAUTHENTICATE' },
  })
  expect((await words('en')).message).toBe("Confirm it's you")
  await ask(app, person, prove(`password: "${person.password}"`))
  expect(await outcome(app, person, change)).toBe('done')
  await expireProof(person.id)
  expect(await outcome(app, person, change)).toBe('REAUTHENTICATE')
})

test('a proof of identity is valid only in the session that submitted it', async () => {
  const person = await one()
  const { body: other } = await app.token({
    grant_type: 'password',
    username: person.phone,
    password: person.password,
  })
  await expireProof(person.id)
  await ask(app, person, prove(`password: "${person.password}"`))
  expect(await outcome(app, other, 'mutation { changePassword(password: "by the other one") }')).toBe(
    'REAUTHENTICATE',
  )
})

test('rejects a wrong or missing proof of identity, and locks sign-in after ten wrong passwords', async () => {
  const person = await one()
  await expireProof(person.id)
  const fieldsOf = async (args: string) =>
    Object.keys((await app.graphql(person.access_token, prove(args))).body.errors[0].extensions.fields ?? {})
  expect(await fieldsOf('password: null')).toEqual(['password'])
  const code = await confirmCode(person, person.phone)
  expect(await fieldsOf('mobilePhoneCode: "000000x"')).toEqual(['mobilePhoneCode'])
  expect(await fieldsOf(`password: "wrong", mobilePhoneCode: "${code}"`)).toEqual(['password'])
  const tried = (password: string) =>
    working(
      (proof) =>
        app.graphql(
          person.access_token,
          prove(`password: "${password}", proof: ${JSON.stringify(proof ?? null)}`),
        ),
      ({ body }) => body.errors?.[0].extensions.challenge,
    )
  for (let tries = 1; tries < 10; tries += 1) await tried('wrong')
  expect((await tried(person.password)).body.errors[0].extensions.code).toBe('RATE_LIMITED')
  const signIn = { grant_type: 'password', username: person.phone, password: person.password }
  expect((await app.token(signIn)).status).toBe(429)
  expect(await outcome(app, person, 'mutation { changePassword(password: "not so fast") }')).toBe(
    'REAUTHENTICATE',
  )
})

test('sends the SMS code for a proof of identity only to the caller’s own phone, and accepts the code once', async () => {
  const [person, other] = [await one(), await one()]
  const send = (mobilePhone: string, headers?: Record<string, string>) =>
    app.post('/RegisterCode', { mobilePhone, purpose: 'confirm' }, headers)
  expect((await send(person.phone)).status).toBe(401)
  for (const phone of [other.phone, newPhone()]) {
    const { status, body } = await send(phone, bearer(person))
    expect([status, body.fields]).toEqual([400, { mobilePhone: '请使用本账号的手机号' }])
  }
  await expireProof(person.id)
  await app.post('/RegisterCode', { mobilePhone: person.phone, purpose: 'bind' })
  const bind = await app.code(person.phone)
  expect(await outcome(app, person, prove(`mobilePhoneCode: "${bind}"`))).toBe('BAD_INPUT')
  const code = await confirmCode(person, person.phone)
  const signIn = { grant_type: 'password', mobilePhone: person.phone, mobilePhoneCode: code }
  expect((await app.token(signIn)).status).toBe(400)
  // Another account cannot use the code as its proof.
  expect(await outcome(app, other, prove(`mobilePhoneCode: "${code}"`))).toBe('BAD_INPUT')
  expect(await outcome(app, person, prove(`mobilePhoneCode: "${code}"`))).toBe('done')
  expect(await outcome(app, person, prove(`mobilePhoneCode: "${code}"`))).toBe('BAD_INPUT')
})

test('accepts an SMS code for a proof of identity in only one of four concurrent calls', async () => {
  const person = await one()
  const code = await confirmCode(person, person.phone)
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () => outcome(app, person, prove(`mobilePhoneCode: "${code}"`))),
  )
  expect(outcomes.sort()).toEqual(['BAD_INPUT', 'BAD_INPUT', 'BAD_INPUT', 'done'])
})

test('a user who must change the password can first submit a proof of identity', async () => {
  const person = await one()
  await app.db.query
    .updateTable('account')
    .set({ password_change_required: true })
    .where('id', '=', person.id)
    .execute()
  await expireProof(person.id)
  const change = 'mutation { changePassword(password: "chosen by myself") }'
  expect(await outcome(app, person, change)).toBe('REAUTHENTICATE')
  expect(await outcome(app, person, prove(`password: "${person.password}"`))).toBe('done')
  expect(await outcome(app, person, change)).toBe('done')
})
