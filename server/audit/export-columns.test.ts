import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { adminTokens, type Tokens } from '../testing/app.ts'
import { ask, member, organization } from '../testing/organizations.ts'
import { useApp } from '../testing/use-app.ts'
import { countFailedSignIn, recordFailedSignIns } from './failed-sign-ins.ts'

const app = useApp()

const taken = (who: Pick<Tokens, 'access_token'>, variables: object, locale = 'en-US') =>
  app.post(
    '/api/export/events',
    { variables, format: 'csv', timeZone: 'Asia/Shanghai' },
    { authorization: `Bearer ${who.access_token}`, 'accept-language': locale },
  )

test('exports only the audit events that the viewer can read, and records the export in the audit log', async () => {
  const admin = await adminTokens(app)
  const own = await organization(app)
  const plain = await member(app, own)
  await ask(
    app,
    admin,
    `mutation { addOperatorRoles(tenantId: "${own.id}", operatorId: "${plain.id}", roles: [VIEWER]) { id } }`,
  )
  const { status, body } = await taken(own.owner, { tenantId: own.id })
  expect(status).toBe(200)
  const [titles, roles, added, ...others] = (body as string).replace('\ufeff', '').trim().split('\r\n')
  expect(titles).toBe(
    'Time,Action,Result,By,Target type,Target,Organization,Changes,IP address,Entry ID,Action code,Actor ID,Target ID,Organization ID,Changes as data',
  )
  // The file contains translated labels for people, and the GraphQL names of the same values for programs.
  expect(roles).toContain(',Granted algorithm permissions,Succeeded,')
  expect(roles).toContain(',Algorithm permissions View,')
  expect(roles).toContain(',AddOperatorRoles,')
  expect(roles).toContain('"{""roles"":[[],[""VIEWER""]]}"')
  // The file does not contain the IP addresses of platform staff.
  expect(roles).not.toMatch(/\d+\.\d+\.\d+\.\d+/)
  expect(added).toMatch(/127\.0\.0\.1|::1/)
  expect(others).toEqual([])

  // Sign-in events of an account belong to no organization.
  const signIns = (await taken(admin, { action: 'SignIn' })).body as string
  const [kind, what, within] = required(/,(Account),([^,]*),([^,]*),/.exec(signIns), 'match').slice(1)
  expect([kind, what !== '', within]).toEqual(['Account', true, ''])

  expect((await taken(plain, { tenantId: own.id })).status).toBe(403)
  expect((await taken(own.owner, {})).status).toBe(403)
  expect((await taken(plain, { actorId: plain.id })).status).toBe(200)
  const { data } = await ask(
    app,
    own.owner,
    `{ queryAuditEvent(tenantId: "${own.id}", action: "ExportEvents") { data { actor { id } changes } } }`,
  )
  expect(data).toEqual([
    { actor: { id: own.owner.id }, changes: { filter: [null, { tenantId: own.id }], rows: [null, 2] } },
  ])
})

test('exports failed sign-ins with unknown names as counts per hour, in both languages', async () => {
  const admin = await adminTokens(app)
  for (let tries = 0; tries < 12; tries += 1) await countFailedSignIn(app.db.query, '203.0.113.7')
  await sql`update failed_sign_in set hour = '2026-01-05T04:00:00Z'`.execute(app.db.query)
  await recordFailedSignIns(app.db)
  const rowIn = async (locale: string) =>
    ((await taken(admin, { action: 'FailedSignIns' }, locale)).body as string).trim().split('\r\n')[1]
  expect(await rowIn('en-US')).toMatch(
    /,Failed sign-ins with unknown accounts,Failed,Not signed in,Account,,,Attempts 12; Hour 2026-01-05 12:00,203\.0\.113\.7,/,
  )
  expect(await rowIn('zh-CN')).toMatch(
    /,用不存在的账号尝试登录,失败,未登录,账号,,,次数 12；该小时始于 2026-01-05 12:00,203\.0\.113\.7,/,
  )
})
