import { beforeAll, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import type { Person } from '../../testing/app.ts'
import {
  createFlows,
  givenApplication,
  givenServiceAccount,
  type TestApplication,
} from '../../testing/applications.ts'
import { createBrowser } from '../../testing/browser.ts'
import { closeAndErase } from '../../testing/closing.ts'
import { newDevice } from '../../testing/devices.ts'
import { ask, givenPerson, organization, refusal } from '../../testing/organizations.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'
import { createFor, givenApplicationWebhook } from '../../testing/webhooks.ts'

// Tests which events the webhook of an application receives.

const app = useApp({ REEVE_WEBHOOK_NETWORKS: '127.0.0.0/8' })
const admin = useAdmin(app)
let flows: ReturnType<typeof createFlows>
let owner: Person
let programmer: Person

beforeAll(async () => {
  const issuer = `${app.url}/realms/reeve`
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${issuer}/protocol/openid-connect/${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers,
    })
  flows = createFlows({ url: app.url, issuer, post })
  owner = await givenPerson(app)
  programmer = await givenPerson(app, ['application_management'])
})

/**
 * Signs a person in to an application, optionally in an organization. Returns the access token for the
 * console in the same browser.
 */
async function signIn(who: Person, application: TestApplication, tenantId?: string) {
  const browser = createBrowser(app.url)
  const session = await browser.signIn({ username: who.phone, password: who.password })
  const more = tenantId ? { scope: 'openid organization', organization_id: tenantId } : {}
  if (application.first_party) await flows.signIn(browser, application, more)
  else {
    const { url, verifier } = flows.authorize(application, more)
    const { next } = await browser.answer(await browser.follow(url), { step: 'consent' })
    const back = await browser.follow(required(next, 'next'))
    await flows.trade(application, required(back.searchParams.get('code'), 'code'), verifier)
  }
  return session
}

const disable = (id: string) => ask(app, admin, `mutation { invalidOperator(id: "${id}") { id } }`)
const giveRole = (tenantId: string, id: string) =>
  ask(
    app,
    admin,
    `mutation { addOperatorRoles(tenantId: "${tenantId}", operatorId: "${id}", roles: [VIEWER]) { id } }`,
  )
const moveDevice = (id: string, tenantId: string) =>
  ask(
    app,
    admin,
    'mutation m($id: ID!, $tenantId: ID!) { saveDeviceByPalgo(id: $id, tenantId: $tenantId, name: "n") { id } }',
    { id, tenantId },
  )
const accounts = ['account.disabled', 'account.closed']

test('sends an application the events of accounts that consented to it and have not withdrawn consent', async () => {
  const application = await givenApplication(app.db, { first_party: false })
  const other = await givenApplication(app.db, { first_party: false })
  const hook = await givenApplicationWebhook(app, programmer, {
    applicationId: application.id,
    events: accounts,
  })
  const [allows, withdraws, stranger, last] = [
    await givenPerson(app),
    await givenPerson(app),
    await givenPerson(app),
    await givenPerson(app),
  ]
  await signIn(allows, application)
  const session = await signIn(withdraws, application)
  await signIn(stranger, other)
  await signIn(last, application)
  await ask(app, session, `mutation { withdrawConsent(applicationId: "${application.id}") }`)
  for (const { id } of [withdraws, stranger, allows])
    await ask(app, admin, `mutation { closeOperator(operatorId: "${id}") }`)
  await expect.poll(hook.receivedEvents).toEqual([`account.disabled ${allows.id}`])
  // Closing an account ends its sign-ins to applications, but its consents remain until the account is
  // erased, so the webhook receives account.closed.
  await closeAndErase(app, [withdraws, stranger, allows])
  await disable(last.id)
  await expect
    .poll(hook.receivedEvents)
    .toEqual(
      [`account.closed ${allows.id}`, `account.disabled ${allows.id}`, `account.disabled ${last.id}`].sort(),
    )
  // The platform's feed contains the event only once, because copies for applications do not appear in it.
  const feed = '{ queryEvent(pageSize: 100) { data { type payload } } }'
  const { data } = await ask(app, admin, feed)
  expect(
    data.filter(({ payload }: { payload: object }) => Object.values(payload)[0] === last.id),
  ).toHaveLength(1)
})

test('sends a first-party application the events of signed-in accounts and of organizations chosen at sign-in', async () => {
  const [here, elsewhere] = [await givenPerson(app), await givenPerson(app)]
  const mine = await organization(app, { owner, members: [here, elsewhere] })
  const other = await organization(app, { owner, members: [here, elsewhere] })
  const application = await givenApplication(app.db)
  const hook = await givenApplicationWebhook(app, admin, {
    applicationId: application.id,
    events: [...accounts, 'member.permissionsChanged', 'tenant.ownership'],
  })
  await signIn(here, application, mine.id)
  await signIn(elsewhere, application)
  const handOver = (id: string, to: Person) =>
    ask(app, owner, `mutation { changeTenantOwner(tenantId: "${id}", operatorId: "${to.id}") { id } }`)
  await giveRole(other.id, here.id)
  await giveRole(mine.id, elsewhere.id)
  await handOver(other.id, elsewhere)
  await giveRole(mine.id, here.id)
  await handOver(mine.id, elsewhere)
  await disable(here.id)
  await expect
    .poll(hook.receivedEvents)
    .toEqual([
      `account.disabled ${here.id}`,
      `member.permissionsChanged ${here.id}`,
      `tenant.ownership ${mine.id}`,
    ])
  // The change of role emits no event to the webhook, because disabling the account has ended all its
  // sign-ins.
  await giveRole(mine.id, here.id)
  await disable(elsewhere.id)
  await expect.poll(hook.receivedEvents).toHaveLength(4)
  expect(hook.receivedEvents()).toContain(`account.disabled ${elsewhere.id}`)
})

test('an application that is limited to one organization receives device events of that organization only', async () => {
  const [mine, other] = [await organization(app, { owner }), await organization(app, { owner })]
  const application = await givenApplication(app.db, { kind: 'SERVICE', tenant_ids: [mine.id] })
  const { id: applicationId } = application
  const events = ['device.registered', 'device.moved', 'tenant.ownership']
  const hook = await givenApplicationWebhook(app, admin, { applicationId, events })
  await newDevice(app, admin, { id: 'of-other', tenantId: other.id })
  await newDevice(app, admin, { id: 'of-mine', tenantId: mine.id })
  await moveDevice('of-mine', other.id)
  await newDevice(app, admin, { id: 'last', tenantId: mine.id })
  await expect
    .poll(hook.receivedEvents)
    .toEqual(['device.moved of-mine', 'device.registered last', 'device.registered of-mine'])
  const moved = hook.receiver.received
    .map(({ body }) => JSON.parse(body))
    .find(({ type }) => type === 'device.moved')
  expect(moved.payload).toEqual({ deviceId: 'of-mine', tenantId: mine.id, direction: 'left' })
  // Viewers who can read all devices see the current name of the device. Others see no name, because the
  // device has moved to another organization.
  const names = 'query q($id: ID!) { queryWebhookDelivery(webhookId: $id) { data { objectName payload } } }'
  const named = async () =>
    (await ask(app, admin, names, { id: hook.id })).data.map(
      ({ objectName }: { objectName: string | null }) => objectName !== null,
    )
  await expect.poll(named).toEqual([true, false, false])

  // While the application is disabled, no events are sent. Pending events are sent after the application has
  // been enabled again.
  const setEnabled = (enabled: boolean) =>
    ask(app, admin, `mutation { updateApplication(id: "${applicationId}", enabled: ${enabled}) { id } }`)
  const reached = async () =>
    (await app.db.execute('select reach > taken as waits from webhook where id = $1', [hook.id])).rows[0]
      .waits
  await setEnabled(false)
  await newDevice(app, admin, { id: 'meanwhile', tenantId: mine.id })
  await expect.poll(reached).toBe(true)
  expect(hook.receivedEvents()).toHaveLength(3)
  await setEnabled(true)
  await app.db.execute("select pg_notify('webhook_due', '')", [])
  await expect.poll(hook.receivedEvents).toContain('device.registered meanwhile')

  await ask(app, admin, `mutation { deleteApplication(id: "${applicationId}") }`)
  expect(await refusal(app, admin, 'query q($id: ID!) { getWebhook(id: $id) { id } }', { id: hook.id })).toBe(
    'NOT_FOUND',
  )
})

test('sends a service account only events of its organization, and waits while the organization is expired', async () => {
  const [mine, other] = [await organization(app, { owner }), await organization(app, { owner })]
  const { id: applicationId } = await givenServiceAccount(app.db, mine.id)
  const events = ['device.registered', 'tenant.expiring']
  const hook = await givenApplicationWebhook(app, owner, { applicationId, events })
  await newDevice(app, admin, { id: 'not-its', tenantId: other.id })
  await newDevice(app, admin, { id: 'its', tenantId: mine.id })
  await expect.poll(hook.receivedEvents).toEqual(['device.registered its'])
  const waits = async () =>
    (await app.db.execute('select reach > taken as waits from webhook where id = $1', [hook.id])).rows[0]
      .waits
  await expect.poll(waits).toBe(false)

  const expire = (at: string) =>
    app.db.execute(`update tenant set expire_at = now() + interval '${at}' where id = $1`, [mine.id])
  await expire('-1 day')
  await newDevice(app, admin, { id: 'later', tenantId: mine.id })
  await expect.poll(waits).toBe(true)
  await expire('100 days')
  await app.db.execute("select pg_notify('webhook_due', '')", [])
  await expect.poll(hook.receivedEvents).toContain('device.registered later')
  const of = 'query q($applicationId: ID!) { listWebhook(applicationId: $applicationId) { id } }'
  const ofTenant = `{ listWebhook(tenantId: "${mine.id}") { id } }`
  expect(await ask(app, owner, of, { applicationId })).toEqual([{ id: hook.id }])
  expect(await ask(app, owner, ofTenant)).toEqual([])

  await ask(app, owner, `mutation { deleteServiceAccount(id: "${applicationId}") }`)
  expect(await refusal(app, owner, 'query q($id: ID!) { getWebhook(id: $id) { id } }', { id: hook.id })).toBe(
    'NOT_FOUND',
  )
})

test('only managers of an application can create its webhooks, and only for event types that it can receive', async () => {
  const [manager, member] = [await givenPerson(app), await givenPerson(app)]
  const { id: tenantId } = await organization(app, { owner, managers: [manager], members: [member] })
  const [portal, board, sync, blind] = [
    await givenApplication(app.db, { first_party: false }),
    await givenApplication(app.db, { tenant_ids: [tenantId] }),
    await givenServiceAccount(app.db, tenantId),
    await givenServiceAccount(app.db, tenantId, { auth_codes: [] }),
  ]
  const url = 'https://127.0.0.1/'
  const make = (who: Person | typeof admin, applicationId: string, events = ['tenant.expiring'], more = {}) =>
    app
      .graphql(who.access_token, createFor, { applicationId, url, events, ...more })
      .then(({ body }) => body.errors?.[0].extensions.code ?? body.data.createWebhook.webhook)
  for (const who of [admin, programmer])
    expect(await make(who, portal.id)).toMatchObject({ tenant: null, application: { id: portal.id } })
  for (const who of [owner, manager, member]) expect(await make(who, portal.id)).toBe('FORBIDDEN')
  for (const who of [owner, manager, admin])
    expect(await make(who, sync.id)).toMatchObject({ tenant: { id: tenantId }, application: { id: sync.id } })
  for (const who of [member, programmer]) expect(await make(who, sync.id)).toBe('FORBIDDEN')
  expect(await make(admin, portal.id, ['tenant.expiring'], { tenantId })).toBe('BAD_INPUT')
  expect(await make(admin, tenantId)).toBe('FORBIDDEN')

  const never = async (id: string, ...events: string[]) => {
    for (const event of events) expect(await make(admin, id, [event]), event).toBe('BAD_INPUT')
  }
  await never(portal.id, 'device.moved', 'tenant.applied')
  await never(sync.id, 'account.closed', 'tenant.deleted')
  await never(blind.id, 'device.moved')
  expect(await make(admin, board.id, ['device.moved', 'account.closed'])).toMatchObject({ tenant: null })
  // Only the people who can create such a webhook can read an existing one.
  const { id } = await make(owner, sync.id)
  const seen = (who: Person | typeof admin) => refusal(app, who, `{ getWebhook(id: "${id}") { id } }`)
  for (const who of [member, programmer]) expect(await seen(who)).toBe('NOT_FOUND')
  const edit = `mutation m($id: ID!, $events: [String!]) { updateWebhook(id: $id, events: $events) { events } }`
  expect(await refusal(app, admin, edit, { id, events: ['tenant.deleted'] })).toBe('BAD_INPUT')
  expect(await ask(app, admin, edit, { id, events: ['tenant.expired'] })).toEqual({
    events: ['tenant.expired'],
  })
})
