import { expect, test } from 'vitest'
import { codeOf, forgetSteps, withTotp } from '../../testing/factors/totp.ts'
import { ask, givenPerson } from '../../testing/organizations.ts'
import { useApp } from '../../testing/use-app.ts'
import { createProver, type Prover } from './prover.ts'

const app = useApp()

test('a two-factor sign-in requires the same DPoP key in both steps, and binds the session to that key', async () => {
  const who = await givenPerson(app)
  const signIn = (headers: Record<string, string>) =>
    app.token({ grant_type: 'password', username: who.phone, password: who.password }, headers)
  const finishSignIn = (mfa_token: string, code: string, headers?: Record<string, string>) =>
    app.token({ grant_type: 'urn:reeve:mfa', mfa_token, factor: 'totp', code }, headers)
  const { secret } = await withTotp(app, who)
  await forgetSteps(app.db, who.id)
  const url = `${app.url}/realms/reeve/protocol/openid-connect/token`
  const [own, thief] = [await createProver(url), await createProver(url)]
  const nonce = (await signIn({ dpop: await own.prove() })).headers.get('dpop-nonce')
  const proof = async (key: Prover) => ({ dpop: await key.prove({ nonce }) })
  const { body: step } = await signIn(await proof(own))
  expect(step.error).toBe('mfa_required')
  const code = await codeOf(app.db, secret)
  // Calls without the right DPoP key are rejected but not counted as attempts.
  for (let tries = 0; tries < 5; tries += 1)
    expect((await finishSignIn(step.mfa_token, code)).body.error).toBe('expired_token')
  expect((await finishSignIn(step.mfa_token, code, await proof(thief))).body.error).toBe('expired_token')
  const opened = await finishSignIn(step.mfa_token, code, await proof(own))
  expect([opened.status, opened.body.token_type]).toEqual([200, 'Bearer'])

  const form = { grant_type: 'refresh_token', refresh_token: opened.body.refresh_token }
  expect((await app.token(form)).body.error).toBe('invalid_dpop_proof')
  const bearer = `Bearer ${opened.body.refresh_token}`
  const refresh = 'mutation { refreshToken { access_token } }'
  expect((await app.graphql(undefined, refresh, {}, { authorization: bearer })).status).toBe(401)
  expect((await app.token(form, await proof(own))).status).toBe(200)
  expect(await ask(app, opened.body, '{ auth { profile { sessions { bound current } } } }')).toMatchObject({
    profile: { sessions: expect.arrayContaining([{ bound: true, current: true }]) },
  })
})
