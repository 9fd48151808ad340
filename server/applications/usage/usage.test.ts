import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import type { Person } from '../../testing/app.ts'
import {
  createFlows,
  givenApplication,
  givenServiceAccount,
  redirectUri,
  type TestApplication,
} from '../../testing/applications.ts'
import { createBrowser } from '../../testing/browser.ts'
import { ask, givenPerson, organization } from '../../testing/organizations.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'
import { deleteOldUsage } from './store.ts'
import { createUsage } from './usage.ts'

// Tests the usage statistics of an application: the number of sign-ins, and refusals with their details.

const app = useApp()
const admin = useAdmin(app)
const issuer = () => `${app.url}/realms/reeve`
const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${issuer()}/protocol/openid-connect/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers,
  })
let flows: ReturnType<typeof createFlows>
let person: Person
beforeAll(async () => {
  flows = createFlows({ url: app.url, issuer: issuer(), post })
  person = await givenPerson(app)
})

const hour = 3_600_000
/** Returns a query for the last two complete hours and the current hour. */
function document(id: string, now = Date.now()) {
  const start = Math.floor(now / hour) * hour
  const instants = [start - 2 * hour, start, start + hour].map((at) => new Date(at).toISOString())
  return `{ getApplicationUsage(id: "${id}", instants: ${JSON.stringify(instants)}) {
    signIns { signedIn failed } errors { kind detail count lastDateTime } } }`
}

interface Use {
  signIns: { signedIn: number; failed: number }[]
  errors: { kind: string; detail: string; count: number; lastDateTime: string }[]
}
const usage = ({ id }: { id: string }, who: { access_token: string } = admin): Promise<Use | null> =>
  ask(app, who, document(id))
const refusals = async (application: TestApplication) =>
  required(await usage(application), 'result of usage')
    .errors.map(({ kind, detail }) => `${kind} ${detail}`.trim())
    .toSorted()
const written = { timeout: 15_000 }

const signedIn = async () => {
  const browser = createBrowser(app.url)
  await browser.signIn({ username: person.phone, password: person.password })
  return browser
}

test('counts sign-ins and client credentials grants of an application, but not token refreshes', async () => {
  const [portal, service] = [
    await givenApplication(app.db),
    await givenApplication(app.db, { kind: 'SERVICE' }),
  ]
  const browser = await signedIn()
  await flows.signIn(browser, portal)
  const { refresh_token } = await flows.signIn(browser, portal, {
    scope: 'openid offline_access',
    prompt: 'consent',
  })
  expect(
    (
      await flows.tokens(portal, {
        grant_type: 'refresh_token',
        refresh_token: required(refresh_token, 'refresh_token'),
      })
    ).status,
  ).toBe(200)
  expect((await flows.tokens(service, { grant_type: 'client_credentials' })).status).toBe(200)
  const counted = async (application: TestApplication) =>
    required(await usage(application), 'result of usage').signIns
  await expect
    .poll(() => counted(portal), written)
    .toEqual([
      { signedIn: 0, failed: 0 },
      { signedIn: 2, failed: 0 },
    ])
  await expect
    .poll(() => counted(service), written)
    .toEqual([
      { signedIn: 0, failed: 0 },
      { signedIn: 1, failed: 0 },
    ])
})

test('returns for each application the time of last use and the time since which sign-ins have failed', async () => {
  const [used, failing, tried] = [
    await givenApplication(app.db),
    await givenApplication(app.db),
    await givenApplication(app.db),
  ]
  const hours = (id: string, ago: number, signedIn: number, failed: number) =>
    `('${id}', date_trunc('hour', now(), 'UTC') - interval '${ago} hours', ${signedIn}, ${failed})`
  await app.db.execute(`insert into application_hour (application_id, hour, signed_in, failed) values
    ${hours(used.id, 5, 0, 9)}, ${hours(used.id, 2, 3, 1)}, ${hours(failing.id, 6, 4, 7)},
    ${hours(failing.id, 3, 0, 2)}, ${hours(failing.id, 1, 0, 3)}, ${hours(tried.id, 1, 0, 4)}`)
  const start = Math.floor(Date.now() / hour) * hour
  const at = (ago: number) => new Date(start - ago * hour).toISOString()
  const ids = [used, failing, tried].map(({ id }) => id)
  const uses: object[] = await ask(
    app,
    admin,
    `{ listApplicationUse(ids: ${JSON.stringify([...ids, 'nothing'])}, instants: ["${at(6)}", "${at(3)}", "${at(0)}"]) {
      id lastUseDateTime failingSinceDateTime signIns { signedIn failed } } }`,
  )
  const use = (id: string, last: number | null, since: number | null, signIns: [number, number][]) => ({
    id,
    lastUseDateTime: last === null ? null : at(last),
    failingSinceDateTime: since === null ? null : at(since),
    signIns: signIns.map(([signedIn, failed]) => ({ signedIn, failed })),
  })
  expect(new Set(uses)).toEqual(
    new Set([
      use(used.id, 2, null, [
        [0, 9],
        [3, 1],
      ]),
      use(failing.id, 6, 3, [
        [4, 7],
        [0, 5],
      ]),
      use(tried.id, null, null, [
        [0, 0],
        [0, 4],
      ]),
    ]),
  )
})

test('records the error of each invalid request without revealing secrets', async () => {
  const browser = await signedIn()
  const portal = await givenApplication(app.db, {
    require_pkce: true,
    scopes: ['openid', 'profile', 'offline_access'],
  })
  const visit = (more: Record<string, string | undefined>) => browser.visit(flows.authorize(portal, more).url)
  const address = 'https://other.example.com/back?code=c0de&token=t0ken#part'
  await visit({ redirect_uri: address })
  await visit({ redirect_uri: address })
  await visit({ code_challenge: undefined, code_challenge_method: undefined })
  await visit({ scope: 'openid phone' })
  await visit({ resource: 'https://elsewhere.example.com/?key=s3cret' })
  const { code, verifier } = await flows.code(browser, portal)
  expect((await flows.trade(portal, code, 'x'.repeat(43))).status).toBe(400)
  expect((await flows.trade(portal, code, verifier)).status).toBe(200)
  expect((await flows.trade(portal, code, verifier)).status).toBe(400)
  expect((await flows.trade(portal, 'n0thing', verifier)).status).toBe(400)
  await flows.tokens(portal, { grant_type: 'refresh_token', refresh_token: 'n0thing' })
  await flows.tokens(portal, { grant_type: 'client_credentials' })
  await flows.tokens({ ...portal, secret: 'wr0ng' }, { grant_type: 'client_credentials' })
  const out = { client_id: portal.id, post_logout_redirect_uri: address }
  await fetch(`${issuer()}/protocol/openid-connect/logout?${new URLSearchParams(out)}`, {
    redirect: 'manual',
  })
  await post('token/introspect', { token: 'x' }, flows.basic({ ...portal, secret: 'wr0ng' }))
  await app.db.execute(`update application set enabled = false where id = '${portal.id}'`)
  await visit({})

  await expect
    .poll(() => refusals(portal), written)
    .toEqual([
      'CLIENT_AUTHENTICATION',
      'CODE',
      'CODE_USED',
      'DISABLED',
      'GRANT_TYPE client_credentials',
      'PKCE',
      'POST_LOGOUT_REDIRECT_URI https://other.example.com/back',
      'REDIRECT_URI https://other.example.com/back',
      'REFRESH_TOKEN',
      'RESOURCE https://elsewhere.example.com/',
      'SCOPE phone',
    ])
  const { errors, signIns } = required(await usage(portal), 'result of usage')
  const countOf = (kind: string) => errors.find((each) => each.kind === kind)?.count
  expect([countOf('REDIRECT_URI'), countOf('PKCE'), countOf('CLIENT_AUTHENTICATION')]).toEqual([2, 2, 2])
  expect(signIns[1]).toEqual({ signedIn: 1, failed: errors.reduce((sum, { count }) => sum + count, 0) })
  expect(JSON.stringify(errors)).not.toMatch(/c0de|t0ken|s3cret|wr0ng|n0thing/)
})

test('records requests from forbidden origins, but not expected errors such as login_required', async () => {
  const page = await givenApplication(app.db, { kind: 'SINGLE_PAGE' })
  const origin = 'https://evil.example.com'
  await post('token', { grant_type: 'refresh_token', refresh_token: 'x', client_id: page.id }, { origin })
  await expect.poll(() => refusals(page), written).toEqual([`ORIGIN ${origin}`])
  // Nobody is signed in, and `prompt=none` forbids showing the sign-in page. The resulting error
  // login_required is not recorded.
  const browser = createBrowser(app.url)
  const back = await browser.follow(flows.authorize(page, { prompt: 'none' }).url)
  expect(back.searchParams.get('error')).toBe('login_required')
  await browser.visit(flows.authorize(page, { redirect_uri: `${redirectUri}/` }).url)
  await expect
    .poll(() => refusals(page), written)
    .toEqual([`ORIGIN ${origin}`, `REDIRECT_URI ${redirectUri}/`])
})

test('stores at most five different errors per kind, and continues after an error of a deleted application', async () => {
  const [one, gone] = [await givenApplication(app.db), await givenApplication(app.db)]
  const noting = createUsage({ db: app.db, log: pino({ level: 'silent' }) })
  noting.refused(one.id, { kind: 'PKCE', detail: '' })
  await noting.stop()
  await app.db.query.deleteFrom('application').where('id', '=', gone.id).execute()
  noting.refused(gone.id, { kind: 'PKCE', detail: '' })
  for (let sent = 0; sent < 50; sent += 1)
    noting.refused(one.id, { kind: 'REDIRECT_URI', detail: `https://${sent}.example.com/` })
  await noting.stop()
  const { errors, signIns } = required(await usage(one), 'result of usage')
  expect(errors.map(({ kind }) => kind).toSorted()).toEqual(['PKCE', ...Array(5).fill('REDIRECT_URI')])
  expect(signIns[1]).toEqual({ signedIn: 0, failed: 51 })
})

test('returns the errors of an application in a selected interval or in the whole month', async () => {
  const one = await givenApplication(app.db)
  const at = (ago: number, minute = 0) =>
    new Date((Math.floor(Date.now() / hour) - ago) * hour + minute * 60_000).toISOString()
  const row = (ago: number, minute: number, kind: string, count: number) =>
    `('${one.id}', '${at(ago)}', '${kind}', '', ${count}, '${at(ago, minute)}')`
  await app.db.execute(
    `insert into application_refusal values ${row(30, 1, 'CODE', 5)}, ${row(26, 7, 'PKCE', 2)},
      ${row(25, 9, 'PKCE', 3)}, ${row(25, 8, 'CODE', 1)}, ${row(2, 3, 'PKCE', 4)}`,
  )
  const between = async (span: string) => {
    const fields = `errors${span} { kind count lastDateTime }`
    const asked = `{ getApplicationUsage(id: "${one.id}", instants: []) { ${fields} } }`
    const { errors }: Use = await ask(app, admin, asked)
    return errors.map((each) => Object.values(each))
  }
  expect(await between(`(fromDateTime: "${at(26)}", toDateTime: "${at(2)}")`)).toEqual([
    ['PKCE', 5, at(25, 9)],
    ['CODE', 1, at(25, 8)],
  ])
  expect(await between(`(toDateTime: "${at(26)}")`)).toEqual([['CODE', 5, at(30, 1)]])
  expect(await between(`(fromDateTime: "${at(2)}")`)).toEqual([['PKCE', 4, at(2, 3)]])
  expect(await between(`(fromDateTime: "${at(24)}", toDateTime: "${at(2)}")`)).toEqual([])
  const noting = createUsage({ db: app.db, log: pino({ level: 'silent' }) })
  for (let sent = 0; sent < 20; sent += 1) noting.refused(one.id, { kind: 'SCOPE', detail: `s${sent}` })
  await noting.stop()
  expect((await between('')).slice(5)).toEqual([
    ['PKCE', 9, at(2, 3)],
    ['CODE', 6, at(25, 8)],
  ])
})

test('adds up the usage counts of several servers, and retries failed writes', async () => {
  const one = await givenApplication(app.db)
  const nodes = Array.from({ length: 5 }, () => createUsage({ db: app.db, log: pino({ level: 'silent' }) }))
  for (const node of nodes)
    for (let each = 0; each < 20; each += 1) {
      node.signedIn(one.id)
      node.refused(one.id, { kind: 'SCOPE', detail: `s${each % 2}` })
    }
  await Promise.all(nodes.map((node) => node.stop()))
  const { signIns, errors } = required(await usage(one), 'result of usage')
  expect(signIns[1]).toEqual({ signedIn: 100, failed: 100 })
  expect(errors.map(({ detail, count }) => [detail, count])).toEqual([
    ['s0', 50],
    ['s1', 50],
  ])

  await app.db.execute('alter table application_hour rename to application_hour_away')
  const [node] = nodes
  required(node, 'node').signedIn(one.id)
  await required(node, 'node').stop()
  await app.db.execute('alter table application_hour_away rename to application_hour')
  await required(node, 'node').stop()
  expect(required(required(await usage(one), 'result of usage').signIns[1], 'item of signIns').signedIn).toBe(
    101,
  )
})

test('deletes usage statistics that are older than a month', async () => {
  const one = await givenApplication(app.db)
  const values = (days: number, rest: string) => `('${one.id}', now() - interval '${days} days', ${rest})`
  await app.db.execute(`insert into application_hour values ${values(31, '1, 1')}, ${values(33, '1, 1')}`)
  await app.db.execute(
    `insert into application_refusal values ${values(31, `'PKCE', '', 1`)}, ${values(33, `'CODE', '', 1`)}`,
  )
  await deleteOldUsage(app.db.query)
  expect(await refusals(one)).toEqual(['PKCE'])
  const rows = await app.db.query
    .selectFrom('application_hour')
    .selectAll()
    .where('application_id', '=', one.id)
    .execute()
  expect(rows).toHaveLength(1)
})

test('shows the usage of a service account to its organization but not to strangers, and rejects descending timestamps', async () => {
  const [owner, stranger] = [await givenPerson(app), await givenPerson(app)]
  const { id: tenantId } = await organization(app, { owner })
  const service = await givenServiceAccount(app.db, tenantId)
  await post('token', { grant_type: 'client_credentials' }, flows.basic({ ...service, secret: 'wrong' }))
  const kinds = async () =>
    required(await usage(service, owner), 'result of usage').errors.map(({ kind }) => kind)
  await expect.poll(kinds, written).toEqual(['CLIENT_AUTHENTICATION'])
  expect(required(await usage(service), 'result of usage').errors).toHaveLength(1)
  expect(await usage(service, stranger)).toBeNull()
  const [later, sooner] = ['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z']
  const falling = `{ getApplicationUsage(id: "${service.id}", instants: ["${later}", "${sooner}"]) { errors { kind } } }`
  const { body } = await app.graphql(owner.access_token, falling)
  expect(body.errors[0].extensions.code).toBe('BAD_INPUT')
})
