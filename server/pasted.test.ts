import { expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { newPhone, type Person } from './testing/app.ts'
import { codeOf, forgetSteps, withTotp } from './testing/factors/totp.ts'
import { ask, givenPerson, organization, outcome } from './testing/organizations.ts'
import { useApp } from './testing/use-app.ts'

// Tests phone numbers, usernames and codes as chat and contact apps paste them, in every call that accepts
// them.

const app = useApp()
const password = 'Blue-Kettle-Roof-77'

const wide = (text: string) =>
  text.replace(/[!-~]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0))
const grouped = (code: string) => code.replace(/^(...)/, '$1-')

const pastes: [what: string, paste: (code: string) => string][] = [
  ['U+200B after it', (code) => `${code}\u200b`],
  ['U+200E before it', (code) => `\u200e${code}`],
  ['direction marks around it', (code) => `\u202d${code}\u202c`],
  ['U+FEFF before it', (code) => `\ufeff${code}`],
  ['an invisible filler in it', (code) => code.replace(/^./, '$&\u3164')],
  ['a hyphen in it', grouped],
  ['a dash in it', (code) => grouped(code).replace('-', '\u2013')],
  ['spaces in and around it', (code) => ` ${grouped(code).replace('-', '\u00a0')}\u3000`],
  ['full-width digits', wide],
  ['a full stop after it', (code) => `${code}。`],
]

async function codeFor(mobilePhone: string, purpose: string): Promise<string> {
  await app.db.query.deleteFrom('rate_limit').execute()
  await app.post('/RegisterCode', { mobilePhone, purpose })
  return app.code(mobilePhone)
}

const signInWith = (fields: Record<string, string>) => app.token({ grant_type: 'password', ...fields })

test.each(pastes)('accepts a pasted SMS code with %s', async (_, paste) => {
  const mobilePhone = newPhone()
  const first = paste(await codeFor(mobilePhone, 'register'))
  expect((await app.post('/Register', { mobilePhone, mobilePhoneCode: first, password })).status).toBe(201)
  const second = paste(await codeFor(mobilePhone, 'login'))
  expect(
    (await signInWith({ mobilePhone: paste(mobilePhone).replace('。', ''), mobilePhoneCode: second })).status,
  ).toBe(200)
  const third = paste(await codeFor(mobilePhone, 'reset'))
  const reset = { mobilePhone, mobilePhoneCode: third, password: `${password}8` }
  expect((await app.post('/ResetPassword', reset)).status).toBe(204)
})

test('accepts pasted phone numbers and usernames at sign-in and when their availability is checked', async () => {
  const phone = newPhone()
  const code = await codeFor(phone, 'register')
  const username = `Wang.Wei-${phone.slice(-6)}`
  expect(
    (await app.post('/Register', { mobilePhone: phone, mobilePhoneCode: code, password, username })).status,
  ).toBe(201)
  const national = phone.slice(3)
  const groups = national.replace(/(...)(....)(....)/, '$1-$2-$3')
  const spellings = [
    `\u202d${national}\u202c`,
    `${phone}\u200b`,
    `\u2066${groups}\u2069`,
    `+86 ${groups}`,
    wide(phone),
  ]
  for (const spelling of [...spellings, `\ufeff${username} `, wide(username), `${username}\u3164`]) {
    expect([spelling, (await signInWith({ username: spelling, password })).status]).toEqual([spelling, 200])
    const { body } = await app.post('/CheckLoginId', { loginId: spelling })
    expect([spelling, body.available]).toEqual([spelling, false])
  }
  for (const spelling of spellings)
    expect((await app.post('/RegisterCode', { mobilePhone: spelling, purpose: 'login' })).status).not.toBe(
      400,
    )
  // Control characters are removed from a login name, so this sign-in succeeds.
  expect((await signInWith({ username: `${username}\u0001`, password })).status).toBe(200)
})

test('accepts pasted invitation codes', async () => {
  const owner = await givenPerson(app)
  const { id } = await organization(app, { owner })
  const invite = 'mutation m($id: ID!) { createTenantJoinCode(tenantId: $id, expireAtByMinute: 60) { code } }'
  const { code } = await ask(app, owner, invite, { id })
  const join = 'mutation m($code: String!) { joinTenantByCode(code: $code) { id } }'
  for (const [what, paste] of pastes)
    expect([
      what,
      await outcome(app, await givenPerson(app), join, { code: paste(code.toLowerCase()) }),
    ]).toEqual([what, 'done'])
})

test('accepts pasted codes of an authenticator app and recovery codes', async () => {
  const who: Person = await givenPerson(app)
  const { secret, recoveryCodes } = await withTotp(app, who)
  const begun = async () => (await signInWith({ username: who.phone, password: who.password })).body.mfa_token
  const finish = async (factor: string, code: string) =>
    (await app.token({ grant_type: 'urn:reeve:mfa', mfa_token: await begun(), factor, code })).status
  for (const [index, [what, paste]] of pastes.slice(0, 9).entries()) {
    await forgetSteps(app.db, who.id)
    expect([what, await finish('totp', paste(await codeOf(app.db, secret)))]).toEqual([what, 200])
    expect([
      what,
      await finish('recovery_code', paste(required(recoveryCodes[index], 'item of recoveryCodes'))),
    ]).toEqual([what, 200])
  }
})
