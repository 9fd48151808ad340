import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminTokens, type Person, type Tokens } from '../../testing/app.ts'
import { createBrowser } from '../../testing/browser.ts'
import { type OpenidServer, startOpenidServer } from '../../testing/identity-sources/openid.ts'
import {
  createSignIns,
  fragmentOf,
  givenSource,
  linkBySignIn,
} from '../../testing/identity-sources/sign-ins.ts'
import { ask, givenPerson, outcome } from '../../testing/organizations.ts'
import { useApp } from '../../testing/use-app.ts'
import { replaceSourceKey } from '../keys/keys.ts'
import { reencryptSources } from './reencrypt.ts'

// Linking and unlinking identities on the account page.

const app = useApp({ REEVE_IDENTITY_NETWORKS: '127.0.0.1' })
let provider: OpenidServer
let sourceId: string
beforeAll(async () => {
  provider = await startOpenidServer()
  sourceId = await givenSource(app, {
    ...{ key: 'sso', name: '集团统一认证', issuer: provider.issuer },
    ...{ clientId: provider.client.id, clientSecret: provider.client.secret },
  })
})
afterAll(() => provider[Symbol.asyncDispose]())

let people = 0
let person: Person
beforeEach(async () => {
  person = await app.person()
  provider.hooks.person = { sub: `subject-${++people}`, name: '孟思琳' }
})

/** Signs in to the console in a browser. */
async function signedIn({ phone, password }: Person) {
  const browser = createBrowser(app.url)
  const tokens: Tokens = await browser.signIn({ username: phone, password })
  return { browser, tokens, signIns: createSignIns(app, browser) }
}

const link = (who: Tokens, source = sourceId) =>
  ask(app, who, `mutation { linkIdentity(sourceId: "${source}") { url } }`) as Promise<{ url: string }>

const identitiesOf = (who: Tokens) => ask(app, who, '{ auth { identities { id source { key } } } }')

test.each(['id', 'key'])('links the identity of a source, which is named by its %s', async (by) => {
  const { tokens, signIns } = await signedIn(person)
  const { url } = await link(tokens, by === 'id' ? sourceId : 'sso')
  const answer = await signIns.browser.visit(url)
  const page = await signIns.back(await signIns.atProvider(new URL(String(answer.headers.get('location')))))
  expect(page.pathname + page.hash).toBe('/accountInfo/index#linked=sso')
  expect((await identitiesOf(tokens)).identities).toMatchObject([{ source: { key: 'sso' } }])

  expect((await createSignIns(app).signIn('sso')).status).toBe(200)
  const { data } = await ask(app, tokens, '{ queryMessage(pageSize: 1) { data { title content } } }')
  expect(data[0]).toEqual({
    ...{ title: '已关联登录方式', content: expect.stringContaining('集团统一认证') },
  })
  const notices = app
    .messages()
    .filter(({ to, template }) => to === person.phone && template === 'identity.linked')
  expect(notices.length).toBe(1)
})

test('links an identity only in the browser of the session that requested it', async () => {
  const attacker = await signedIn(person)
  const victim = await signedIn(await app.person())
  const { url } = await link(attacker.tokens)
  // An attacker who sends a victim the URL for linking must not get the victim's identity linked.
  for (const browser of [victim.browser, createBrowser(app.url)]) {
    const answer = await browser.visit(url)
    expect(new URL(String(answer.headers.get('location'))).hash).toBe('#link_error=session&source=sso')
  }
})

test('links no identity if another account signs in to the browser before the provider redirects back', async () => {
  const { tokens, signIns, browser } = await signedIn(person)
  const { url } = await link(tokens)
  const answer = await browser.visit(url)
  const back = await signIns.atProvider(new URL(String(answer.headers.get('location'))))
  const other = await app.person()
  await browser.signIn({ username: other.phone, password: other.password })
  expect(fragmentOf(await signIns.back(back))).toEqual({ link_error: 'session', source: 'sso' })
  expect((await identitiesOf(tokens)).identities).toEqual([])
})

test('uses the URL for linking only once', async () => {
  const { tokens, browser } = await signedIn(person)
  const { url } = await link(tokens)
  await browser.visit(url)
  const again = await browser.visit(url)
  expect(new URL(String(again.headers.get('location'))).hash).toBe('#link_error=session&source=sso')
})

test('does not link an identity that belongs to another account', async () => {
  await linkBySignIn(app, 'sso', await app.person())
  const { tokens, signIns } = await signedIn(person)
  const answer = await signIns.browser.visit((await link(tokens)).url)
  const back = await signIns.atProvider(new URL(String(answer.headers.get('location'))))
  expect(fragmentOf(await signIns.back(back))).toEqual({ link_error: 'taken', source: 'sso' })
})

test('does not link an identity of one account by a sign-in to another account', async () => {
  await linkBySignIn(app, 'sso', await app.person())
  const signIns = createSignIns(app)
  const ticket = await signIns.ticket('sso')
  const answer = await signIns.token({
    ...{ grant_type: 'password', username: person.phone, password: person.password, broker_ticket: ticket },
  })
  expect(answer).toMatchObject({ status: 200, body: { identity_linked: false } })
})

test('does not link an identity by the sign-in with another identity, which proves nothing recent', async () => {
  await linkBySignIn(app, 'sso', person)
  const signIns = createSignIns(app)
  const ticket = await signIns.ticket('sso')
  provider.hooks.person = { sub: `subject-${++people}`, name: '孟思琳' }
  const other = await signIns.ticket('sso')
  expect((await signIns.exchange(ticket, { broker_ticket: other })).status).toBe(200)
  expect((await signIns.exchange(other)).body.error).toBe('identity_unlinked')
})

test('requires a recent proof of identity to link and to unlink', async () => {
  await linkBySignIn(app, 'sso', person)
  const { identities } = await identitiesOf(person)
  await app.db.query
    .updateTable('session')
    .set({ authenticated_at: new Date(Date.now() - 601_000) })
    .where('account_id', '=', person.id)
    .execute()
  for (const call of [
    `linkIdentity(sourceId: "${sourceId}") { url }`,
    `unlinkIdentity(id: "${identities[0].id}")`,
  ])
    expect(await outcome(app, person, `mutation { ${call} }`)).toBe('REAUTHENTICATE')
})

test('unlinks an identity and ends the sessions that were opened with it', async () => {
  await linkBySignIn(app, 'sso', person)
  const { body } = await createSignIns(app).signIn('sso')
  const { identities } = await identitiesOf(person)
  expect(await ask(app, person, `mutation { unlinkIdentity(id: "${identities[0].id}") }`)).toBe(true)
  expect((await app.graphql(body.access_token, '{ auth { id } }')).status).toBe(401)
  expect((await createSignIns(app).signIn('sso')).body.error).toBe('identity_unlinked')
})

test('unlinks the identity of another account for those who manage the account', async () => {
  await linkBySignIn(app, 'sso', person)
  const { identities } = await identitiesOf(person)
  const call = `mutation { unlinkIdentity(id: "${identities[0].id}") }`
  const manager = await givenPerson(app, ['account_management'])
  for (const other of [await app.person(), await givenPerson(app, ['security_management'])])
    expect(await outcome(app, other, call)).toBe('NOT_FOUND')
  await app.db.query
    .updateTable('account')
    .set({ auth_codes: ['certification_audit'] })
    .where('id', '=', person.id)
    .execute()
  expect(await outcome(app, manager, call)).toBe('FORBIDDEN')
  expect(await ask(app, await adminTokens(app), call)).toBe(true)
  expect((await createSignIns(app).signIn('sso')).body.error).toBe('identity_unlinked')
  const { data } = await ask(app, person, '{ queryMessage(pageSize: 1) { data { title } } }')
  expect(data[0]).toEqual({ title: '已解除关联登录方式' })
})

test('does not unlink the last way to sign in', async () => {
  provider.hooks.person = { ...provider.hooks.person, auth_time: Math.floor(Date.now() / 1_000) }
  await linkBySignIn(app, 'sso', person)
  const { body } = await createSignIns(app).signIn('sso')
  const { identities } = await identitiesOf(body)
  const unlink = `mutation { unlinkIdentity(id: "${identities[0].id}") }`
  await app.db.query
    .updateTable('account')
    .set({ password_hash: null, mobile_phone: null })
    .where('id', '=', person.id)
    .execute()
  expect(await outcome(app, body, unlink)).toBe('CONFLICT')
  await app.db.query
    .updateTable('account')
    .set({ mobile_phone: person.phone })
    .where('id', '=', person.id)
    .execute()
  expect(await outcome(app, body, unlink)).toBe('done')
})

test('re-encrypts secrets when the keys are rotated', async () => {
  await linkBySignIn(app, 'sso', person)
  await app.db.transaction(async (tx) => {
    expect(await reencryptSources(tx, await replaceSourceKey(tx))).toBeGreaterThan(0)
  })
  expect((await createSignIns(app).signIn('sso')).status).toBe(200)
})

test('shows the identities of other accounts only to account managers', async () => {
  await linkBySignIn(app, 'sso', person)
  const read = `{ getOperator(id: "${person.id}") { identities { source { key settings { signIns } } } } }`
  const admin = await adminTokens(app)
  expect((await ask(app, admin, read)).identities).toMatchObject([{ source: { key: 'sso' } }])
  expect(await ask(app, person, '{ auth { identities { source { settings { signIns } } } } }')).toEqual({
    identities: [{ source: { settings: null } }],
  })
})
