import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { first, required } from '../../contract/required.ts'
import { replaceFactorKey } from '../identity/keys/keys.ts'
import { newPhone, type Person } from '../testing/app.ts'
import { codeOf, forgetSteps, withTotp } from '../testing/factors/totp.ts'
import { ask, givenPerson, outcome } from '../testing/organizations.ts'
import { useApp } from '../testing/use-app.ts'
import { reencryptSecrets } from './store.ts'

// Tests authenticator apps and recovery codes: setup, sign-in, proof of identity, and removal.

const app = useApp()

const somebody = (): Promise<Person> => givenPerson(app)
const signIn = ({ phone, password }: Person, headers?: Record<string, string>) =>
  app.token({ grant_type: 'password', username: phone, password }, headers)
const finishSignIn = (mfa_token: string, factor: string, code: string, headers?: Record<string, string>) =>
  app.token({ grant_type: 'urn:reeve:mfa', mfa_token, factor, code }, headers)

/** Performs the first step of a sign-in and returns the token for the second step. */
async function firstStep(who: Person): Promise<string> {
  const { status, body } = await signIn(who)
  expect([status, body.error]).toEqual([400, 'mfa_required'])
  return body.mfa_token
}

const other = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))

/** Moves the account's last proof of identity back by ten minutes and one second, so that it is too old. */
const expireProof = (accountId: string) =>
  app.db.query
    .updateTable('session')
    .set({ authenticated_at: new Date(Date.now() - 601_000) })
    .where('account_id', '=', accountId)
    .execute()

const events = async (accountId: string) =>
  (
    await app.db.query
      .selectFrom('audit_event')
      .select(['action', 'success'])
      .where('target_id', '=', accountId)
      .orderBy('id')
      .execute()
  ).map(({ action, success }) => (success ? action : `${action} failed`))

const messageTitles = async (who: Person) =>
  (await ask(app, who, '{ queryMessage { data { title } } }')).data.map(
    ({ title }: { title: string }) => title,
  )

test('a user sets up an authenticator app by entering a code, and the next sign-in requires a code of the app', async () => {
  const who = await somebody()
  expect(await ask(app, who, '{ auth { factors { id } recoveryCodes } }')).toEqual({
    factors: [],
    recoveryCodes: 0,
  })
  const { id, uri, secret, recoveryCodes } = await withTotp(app, who, '我的手机')
  expect(uri).toMatch(/^otpauth:\/\/totp\/Reeve:.*secret=[A-Z2-7]{32}&issuer=Reeve$/)
  expect(recoveryCodes).toHaveLength(10)
  expect(recoveryCodes[0]).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/)
  expect(await ask(app, who, '{ auth { factors { id name kind lastUsedDateTime } recoveryCodes } }')).toEqual(
    {
      factors: [{ id, name: '我的手机', kind: 'TOTP', lastUsedDateTime: null }],
      recoveryCodes: 10,
    },
  )
  expect(await messageTitles(who)).toContain('已添加两步验证方式')
  await expect
    .poll(() => app.messages().filter(({ to, template }) => to === who.phone && template === 'factor.added'))
    .toHaveLength(1)

  const { status, body } = await signIn(who)
  expect([status, Object.keys(body).sort()]).toEqual([
    400,
    ['error', 'error_description', 'factors', 'mfa_token'],
  ])
  expect(body.factors).toEqual(['totp', 'recovery_code'])
  const answer = await finishSignIn(body.mfa_token, 'totp', await codeOf(app.db, secret))
  expect(answer.status).toBe(200)
  expect(decodeJwt(answer.body.id_token)).toMatchObject({ acr: '2', amr: ['pwd', 'otp', 'mfa'] })
  expect(answer.headers.get('set-cookie')).toContain('reeve_device=')
  const { factors } = await ask(app, answer.body, '{ auth { factors { lastUsedDateTime } } }')
  expect(factors[0].lastUsedDateTime).not.toBeNull()
  expect(await events(who.id)).toEqual(['SignIn', 'ConfirmTotp', 'SignIn'])
})

test('the ID token of a sign-in without a second factor contains acr 1', async () => {
  const { body } = await signIn(await somebody())
  expect(decodeJwt(body.id_token)).toMatchObject({ acr: '1', amr: ['pwd'] })
})

test('a sign-in with an SMS code also requires the second factor', async () => {
  const who = await somebody()
  const { secret } = await withTotp(app, who)
  await app.post('/RegisterCode', { mobilePhone: who.phone, purpose: 'login' })
  const mobilePhoneCode = await app.code(who.phone)
  const { body } = await app.token({ grant_type: 'password', mobilePhone: who.phone, mobilePhoneCode })
  expect(body.error).toBe('mfa_required')
  const answer = await finishSignIn(body.mfa_token, 'totp', await codeOf(app.db, secret))
  expect(decodeJwt(answer.body.id_token).amr).toEqual(['sms', 'otp', 'mfa'])
})

test('the password alone opens no session if the account has a second factor', async () => {
  const who = await somebody()
  await withTotp(app, who)
  const { headers, body } = await signIn(who)
  expect(headers.get('set-cookie')).toBeNull()
  expect((await app.graphql(body.mfa_token, '{ auth { id } }')).status).toBe(401)
  const sessions = app.db.query.selectFrom('session').select('id').where('account_id', '=', who.id)
  expect(await sessions.execute()).toHaveLength(1)
})

test('accepts a code of an authenticator app only once, even in concurrent sign-ins', async () => {
  const who = await somebody()
  const { secret } = await withTotp(app, who)
  const code = await codeOf(app.db, secret)
  const tokens = await Promise.all([firstStep(who), firstStep(who), firstStep(who)])
  const answers = await Promise.all(tokens.map((token) => finishSignIn(token, 'totp', code)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  expect((await finishSignIn(await firstStep(who), 'totp', code)).body.error).toBe('invalid_grant')
  // The code of an earlier time step is rejected, too.
  expect((await finishSignIn(await firstStep(who), 'totp', await codeOf(app.db, secret, -1))).status).toBe(
    400,
  )
  expect((await finishSignIn(await firstStep(who), 'totp', await codeOf(app.db, secret, 1))).status).toBe(200)
})

test('the token for the second step of a sign-in expires after use, five wrong codes, a timeout or a password change', async () => {
  const who = await somebody()
  const { secret } = await withTotp(app, who)
  const code = await codeOf(app.db, secret)
  const [first, second, third, fourth] = await Promise.all([
    firstStep(who),
    firstStep(who),
    firstStep(who),
    firstStep(who),
  ])
  for (let tries = 0; tries < 5; tries += 1)
    expect((await finishSignIn(first, 'totp', other(code))).body).toEqual({
      error: 'invalid_grant',
      error_description: '验证码错误或已使用',
    })
  expect((await finishSignIn(first, 'totp', code)).body.error).toBe('expired_token')
  expect((await finishSignIn(second, 'totp', code)).status).toBe(200)
  expect((await finishSignIn(second, 'totp', await codeOf(app.db, secret, 1))).body.error).toBe(
    'expired_token',
  )
  await app.db.query
    .updateTable('factor_challenge')
    .set({ expires_at: new Date(0) })
    .execute()
  expect((await finishSignIn(third, 'totp', await codeOf(app.db, secret, 1))).body.error).toBe(
    'expired_token',
  )
  const later = new Date(Date.now() + 60_000)
  await app.db.query.updateTable('factor_challenge').set({ expires_at: later }).execute()
  await ask(app, who, 'mutation { changePassword(password: "nine loud ravens") }')
  expect((await finishSignIn(fourth, 'totp', await codeOf(app.db, secret, 1))).body.error).toBe(
    'expired_token',
  )
  for (const token of ['', 'not one', first.replace(/^./, 'x')])
    expect((await finishSignIn(token, 'totp', code)).status).toBe(400)
  expect((await finishSignIn(second, 'colour', code)).body.error).toBe('invalid_request')
})

test('after ten wrong codes of an authenticator app, accepts sign-ins only from a browser known to the account', async () => {
  const who = await somebody()
  const { secret } = await withTotp(app, who)
  await forgetSteps(app.db, who.id)
  const known = await finishSignIn(await firstStep(who), 'totp', await codeOf(app.db, secret))
  const cookie = first(required(known.headers.get('set-cookie'), 'set-cookie').split(';'), 'cookie')
  const code = await codeOf(app.db, secret, 1)
  const seen: number[] = []
  for (let tries = 0; tries < 11; tries += 1)
    seen.push((await finishSignIn(await firstStep(who), 'totp', other(code))).status)
  expect(seen.slice(9)).toEqual([400, 429])
  expect((await finishSignIn(await firstStep(who), 'totp', code)).status).toBe(429)
  expect((await finishSignIn(await firstStep(who), 'totp', code, { cookie })).status).toBe(200)
  expect((await events(who.id)).filter((event) => event === 'SignIn failed')).toHaveLength(10)
})

test('accepts a recovery code only once, in any spelling, and notifies the owner', async () => {
  const who = await somebody()
  const { recoveryCodes } = await withTotp(app, who)
  const [code, next] = recoveryCodes as [string, string]
  const tokens = await Promise.all([firstStep(who), firstStep(who)])
  const spelling = code.toLowerCase().replaceAll('-', ' ')
  const answers = await Promise.all(tokens.map((token) => finishSignIn(token, 'recovery_code', spelling)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await finishSignIn(await firstStep(who), 'recovery_code', code)).status).toBe(400)
  expect(await messageTitles(who)).toContain('恢复码已使用')
  expect(await events(who.id)).toContain('UseRecoveryCode')
  expect((await ask(app, who, '{ auth { recoveryCodes } }')).recoveryCodes).toBe(9)

  const { codes } = await ask(app, who, 'mutation { createRecoveryCodes { codes } }')
  expect((await finishSignIn(await firstStep(who), 'recovery_code', next)).status).toBe(400)
  expect((await finishSignIn(await firstStep(who), 'recovery_code', codes[0])).status).toBe(200)
})

test('users can rename and delete their second factors, and deleting the last one deletes the recovery codes', async () => {
  const who = await somebody()
  const first = await withTotp(app, who, '手机')
  const second = await withTotp(app, who, '平板')
  expect(second.recoveryCodes).toEqual([])
  expect((await finishSignIn(await firstStep(who), 'totp', await codeOf(app.db, first.secret))).status).toBe(
    200,
  )
  expect((await finishSignIn(await firstStep(who), 'totp', await codeOf(app.db, second.secret))).status).toBe(
    200,
  )
  await ask(app, who, `mutation { updateFactor(id: "${second.id}", name: "旧平板") { name } }`)
  const stranger = await somebody()
  for (const call of [`updateFactor(id: "${first.id}", name: "x") { id }`, `deleteFactor(id: "${first.id}")`])
    expect(await outcome(app, stranger, `mutation { ${call} }`)).toBe('NOT_FOUND')

  await ask(app, who, `mutation { deleteFactor(id: "${first.id}") }`)
  expect(
    (await finishSignIn(await firstStep(who), 'totp', await codeOf(app.db, first.secret, 1))).status,
  ).toBe(400)
  expect((await ask(app, who, '{ auth { factors { name } } }')).factors).toEqual([{ name: '旧平板' }])
  await ask(app, who, `mutation { deleteFactor(id: "${second.id}") }`)
  expect((await signIn(who)).status).toBe(200)
  expect((await ask(app, who, '{ auth { recoveryCodes } }')).recoveryCodes).toBe(0)
  expect(await outcome(app, who, 'mutation { createRecoveryCodes { codes } }')).toBe('CONFLICT')
})

test('does not set up an authenticator app twice, for another account, after five wrong codes, or as an 11th factor', async () => {
  const who = await somebody()
  const begin = async () => ask(app, who, 'mutation { createTotp { setUp secret } }')
  const confirm = (setUp: string, code: string, by: Person = who) =>
    outcome(
      app,
      by,
      `mutation { confirmTotp(setUp: "${setUp}", code: "${code}", name: "x") { factor { id } } }`,
    )
  const { setUp, secret } = await begin()
  const code = await codeOf(app.db, secret)
  expect(await confirm(setUp, code, await somebody())).toBe('CONFLICT')
  expect(await confirm(setUp, other(code))).toBe('BAD_INPUT')
  expect((await signIn(who)).status).toBe(200)
  expect(await confirm(setUp, code)).toBe('done')
  expect(await confirm(setUp, code)).toBe('CONFLICT')
  const guessed = await begin()
  for (let tries = 0; tries < 5; tries += 1) await confirm(guessed.setUp, '000000')
  expect(await confirm(guessed.setUp, await codeOf(app.db, guessed.secret))).toBe('CONFLICT')
  for (let count = 1; count < 10; count += 1) await withTotp(app, who)
  expect(await outcome(app, who, 'mutation { createTotp { setUp } }')).toBe('CONFLICT')
})

test('a user with a second factor reauthenticates with that factor or a recovery code, not with only the password', async () => {
  const who = await somebody()
  const { secret, recoveryCodes } = await withTotp(app, who)
  await expireProof(who.id)
  const change = `mutation { changePassword(password: "nine loud ravens", oldPassword: "${who.password}") }`
  expect(await outcome(app, who, change)).toBe('REAUTHENTICATE')
  expect(await outcome(app, who, `mutation { closeAccount(password: "${who.password}") }`)).toBe(
    'REAUTHENTICATE',
  )
  const confirm = (fields: string) => outcome(app, who, `mutation { reauthenticate(${fields}) }`)
  expect(await confirm(`password: "${who.password}"`)).toBe('BAD_INPUT')
  const code = await codeOf(app.db, secret)
  expect(await confirm(`factor: TOTP, factorCode: "${other(code)}"`)).toBe('BAD_INPUT')
  expect(await confirm(`factor: TOTP, factorCode: "${code}", password: "wrong"`)).toBe('BAD_INPUT')
  expect(await confirm(`factor: TOTP, factorCode: "${code}"`)).toBe('done')
  expect(await confirm(`factor: TOTP, factorCode: "${code}"`)).toBe('BAD_INPUT')
  expect(await outcome(app, who, change)).toBe('done')
  await expireProof(who.id)
  expect(await confirm(`factor: RECOVERY_CODE, factorCode: "${recoveryCodes[0]}"`)).toBe('done')
  expect(await outcome(app, who, 'mutation { createTotp { setUp } }')).toBe('done')
})

test('a user must have authenticated recently to add or delete a second factor or to create recovery codes', async () => {
  const who = await somebody()
  const { id } = await withTotp(app, who)
  await expireProof(who.id)
  for (const call of ['createTotp { setUp }', `deleteFactor(id: "${id}")`, 'createRecoveryCodes { codes }'])
    expect(await outcome(app, who, `mutation { ${call} }`)).toBe('REAUTHENTICATE')
})

test('stores the secrets of second factors encrypted, and users can still sign in after a rotation of the key', async () => {
  const who = await somebody()
  const { secret, recoveryCodes } = await withTotp(app, who)
  const stored = JSON.stringify(
    (await app.db.execute('select * from factor, recovery_code, factor_challenge')).rows,
  )
  expect(stored).not.toContain(secret)
  expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
  expect(stored).not.toContain(recoveryCodes[0])
  const before = (await app.db.execute("select value from secret_key where id = 'factors'")).rows
  await app.db.transaction(async (tx) => void (await reencryptSecrets(tx, await replaceFactorKey(tx))))
  expect((await app.db.execute("select value from secret_key where id = 'factors'")).rows).not.toEqual(before)
  expect((await finishSignIn(await firstStep(who), 'totp', await codeOf(app.db, secret))).status).toBe(200)
})

test('a sign-in to a disabled account with a second factor returns the same error as an unknown username', async () => {
  const who = await somebody()
  await withTotp(app, who)
  await app.db.query.updateTable('account').set({ enabled: false }).where('id', '=', who.id).execute()
  const [disabled, unknown] = await Promise.all([
    signIn(who),
    app.token({ grant_type: 'password', username: newPhone(), password: 'wrong' }),
  ])
  expect(disabled.body).toEqual(unknown.body)
})

test('introspection returns the authentication methods (amr) of the sign-in', async () => {
  const who = await somebody()
  const { secret } = await withTotp(app, who)
  const { body } = await finishSignIn(await firstStep(who), 'totp', await codeOf(app.db, secret))
  const answer = await fetch(`${app.url}/realms/reeve/protocol/openid-connect/token/introspect`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'web', token: body.access_token }),
  })
  expect(await answer.json()).toMatchObject({ active: true, acr: '2', amr: ['pwd', 'otp', 'mfa'] })
})
