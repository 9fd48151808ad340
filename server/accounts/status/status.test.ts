import { afterAll, beforeAll, expect, test } from 'vitest'
import { first, required } from '../../../contract/required.ts'
import type { Person, TestApp, Tokens } from '../../testing/app.ts'
import { ask, givenPerson, outcome, people } from '../../testing/organizations.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'

// Tests enabling and disabling accounts, with calls to two servers.

const app = useApp()
const admin = useAdmin(app)
let second: Awaited<ReturnType<TestApp['another']>>
let adminId: string
let helpdesk: Person
beforeAll(async () => {
  second = await app.another()
  adminId = (await ask(app, admin, '{ auth { id } }')).id
  helpdesk = await givenPerson(app, ['account_management'])
})
afterAll(async () => {
  await second.close()
})

const one = (codes: string[] = []): Promise<Person> => givenPerson(app, codes)
const makeAdmin = (id: string) =>
  app.db.query.updateTable('account').set({ admin: true }).where('id', '=', id).execute()
const disable = (id: string) => `mutation { invalidOperator(id: "${id}") { profile { enabled } } }`
const enable = (id: string) => `mutation { validOperator(id: "${id}") { profile { enabled } } }`
const rowOf = (id: string) =>
  app.db.query.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const actionsOn = async (id: string) =>
  (
    await app.db.query
      .selectFrom('audit_event')
      .select(['action', 'changes'])
      .where('target_id', '=', id)
      .where('action', 'in', ['InvalidOperator', 'ValidOperator'])
      .orderBy('id')
      .execute()
  ).map(({ action, changes }) => [action, changes])

/**
 * Signs in at one of the servers and returns an access token, which the other server does not accept. Returns
 * undefined if the sign-in fails.
 */
async function tokenAt(url: string, { phone, password }: Person): Promise<string | undefined> {
  const answer = await fetch(`${url}/realms/reeve/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'web', grant_type: 'password', username: phone, password }),
  })
  return answer.ok ? ((await answer.json()) as Tokens).access_token : undefined
}

const at = async (url: string, token: string, query: string) => {
  const response = await fetch(`${url}/api/services/backend/actions/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  })
  return { status: response.status, body: await response.json() }
}

test('all servers reject the user of a disabled account until the account is enabled and the user signs in again', async () => {
  const person = await one()
  const tokens: [url: string, token: string][] = [
    [app.url, person.access_token],
    [second.url, required(await tokenAt(second.url, person), 'result of tokenAt')],
  ]
  for (const [url, token] of tokens) expect((await at(url, token, '{ auth { id } }')).status).toBe(200)
  expect(await ask(app, helpdesk, disable(person.id))).toEqual({ profile: { enabled: false } })
  for (const [url, token] of tokens) expect((await at(url, token, '{ auth { id } }')).status).toBe(401)
  const refresh = { grant_type: 'refresh_token', refresh_token: person.refresh_token }
  expect((await app.token(refresh)).status).toBe(400)
  const signIn = { grant_type: 'password', username: person.phone, password: person.password }
  expect((await app.token(signIn)).status).toBe(400)
  await expect
    .poll(() =>
      app
        .messages()
        .filter(({ to }) => to === person.phone)
        .map(({ template }) => template),
    )
    .toEqual(['account.disabled'])

  expect(await ask(app, helpdesk, enable(person.id))).toEqual({ profile: { enabled: true } })
  // Enabling an account does not restore its sessions.
  expect((await app.graphql(person.access_token, '{ auth { id } }')).status).toBe(401)
  expect((await app.token(refresh)).status).toBe(400)
  expect((await app.token(signIn)).status).toBe(200)
  for (const call of [enable, disable, disable]) await ask(app, helpdesk, call(person.id))
  expect(await actionsOn(person.id)).toEqual([
    ['InvalidOperator', { enabled: [true, false] }],
    ['ValidOperator', { enabled: [false, true] }],
    ['InvalidOperator', { enabled: [true, false] }],
  ])
})

test('disabling an account immediately ends the GraphQL subscriptions of its user', async () => {
  const person = await one()
  const listening = await fetch(`${app.url}/api/services/backend/actions/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'multipart/mixed',
      authorization: `Bearer ${person.access_token}`,
    },
    body: JSON.stringify({ query: 'subscription { messageReceived { id } }' }),
  })
  const reader = required(listening.body, 'body').pipeThrough(new TextDecoderStream()).getReader()
  let received = (await reader.read()).value ?? ''
  await ask(app, admin, disable(person.id))
  for (let part = await reader.read(); !part.done; part = await reader.read()) received += part.value
  expect(received).toContain('UNAUTHENTICATED')
})

test('does not let callers disable their own account, either alone or in a bulk call', async () => {
  for (const [who, id] of [
    [admin, adminId],
    [helpdesk, helpdesk.id],
  ] as const) {
    expect(await outcome(app, who, disable(id))).toBe('CONFLICT')
    expect(await ask(app, who, `mutation { invalidOperators(ids: ["${id}"]) { result message } }`)).toEqual([
      { result: 'CONFLICT', message: '不能停用自己的账号' },
    ])
    expect((await rowOf(id)).enabled).toBe(true)
    expect(await actionsOn(id)).toEqual([])
  }
})

test('one of two administrators stays enabled if they disable each other at the same time', async () => {
  for (const [first, other] of [
    [disable, disable],
    [
      (id: string) => `mutation { invalidOperators(ids: ["${id}"]) { result } }`,
      (id: string) => `mutation { invalidOperators(ids: ["${helpdesk.id}", "${id}"]) { result } }`,
    ],
  ] as const) {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = (await people(app, 2)) as [Person, Person]
      await Promise.all([one, two].map(({ id }) => makeAdmin(id)))
      // Both administrators send their call several times to both servers. The first call that runs disables
      // the other administrator, whose calls are then rejected.
      const calls = await Promise.all(
        [app, second].flatMap(({ url }) => [
          tokenAt(url, one).then((token) => [url, required(token, 'token'), first(two.id)] as const),
          tokenAt(url, two).then((token) => [url, required(token, 'token'), other(one.id)] as const),
        ]),
      )
      const answers = await Promise.all([...calls, ...calls].map((call) => at(...call)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 401, 401, 401, 401])
      const enabled = (await Promise.all([one, two].map(({ id }) => rowOf(id)))).filter((row) => row.enabled)
      expect(enabled).toHaveLength(1)
      await app.db.query.updateTable('account').set({ enabled: true }).where('id', '=', helpdesk.id).execute()
      await app.db.query
        .updateTable('account')
        .set({ admin: false })
        .where('id', 'in', [one.id, two.id])
        .execute()
    }
  }
  const { body } = await app.token({
    grant_type: 'password',
    username: helpdesk.phone,
    password: helpdesk.password,
  })
  Object.assign(helpdesk, body)
})

test('a bulk call enables or disables only permitted accounts, and returns a result for each account', async () => {
  const [plain, disabled, certifier, manager] = [
    await one(),
    await one(),
    await one(['certification_audit']),
    await one(),
  ]
  await makeAdmin(manager.id)
  await ask(app, admin, disable(disabled.id))
  const all = [plain, disabled, certifier, manager, helpdesk].map(({ id }) => id)
  const bulk = (field: string, ids: string[]) =>
    ask(
      app,
      helpdesk,
      `mutation m($ids: [ID!]!) { ${field}(ids: $ids) { result message operator { id profile { enabled } } } }`,
      {
        ids: [
          ...ids,
          required(ids[0], 'item of ids').toUpperCase(),
          'nobody',
          '00000000-0000-7000-8000-000000000000',
        ],
      },
    )
  const resultsOf = (outcomes: { result: string; operator: { id: string } }[]) =>
    all.map((id) => outcomes.filter(({ operator }) => operator.id === id).map(({ result }) => result))
  const answer = await bulk('invalidOperators', all)
  expect(resultsOf(answer)).toEqual([['CHANGED'], ['UNCHANGED'], ['FORBIDDEN'], ['FORBIDDEN'], ['CONFLICT']])
  expect((await Promise.all(all.map(rowOf))).map(({ enabled }) => enabled)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ])
  expect((await app.graphql(plain.access_token, '{ auth { id } }')).status).toBe(401)
  expect((await app.graphql(certifier.access_token, '{ auth { id } }')).status).toBe(200)
  expect(await actionsOn(plain.id)).toEqual([['InvalidOperator', { enabled: [true, false] }]])
  expect(await actionsOn(certifier.id)).toEqual([])

  expect(resultsOf(await bulk('validOperators', all))).toEqual([
    ['CHANGED'],
    ['CHANGED'],
    ['FORBIDDEN'],
    ['FORBIDDEN'],
    ['UNCHANGED'],
  ])
  expect((await rowOf(plain.id)).enabled).toBe(true)
  const tooMany = Array.from({ length: 1_001 }, () => `"${plain.id}"`).join()
  expect(await outcome(app, helpdesk, `mutation { invalidOperators(ids: [${tooMany}]) { result } }`)).toBe(
    'BAD_INPUT',
  )
})

test('undoing a bulk call that disabled accounts enables only those that have not changed since the call', async () => {
  const [untouched, renamed, again, closing] = (await people(app, 4)) as [Person, Person, Person, Person]
  const all = [untouched, renamed, again, closing].map(({ id }) => id)
  const outcomes = async (call: string) =>
    (await ask(
      app,
      admin,
      `mutation m($ids: [ID!]!) { ${call} { operator { id } result message modifyDateTime } }`,
      { ids: all },
    )) as { operator: { id: string }; result: string; message: string; modifyDateTime: string }[]
  const disabled = await outcomes('invalidOperators(ids: $ids)')
  const since = required(disabled[0], 'item of disabled').modifyDateTime
  expect(disabled.map(({ modifyDateTime }) => modifyDateTime)).toEqual(Array(4).fill(since))
  await ask(app, admin, `mutation { updateOperator(id: "${renamed.id}", nickName: "改名") { id } }`)
  // Another member of staff enables the account and then disables it again, so the account has changed since
  // the bulk call.
  for (const call of [enable, disable]) await ask(app, helpdesk, call(again.id))
  await ask(app, admin, `mutation { closeOperator(operatorId: "${closing.id}") }`)
  const before = await Promise.all(all.map(rowOf))

  const tried = await outcomes(`validOperators(ids: $ids, unchangedSince: "${since}")`)
  const changed = ['CONFLICT', '数据已被他人更改，本次操作未生效']
  const by = new Map(tried.map(({ operator, result, message }) => [operator.id, [result, message]]))
  expect(all.map((id) => by.get(id))).toEqual([['CHANGED', null], changed, changed, changed])
  const after = await Promise.all(all.map(rowOf))
  expect(after.slice(1)).toEqual(before.slice(1))
  expect(first(after, 'after').enabled).toBe(true)
  // Although the account is enabled again, its earlier sessions remain ended.
  expect((await app.graphql(untouched.access_token, '{ auth { id } }')).status).toBe(401)
})

test('disabling an account during concurrent sign-ins also ends the sessions that these sign-ins open', async () => {
  const person = await one()
  const tokens = Array.from({ length: 12 }, async (_, index) => {
    if (index === 6) await ask(app, admin, disable(person.id))
    const { url } = index % 2 ? second : app
    return [url, await tokenAt(url, person)] as const
  })
  const opened = (await Promise.all(tokens)).filter(([, token]) => token)
  await ask(app, admin, enable(person.id))
  for (const [url, token] of opened)
    expect((await at(url, required(token, 'token'), '{ auth { id } }')).status).toBe(401)
})
