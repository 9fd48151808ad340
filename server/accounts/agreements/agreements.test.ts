import { expect, test } from 'vitest'
import { legalVersion } from '../../../contract/legal.ts'
import { newPhone, startApp } from '../../testing/app.ts'
import { testDatabase } from '../../testing/database.ts'
import { ask, givenPerson, outcome } from '../../testing/organizations.ts'
import { useApp } from '../../testing/use-app.ts'

// Tests which versions of the terms and the privacy policy an account has accepted.

const app = useApp()

const agreementsQuery =
  '{ auth { termsToAgree { version changed termsUrl privacyUrl } agreements { document version } } }'
const agreed = [
  { document: 'TERMS', version: legalVersion },
  { document: 'PRIVACY', version: legalVersion },
]

test('a sign-in stores consent only if it contains the current version of the terms, and only once per version', async () => {
  const person = await givenPerson(app)
  const signIn = (more: object) =>
    app.token({ grant_type: 'password', username: person.phone, password: person.password, ...more })
  const terms = { version: legalVersion, changed: false, termsUrl: null, privacyUrl: null }
  for (const more of [{}, { terms_version: '1999-01-01' }, { terms_version: '' }]) {
    expect((await signIn(more)).status).toBe(200)
    expect(await ask(app, person, agreementsQuery)).toEqual({ termsToAgree: terms, agreements: [] })
  }
  expect((await signIn({ terms_version: legalVersion })).status).toBe(200)
  expect(await ask(app, person, agreementsQuery)).toEqual({ termsToAgree: null, agreements: agreed })
  const [first] = await ask(app, person, '{ auth { agreements { dateTime } } }').then(
    ({ agreements }) => agreements,
  )
  expect(Math.abs(Date.parse(first.dateTime) - Date.now())).toBeLessThan(3_600_000)

  await signIn({ terms_version: legalVersion })
  const again = await ask(app, person, '{ auth { agreements { dateTime } } }')
  expect(again.agreements).toHaveLength(2)
  expect(again.agreements[0]).toEqual(first)
  const { data } = await ask(
    app,
    person,
    `{ queryAuditEvent(actorId: "${person.id}", first: 0, pageSize: 20) { data { action changes } } }`,
  )
  expect(data.filter(({ action }: { action: string }) => action === 'AgreeToTerms')).toEqual([
    { action: 'AgreeToTerms', changes: { version: [null, legalVersion] } },
  ])
})

test('a sign-in with a wrong password does not store consent to the terms', async () => {
  const person = await givenPerson(app)
  const { status } = await app.token({
    ...{ grant_type: 'password', username: person.phone, password: 'not this one' },
    terms_version: legalVersion,
  })
  expect(status).toBe(400)
  expect((await ask(app, person, agreementsQuery)).agreements).toEqual([])
})

test('stores the consent to the terms that a user gives at registration', async () => {
  const mobilePhone = newPhone()
  await app.post('/RegisterCode', { mobilePhone, purpose: 'register' })
  const password = 'correct horse battery'
  const registered = await app.post('/Register', {
    ...{ mobilePhone, password, mobilePhoneCode: await app.code(mobilePhone) },
    termsVersion: legalVersion,
  })
  expect(registered.status).toBe(201)
  const { body } = await app.token({ grant_type: 'password', username: mobilePhone, password })
  expect(await ask(app, body, agreementsQuery)).toEqual({ termsToAgree: null, agreements: agreed })
})

test('lets a signed-in user accept only the current version of the terms', async () => {
  const person = await givenPerson(app)
  const agree = (version: string) =>
    `mutation { agreeToTerms(version: "${version}") { agreements { version } } }`
  expect(await outcome(app, person, agree('1999-01-01'))).toBe('CONFLICT')
  expect(await outcome(app, person, agree(''))).toBe('BAD_INPUT')
  expect((await ask(app, person, agreementsQuery)).agreements).toEqual([])
  expect((await ask(app, person, agree(legalVersion))).agreements).toHaveLength(2)
  expect(await outcome(app, person, agree(legalVersion))).toBe('done')
  expect((await ask(app, person, agreementsQuery)).agreements).toEqual(agreed)
})

test('asks for consent to new terms, retains earlier consents, and accepts API calls before the user consents', async () => {
  const db = await testDatabase()
  const close = db.close
  const before = await startApp({}, { ...db, close: async () => {} })
  const person = await givenPerson(before)
  await ask(before, person, `mutation { agreeToTerms(version: "${legalVersion}") { id } }`)
  await before[Symbol.asyncDispose]()

  const urls = {
    REEVE_TERMS_URL: 'https://example.com/terms',
    REEVE_PRIVACY_URL: 'https://example.com/privacy',
  }
  await using after = await startApp({ ...urls, REEVE_TERMS_VERSION: '2099-1' }, { ...db, close })
  const terms = {
    ...{ version: '2099-1', termsUrl: urls.REEVE_TERMS_URL, privacyUrl: urls.REEVE_PRIVACY_URL },
  }
  const config = await (await fetch(`${after.url}/config.json`)).json()
  expect(config).toMatchObject({ terms })
  const { refresh_token } = person
  const { body: tokens } = await after.token({ grant_type: 'refresh_token', refresh_token })
  expect(await ask(after, tokens, agreementsQuery)).toEqual({
    termsToAgree: { ...terms, changed: true },
    agreements: agreed,
  })
  expect(await outcome(after, tokens, 'mutation { updateProfile(nickName: "还在") { id } }')).toBe('done')
  await ask(after, tokens, 'mutation { agreeToTerms(version: "2099-1") { id } }')
  const now = await ask(after, tokens, agreementsQuery)
  expect([now.termsToAgree, now.agreements.length]).toEqual([null, 4])
})
