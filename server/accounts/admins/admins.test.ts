import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { newPhone, type Person, type Tokens } from '../../testing/app.ts'
import { accountsOf } from '../../testing/closing.ts'
import type { TestDatabase } from '../../testing/database.ts'
import { ask, outcome, people } from '../../testing/organizations.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'

// Tests how administrators are appointed and removed, both by other administrators and with the command
// `reeve admin`.

const app = useApp()
const admin = useAdmin(app)
let adminId: string
beforeAll(async () => {
  adminId = (await ask(app, admin, '{ auth { id } }')).id
})

const { one, rowOf, sentTo } = accountsOf(app)
const setAdmin = (id: string, to: boolean) =>
  `mutation { setAdmin(operatorId: "${id}", admin: ${to}) { admin viewerCan { appoint dismiss } } }`
const eventsOn = (id: string) =>
  app.db.query
    .selectFrom('audit_event')
    .select(['action', 'actor_id', 'changes'])
    .where('target_id', '=', id)
    .where('action', 'in', ['SetAdmin', 'CreateOperator', 'ResetPasswordByAdmin'])
    .orderBy('id')
    .execute()
const messagesOf = async (who: Pick<Tokens, 'access_token'>): Promise<string[]> =>
  (await ask(app, who, '{ queryMessage { data { content } } }')).data.map(
    ({ content }: { content: string }) => content,
  )

test('lets an administrator appoint and dismiss another administrator with immediate effect, and notifies both', async () => {
  const person = await one()
  const { name } = await rowOf(person.id)
  const query = '{ queryTenant { count } }'
  expect(await outcome(app, person, query)).toBe('FORBIDDEN')
  expect(await ask(app, admin, setAdmin(person.id, true))).toEqual({
    admin: true,
    viewerCan: { appoint: false, dismiss: true },
  })
  expect(await outcome(app, person, query)).toBe('done')
  // A second call changes nothing and notifies nobody.
  await ask(app, admin, setAdmin(person.id, true))
  expect(await messagesOf(person)).toEqual(['您已被设为平台管理员，菜单与页面已随之更新。'])
  expect((await messagesOf(admin))[0]).toBe(`您已将 ${name} 设为平台管理员。`)

  expect(await ask(app, admin, setAdmin(person.id, false))).toEqual({
    admin: false,
    viewerCan: { appoint: true, dismiss: false },
  })
  expect(await outcome(app, person, query)).toBe('FORBIDDEN')
  expect((await messagesOf(person))[0]).toBe('您不再是平台管理员，菜单与页面已随之更新。')
  expect((await messagesOf(admin))[0]).toBe(`您已取消 ${name} 的平台管理员身份。`)
  await expect.poll(() => sentTo(person.phone)).toEqual(['admin.appointed', 'admin.dismissed'])
  expect(await eventsOn(person.id)).toEqual([
    { action: 'SetAdmin', actor_id: adminId, changes: { admin: [false, true] } },
    { action: 'SetAdmin', actor_id: adminId, changes: { admin: [true, false] } },
  ])
})

test('only administrators can appoint others, and they cannot appoint disabled users or dismiss the last administrator', async () => {
  const person = await one()
  const helpdesk = await one(['account_management', 'organization_list'])
  for (const who of [person, helpdesk])
    expect(await outcome(app, who, setAdmin(who.id, true))).toBe('FORBIDDEN')
  expect(await outcome(app, helpdesk, setAdmin(adminId, false))).toBe('FORBIDDEN')
  // The call fails because it would leave no administrator.
  expect(await outcome(app, admin, setAdmin(adminId, false))).toBe('CONFLICT')
  expect(await outcome(app, admin, setAdmin('nobody', true))).toBe('NOT_FOUND')
  await ask(app, admin, `mutation { invalidOperator(id: "${person.id}") { id } }`)
  expect(await outcome(app, admin, setAdmin(person.id, true))).toBe('CONFLICT')
  expect([(await rowOf(adminId)).admin, (await rowOf(person.id)).admin]).toEqual([true, false])
})

test('lets administrators dismiss themselves if another administrator remains, and sends only one notification', async () => {
  const [first, second] = [await one(), await one()]
  await ask(app, admin, setAdmin(first.id, true))
  expect(await ask(app, first, setAdmin(first.id, false))).toEqual({
    admin: false,
    viewerCan: { appoint: false, dismiss: false },
  })
  expect(await outcome(app, first, '{ queryTenant { count } }')).toBe('FORBIDDEN')
  expect((await messagesOf(first)).filter((text) => text.includes('不再是平台管理员'))).toHaveLength(1)
  // If both administrators remove themselves at once, one of them remains an administrator.
  for (const { id } of [first, second]) await ask(app, admin, setAdmin(id, true))
  await app.db.query.updateTable('account').set({ admin: false }).where('id', '=', adminId).execute()
  const outcomes = await Promise.all([first, second].map((who) => outcome(app, who, setAdmin(who.id, false))))
  expect(outcomes.sort()).toEqual(['CONFLICT', 'done'])
  await app.db.query.updateTable('account').set({ admin: true }).where('id', '=', adminId).execute()
  for (const { id } of [first, second]) await ask(app, admin, setAdmin(id, false))
})

test('a session that has been idle for a day ends when its user becomes an administrator', async () => {
  const person = await one()
  const yesterday = new Date(Date.now() - 86_400_000)
  await app.db.query
    .updateTable('session')
    .set({ last_access_at: yesterday })
    .where('account_id', '=', person.id)
    .execute()
  expect((await app.graphql(person.access_token, '{ auth { id } }')).status).toBe(200)
  await ask(app, admin, setAdmin(person.id, true))
  expect((await app.graphql(person.access_token, '{ auth { id } }')).status).toBe(401)
  await ask(app, admin, setAdmin(person.id, false))
})

test('one administrator remains if the last two administrators dismiss each other at the same time', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [left, right] = (await people(app, 2)) as [Person, Person]
    for (const { id } of [left, right]) await ask(app, admin, setAdmin(id, true))
    // With the first administrator removed, these two are the only administrators.
    await app.db.query.updateTable('account').set({ admin: false }).where('id', '=', adminId).execute()
    const outcomes = await Promise.all([
      outcome(app, left, setAdmin(right.id, false)),
      outcome(app, right, setAdmin(left.id, false)),
    ])
    expect(outcomes.sort()).toEqual(['FORBIDDEN', 'done'])
    const rows = [await rowOf(left.id), await rowOf(right.id)]
    expect(rows.filter((row) => row.admin)).toHaveLength(1)
    await app.db.query.updateTable('account').set({ admin: true }).where('id', '=', adminId).execute()
    for (const { id } of rows) await ask(app, admin, setAdmin(id, false))
  }
})

/** Runs `reeve admin …` and returns its stdout and stderr. */
const command = (env: Record<string, string>, ...args: string[]) =>
  new Promise<string>((resolve) => {
    const script = fileURLToPath(new URL('../../../cli/reeve.js', import.meta.url))
    execFile(
      process.execPath,
      [script, 'admin', ...args],
      { env: { PATH: process.env.PATH, REEVE_SMS_URL: 'log:', REEVE_MAIL_URL: 'log:', ...env } },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    )
  })
const passwordIn = (output: string) => /password (\S+)/.exec(output)?.[1] ?? ''

// The command runs as a separate process, which needs a PostgreSQL server. cli/embedded.test.ts tests the
// command with the embedded database.
const onServer = test.runIf(process.env.REEVE_TEST_DATABASE_URL)

onServer('the command "reeve admin" creates an administrator and resets the password', async () => {
  const settings = { REEVE_DATABASE_URL: required((app.db as TestDatabase).url, 'url') }
  const created = passwordIn(await command(settings, 'create', 'root.one'))
  expect(await command(settings, 'create', 'root.one')).toContain('already exists')
  expect(await command(settings, 'create', '1')).toContain('neither a phone number nor a username')
  const phone = newPhone()
  const byPhone = passwordIn(await command(settings, 'create', phone))
  const reset = passwordIn(await command(settings, 'reset', 'ROOT.ONE'))
  expect(await command(settings, 'appoint', 'root.one')).toContain('already')
  expect(await command(settings, 'appoint', 'no.such.name')).toContain(
    'No account has the phone number or username',
  )
  expect(await command(settings, 'dismiss', 'root.one')).toContain('reeve admin')

  const signIn = async (username: string, password: string) => {
    const form = { client_id: 'web', grant_type: 'password', username, password }
    const path = '/realms/reeve/protocol/openid-connect/token'
    return fetch(app.url + path, { method: 'POST', body: new URLSearchParams(form) })
  }
  expect((await signIn('root.one', created)).status).toBe(400)
  const entered = await signIn('root.one', reset)
  expect((await signIn(phone, byPhone)).status).toBe(200)
  const { access_token } = (await entered.json()) as Tokens
  const answer = await fetch(`${app.url}/api/services/backend/actions/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
    body: JSON.stringify({
      query: '{ auth { id admin profile { passwordChangeRequired } tenant { id } } }',
    }),
  })
  const { auth } = ((await answer.json()) as { data: { auth: { id: string } } }).data
  expect(auth).toEqual({
    id: expect.any(String),
    admin: true,
    profile: { passwordChangeRequired: true },
    tenant: { id: auth.id },
  })
  const events = await app.db.query
    .selectFrom('audit_event')
    .select(['action', 'actor_id', 'ip'])
    .where('target_id', '=', auth.id)
    .where('action', '!=', 'SignIn')
    .orderBy('id')
    .execute()
  expect(events).toEqual([
    { action: 'CreateOperator', actor_id: null, ip: null },
    { action: 'ResetPasswordByAdmin', actor_id: null, ip: null },
  ])
})

onServer(
  'the command "reeve admin" appoints and enables a disabled account while the server is running',
  async () => {
    const person = await one()
    await ask(app, admin, `mutation { invalidOperator(id: "${person.id}") { id } }`)
    const settings = { REEVE_DATABASE_URL: required((app.db as TestDatabase).url, 'url') }
    expect(await command(settings, 'appoint', person.phone.slice(3))).toContain('is now an administrator')
    expect(await rowOf(person.id)).toMatchObject({ admin: true, enabled: true })
    expect((await eventsOn(person.id)).at(-1)).toEqual({
      action: 'SetAdmin',
      actor_id: null,
      changes: { admin: [false, true], enabled: [false, true] },
    })
  },
)
