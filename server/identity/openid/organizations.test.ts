import { beforeAll, beforeEach, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { newId } from '../../core/id.ts'
import { addMember } from '../../tenants/members.ts'
import { insertPersonalTenants } from '../../tenants/store.ts'
import { claimsOf, createFlows, givenApplication, type TestApplication } from '../../testing/applications.ts'
import { type Browser, createBrowser } from '../../testing/browser.ts'
import { setUpAccount, useIdentity } from '../../testing/identity.ts'

// Tests the choice of the organization with which a user signs in to an application.

const server = useIdentity()
let flows: ReturnType<typeof createFlows>
let portal: TestApplication
let account: Awaited<ReturnType<typeof setUpAccount>>
let browser: Browser
beforeAll(async () => {
  flows = createFlows(server)
  portal = await givenApplication(server.db)
})
beforeEach(async () => {
  account = await setUpAccount(server.db)
  await server.db.transaction((tx) => insertPersonalTenants(tx, [{ id: account.id, name: '张三' }]))
  browser = createBrowser(server.url)
})

/** Submits an interaction page and follows the redirects to the last URL. */
async function submitPage(page: URL, submission: Record<string, unknown>): Promise<URL> {
  const { status, next, error } = await browser.answer(page, submission)
  expect([status, error]).toEqual([200, undefined])
  return browser.follow(required(next, 'next'))
}

async function organization(name: string, member = account.id, owner_id = newId()) {
  const id = newId()
  await server.db.transaction(async (tx) => {
    await tx.insertInto('tenant').values({ id, name, status: 'FINISH', owner_id }).execute()
    await addMember(tx, { tenantId: id, accountId: member })
  })
  return id
}

test('the user chooses an organization, which later sign-ins use unless the application requests another one', async () => {
  const [one, two] = [await organization('甲'), await organization('乙')]
  const foreign = await organization('丙', newId())
  await browser.signIn(account)
  const scope = 'openid organization'
  const { url, verifier } = flows.authorize(portal, { scope })
  const page = await browser.follow(url)
  const { body: details } = await browser.details(page)
  expect(details.step).toBe('organization')
  expect(
    (details.organizations as { id: string; usable: boolean }[]).map(({ id, usable }) => [id, usable]),
  ).toEqual([
    [account.id, true],
    [two, true],
    [one, true],
  ])
  expect((await browser.answer(page, { step: 'organization', tenantId: foreign })).status).toBe(409)
  const back = await submitPage(page, { step: 'organization', tenantId: one, remember: true })
  const { body } = await flows.trade(portal, required(back.searchParams.get('code'), 'code'), verifier)
  const claim = { id: one, name: '甲', owner: false, manager: false, roles: [], auth_codes: [] }
  expect(claimsOf(body.access_token).organization).toEqual(claim)
  expect(claimsOf(required(body.id_token, 'id_token')).organization).toEqual(claim)
  expect((await flows.userinfo(body.access_token)).body.organization).toEqual(claim)

  expect(claimsOf((await flows.signIn(browser, portal, { scope })).access_token).organization).toEqual(claim)
  const named = async (organization_id: string) =>
    claimsOf((await flows.signIn(browser, portal, { scope, organization_id })).access_token).organization
  expect(await named(two)).toMatchObject({ id: two })
  expect(await named('SELF')).toMatchObject({ id: account.id, owner: true })
  // Tokens that were issued earlier retain their organization.
  expect((await flows.userinfo(body.access_token)).body.organization).toEqual(claim)
  const refused = await browser.follow(flows.authorize(portal, { scope, organization_id: foreign }).url)
  expect(refused.searchParams.get('error')).toBe('access_denied')
})

test('the page for choosing an organization shows roles, the last choice, and the owners of unavailable organizations', async () => {
  const owner = await setUpAccount(server.db)
  const [one, two] = [
    await organization('甲', account.id, account.id),
    await organization('乙', account.id, owner.id),
  ]
  const third = await organization('丙')
  const own = await givenApplication(server.db, { tenant_ids: [one, third], first_party: false })
  const ask = async (more = {}) => {
    const page = await browser.follow(flows.authorize(own, { scope: 'openid organization', ...more }).url)
    return { page, details: (await browser.details(page)).body }
  }
  await browser.signIn(account)
  const first = await ask()
  const rows = (details: Record<string, unknown>) =>
    (details.organizations as Record<string, unknown>[]).map(({ id, role, usable, last, owner }) => ({
      ...{ id, role, usable, last, owner },
    }))
  expect(rows(first.details)).toEqual(
    expect.arrayContaining([
      { id: one, role: 'OWNER', usable: true, last: false, owner: null },
      { id: third, role: 'MEMBER', usable: true, last: false, owner: null },
      { id: two, role: 'MEMBER', usable: false, last: false, owner: '张三' },
      { id: account.id, role: 'OWNER', usable: false, last: false, owner: '张三' },
    ]),
  )
  const { next } = await browser.answer(first.page, { step: 'organization', tenantId: one })
  // The consent page shows exactly the values that the application gets.
  const consent = await browser.follow(required(next, 'next'))
  expect((await browser.details(consent)).body).toMatchObject({
    ...{ step: 'consent', tenantId: one },
    permissions: expect.arrayContaining(['查看数据']),
  })
  await submitPage(consent, { step: 'consent' })
  const again = await ask()
  expect(again.details.step).toBe('organization')
  expect(rows(again.details).find(({ last }) => last)).toMatchObject({ id: one })
})

test('if another user signs in during consent, that user must consent, and the token contains that user’s organization', async () => {
  const [one] = [await organization('甲'), await organization('乙')]
  const other = await setUpAccount(server.db)
  await server.db.transaction((tx) => insertPersonalTenants(tx, [{ id: other.id, name: '李四' }]))
  const board = await givenApplication(server.db, { first_party: false })
  await browser.signIn(account)
  const { url, verifier } = flows.authorize(board, { scope: 'openid organization' })
  const page = await browser.follow(url)
  const { next } = await browser.answer(page, { step: 'organization', tenantId: one })
  const consent = await browser.follow(required(next, 'next'))
  expect((await browser.details(consent)).body.step).toBe('consent')
  await browser.signIn(other)
  expect((await browser.details(consent)).body).toMatchObject({ step: 'login', account: { id: other.id } })
  expect((await browser.answer(consent, { step: 'consent' })).status).toBe(409)
  // This user has only a personal organization, so only consent is requested, not the choice of an
  // organization.
  const consentPage = await submitPage(consent, { step: 'login' })
  expect((await browser.details(consentPage)).body).toMatchObject({ step: 'consent', tenantId: other.id })
  const back = await submitPage(consentPage, { step: 'consent' })
  const { body } = await flows.trade(board, required(back.searchParams.get('code'), 'code'), verifier)
  expect(claimsOf(body.access_token).organization).toMatchObject({ id: other.id })
})

test('returns interaction_required for prompt=none if the user must choose an organization', async () => {
  await organization('甲')
  await browser.signIn(account)
  const { url } = flows.authorize(portal, { scope: 'openid organization', prompt: 'none' })
  expect((await browser.follow(url)).searchParams.get('error')).toBe('interaction_required')
})

test('a user who has only the personal organization is signed in without a choice', async () => {
  await browser.signIn(account)
  const tokens = await flows.signIn(browser, portal, { scope: 'openid organization' })
  expect(claimsOf(tokens.access_token).organization).toMatchObject({ id: account.id })
})

test('an application that is limited to an organization accepts only members of that organization', async () => {
  const [one, two] = [await organization('甲'), await organization('乙')]
  const own = await givenApplication(server.db, { tenant_ids: [one] })
  await browser.signIn(account)
  expect(
    claimsOf((await flows.signIn(browser, own, { scope: 'openid organization' })).access_token).organization,
  ).toMatchObject({
    id: one,
  })
  const refused = await browser.follow(
    flows.authorize(own, { scope: 'openid organization', organization_id: two }).url,
  )
  expect(refused.searchParams.get('error')).toBe('access_denied')
  const { access_token: token } = await flows.signIn(browser, own)
  expect((await flows.userinfo(token)).status).toBe(200)
  await server.db.query.deleteFrom('member').where('tenant_id', '=', one).execute()
  expect((await flows.userinfo(token)).status).toBe(401)
  expect(await flows.introspect(own, token)).toEqual({ active: false })
  const stranger = createBrowser(server.url)
  await stranger.signIn(await setUpAccount(server.db))
  expect((await stranger.follow(flows.authorize(own).url)).searchParams.get('error')).toBe('access_denied')
})

test('userinfo, introspection and refreshed tokens immediately reflect reduced permissions and a lost membership', async () => {
  const tenantId = await organization('甲')
  const codes = (auth_codes: string[]) =>
    server.db.query
      .updateTable('member')
      .set({ auth_codes })
      .where('tenant_id', '=', tenantId)
      .where('account_id', '=', account.id)
      .execute()
  await codes(['data_view'])
  await browser.signIn(account)
  const request = {
    scope: 'openid organization offline_access',
    prompt: 'consent',
    organization_id: tenantId,
  }
  let tokens = await flows.signIn(browser, portal, request)
  const seen = async () => {
    const refresh = {
      grant_type: 'refresh_token',
      refresh_token: required(tokens.refresh_token, 'refresh_token'),
    }
    const claims = [
      (await flows.userinfo(tokens.access_token)).body.organization,
      (await flows.introspect(portal, tokens.access_token)).organization,
    ]
    tokens = (await flows.tokens(portal, refresh)).body
    return [...claims, claimsOf(tokens.access_token).organization]
  }
  for (const each of await seen()) expect(each).toMatchObject({ auth_codes: ['data_view'] })
  await codes([])
  for (const each of await seen()) expect(each).toMatchObject({ auth_codes: [] })
  await server.db.query.deleteFrom('member').where('tenant_id', '=', tenantId).execute()
  for (const each of await seen()) expect(each).toBeUndefined()
})

test('adds the groups claim according to the template of the application', async () => {
  const [one] = [await organization('甲'), await organization('乙')]
  await browser.signIn(account)
  const template = { groups_template: '{organization}:{role}' }
  const groupsOf = async (application: TestApplication, more = {}) => {
    const { access_token, id_token } = await flows.signIn(browser, application, more)
    const { groups } = (await flows.userinfo(access_token)).body
    expect(claimsOf(required(id_token, 'id_token')).groups).toEqual(groups)
    return groups
  }
  const trusted = await givenApplication(server.db, template)
  expect((await groupsOf(trusted)) as string[]).toEqual(expect.arrayContaining(['甲:MEMBER', '乙:MEMBER']))
  const chosen = { scope: 'openid organization', organization_id: one }
  expect(await groupsOf(trusted, chosen)).toEqual(['甲:MEMBER'])
  expect(await groupsOf(portal)).toBeUndefined()
  // A third-party application gets no organization without the user's consent.
  const foreign = await givenApplication(server.db, { ...template, first_party: false })
  expect(await groupsOf(foreign, { scope: 'openid' })).toEqual([])
})
