import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import type { Person, Tokens } from '../testing/app.ts'
import { softPasskey } from '../testing/factors/passkey.ts'
import { withTotp } from '../testing/factors/totp.ts'
import { ask, givenPerson, outcome } from '../testing/organizations.ts'
import { freePort } from '../testing/postgres.ts'
import { useApp } from '../testing/use-app.ts'
import { relyingPartyOf } from './passkeys.ts'

// Tests passkeys as a second factor, as the only factor, and as a proof of identity.

const port = await freePort()
const origin = `http://localhost:${port}`
const app = useApp({ PORT: String(port), REEVE_PUBLIC_URL: origin, REEVE_BRAND_NAME: '港务云' })

const one = (): Promise<Person> => givenPerson(app)
const signIn = ({ phone, password }: Person) =>
  app.token({ grant_type: 'password', username: phone, password })
const finishSignIn = (mfa_token: string, code: string) =>
  app.token({ grant_type: 'urn:reeve:mfa', mfa_token, factor: 'passkey', code })
/** Starts a sign-in by passkey without a username, as the sign-in page does. */
const beginSignIn = () => app.token({ grant_type: 'urn:reeve:mfa' })

const createPasskey = 'mutation { createPasskey { setUp options } }'
const confirm = (who: Pick<Tokens, 'access_token'>, setUp: string, response: string) =>
  app.graphql(
    who.access_token,
    `mutation ($setUp: String!, $response: String!) {
      confirmPasskey(setUp: $setUp, response: $response, name: "指纹") { factor { id kind } recoveryCodes }
    }`,
    { setUp, response },
  )

async function withPasskey(who: Person, passkey = softPasskey(origin)) {
  const { setUp, options } = await ask(app, who, createPasskey)
  const { body } = await confirm(who, setUp, passkey.create(options))
  expect(body.errors).toBeUndefined()
  return { passkey, ...body.data.confirmPasskey }
}

const growOld = (accountId: string) =>
  app.db.query
    .updateTable('session')
    .set({ authenticated_at: new Date(Date.now() - 601_000) })
    .where('account_id', '=', accountId)
    .execute()

test('a sign-in with a password requires the passkey that the user set up, and records when it was last used', async () => {
  const who = await one()
  const { passkey, factor, recoveryCodes } = await withPasskey(who)
  expect(factor.kind).toBe('PASSKEY')
  expect(recoveryCodes).toHaveLength(10)
  const { status, body } = await signIn(who)
  expect([status, body.error, body.factors]).toEqual([400, 'mfa_required', ['passkey', 'recovery_code']])
  expect(body.passkey).toMatchObject({ rpId: 'localhost', challenge: body.mfa_token })
  expect(body.passkey.allowCredentials).toHaveLength(1)
  const answer = await finishSignIn(body.mfa_token, passkey.get(body.passkey))
  expect(decodeJwt(answer.body.id_token)).toMatchObject({ acr: '2', amr: ['pwd', 'pop', 'mfa'] })
  const { factors } = await ask(app, answer.body, '{ auth { factors { lastUsedDateTime } } }')
  expect(factors[0].lastUsedDateTime).not.toBeNull()
})

test('a user can sign in with only a passkey, without a username', async () => {
  const who = await one()
  const { passkey } = await withPasskey(who)
  const { status, body } = await beginSignIn()
  expect([status, body.error, body.factors]).toEqual([400, 'mfa_required', ['passkey']])
  expect(body.passkey).toMatchObject({ allowCredentials: [], userVerification: 'required' })
  const answer = await finishSignIn(body.mfa_token, passkey.get(body.passkey))
  expect(answer.status).toBe(200)
  expect(decodeJwt(answer.body.id_token)).toMatchObject({ sub: who.id, acr: '2', amr: ['pop', 'mfa'] })
})

test('requires user verification for a sign-in with only a passkey, but not after a password', async () => {
  const who = await one()
  const { passkey } = await withPasskey(who)
  passkey.verifies = false
  const alone = (await beginSignIn()).body
  expect((await finishSignIn(alone.mfa_token, passkey.get(alone.passkey))).body.error).toBe('invalid_grant')
  const after = (await signIn(who)).body
  expect((await finishSignIn(after.mfa_token, passkey.get(after.passkey))).status).toBe(200)
})

test('accepts a passkey assertion once, for the challenge, origin and account of the sign-in, and with a higher counter', async () => {
  const [who, other] = [await one(), await one()]
  const { passkey } = await withPasskey(who)
  const strange = (await withPasskey(other)).passkey
  const step = async () => (await signIn(who)).body
  const refused = async (assertion: (options: { challenge: string; rpId: string }) => string) => {
    const { mfa_token, passkey: options } = await step()
    expect((await finishSignIn(mfa_token, assertion(options))).body.error).toBe('invalid_grant')
  }
  const first = await step()
  const assertion = passkey.get(first.passkey)
  const answers = await Promise.all([1, 2, 3].map(() => finishSignIn(first.mfa_token, assertion)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  await refused(() => assertion)
  await refused((options) => strange.get(options))
  await refused((options) => passkey.get({ ...options, challenge: first.mfa_token }))
  await refused((options) => passkey.get({ ...options, rpId: 'evil.example' }))
  passkey.origin = 'http://evil.example'
  await refused((options) => passkey.get(options))
  passkey.origin = origin
  await refused((options) => passkey.get(options).replace(/"signature":"..../, '"signature":"AAAA'))
  for (const nonsense of [
    '{}',
    'null',
    '[]',
    '{"id":1}',
    '{"id":"x","response":{"clientDataJSON":"e30"}}',
    'x',
  ])
    await refused(() => nonsense)
  passkey.counter = 0
  await refused((options) => passkey.get(options))
  passkey.counter = 100
  const last = await step()
  expect((await finishSignIn(last.mfa_token, passkey.get(last.passkey))).status).toBe(200)
})

test('rejects unknown passkeys and passkeys of disabled accounts', async () => {
  const who = await one()
  const { passkey } = await withPasskey(who)
  const stranger = softPasskey(origin)
  const { options } = await ask(app, await one(), createPasskey)
  stranger.create(options)
  const step = (await beginSignIn()).body
  expect((await finishSignIn(step.mfa_token, stranger.get(step.passkey))).body.error).toBe('invalid_grant')
  await app.db.query.updateTable('account').set({ enabled: false }).where('id', '=', who.id).execute()
  const again = (await beginSignIn()).body
  expect((await finishSignIn(again.mfa_token, passkey.get(again.passkey))).status).toBe(400)
  expect((await finishSignIn(again.mfa_token, '{}')).status).toBe(400)
})

test('registers a passkey once, for the account and challenge of the setup, and excludes it from the next setup', async () => {
  const who = await one()
  const passkey = softPasskey(origin)
  const { setUp, options } = await ask(app, who, createPasskey)
  expect(options).toMatchObject({ challenge: setUp, excludeCredentials: [] })
  // Authenticators show the product name that the operator has configured.
  expect(options.rp).toEqual({ id: 'localhost', name: '港务云' })
  const { uri } = await ask(app, who, 'mutation { createTotp { uri } }')
  expect(new URL(uri).searchParams.get('issuer')).toBe('港务云')
  const code = async (...call: Parameters<typeof confirm>) =>
    (await confirm(...call)).body.errors?.[0].extensions.code ?? 'done'
  const response = passkey.create(options)
  expect(await code(await one(), setUp, response)).toBe('CONFLICT')
  expect(await code(who, setUp, passkey.create({ ...options, challenge: 'x'.repeat(43) }))).toBe('BAD_INPUT')
  expect(await code(who, setUp, response)).toBe('done')
  expect(await code(who, setUp, response)).toBe('CONFLICT')
  expect((await ask(app, who, createPasskey)).options.excludeCredentials).toHaveLength(1)
})

test('rejects a passkey that is registered for another account, and suggests deleting and re-creating it', async () => {
  const [who, other] = [await one(), await one()]
  const { passkey } = await withPasskey(who)
  const { setUp, options } = await ask(app, other, createPasskey)
  const { body } = await confirm(other, setUp, passkey.create(options))
  expect(body.errors[0].extensions).toMatchObject({
    code: 'BAD_INPUT',
    fields: { response: '该通行密钥已注册，请在设备上删除后重新创建' },
  })
  expect((await ask(app, other, '{ auth { factors { id } } }')).factors).toEqual([])
  const { mfa_token, passkey: requestOptions } = (await signIn(who)).body
  expect((await finishSignIn(mfa_token, passkey.get(requestOptions))).status).toBe(200)
})

test('reauthentication accepts an assertion by the user’s own passkey, and accepts each assertion only once', async () => {
  const who = await one()
  const { passkey } = await withPasskey(who)
  await growOld(who.id)
  expect(await outcome(app, who, 'mutation { createTotp { setUp } }')).toBe('REAUTHENTICATE')
  const challenge = async () =>
    (await ask(app, who, 'mutation { createPasskeyChallenge { options } }')).options
  const prove = (code: string) =>
    outcome(app, who, 'mutation ($code: String!) { reauthenticate(factor: PASSKEY, factorCode: $code) }', {
      code,
    })
  const strange = (await withPasskey(await one())).passkey
  expect(await prove(strange.get(await challenge()))).toBe('BAD_INPUT')
  expect(await prove('{}')).toBe('BAD_INPUT')
  const assertion = passkey.get(await challenge())
  expect(await prove(assertion)).toBe('done')
  expect(await prove(assertion)).toBe('BAD_INPUT')
  // A challenge that was issued for a sign-in cannot be used to prove the user's identity later.
  expect(await prove(passkey.get((await signIn(who)).body.passkey))).toBe('BAD_INPUT')
  expect((await withTotp(app, who)).recoveryCodes).toEqual([])
})

test('supports passkeys only if the public URL is an HTTPS domain or localhost', () => {
  const cases = {
    'https://reeve.example.com': 'reeve.example.com',
    'https://reeve.example.com:8443': 'reeve.example.com',
    'http://localhost:3000': 'localhost',
    'https://localhost': 'localhost',
    'http://127.0.0.1:3000': undefined,
    'https://10.0.0.5': undefined,
    'https://[::1]:3000': undefined,
    'http://reeve.example.com': undefined,
  }
  for (const [url, id] of Object.entries(cases)) expect([url, relyingPartyOf(url)?.id]).toEqual([url, id])
})
