import { expect, test } from 'vitest'
import { first, required } from '../../contract/required.ts'
import { newPhone } from '../testing/app.ts'
import { auditEvents } from '../testing/audit.ts'
import {
  ask,
  expectSound,
  givenPerson,
  member,
  organization,
  people,
  stored,
} from '../testing/organizations.ts'
import { importer, last, workbook } from '../testing/transfer/files.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

const app = useApp()
const admin = useAdmin(app)

const titles = ['手机号', 'Nickname', 'Name in this organization', 'Algorithm permissions', '数据权限']
const membersOf = async (id: string) =>
  new Map((await stored(app, id)).members.map((member) => [member.account_id, member]))

test('an import of members applies the valid rows, reports an error for each invalid row, and audits each change', async () => {
  const own = await organization(app)
  const [present, manager] = [await member(app, own), await member(app, own, { manager: true })]
  const [added, disabled] = await people(app, 2)
  await app.db.query
    .updateTable('account')
    .set({ enabled: false })
    .where('id', '=', required(disabled, 'disabled').id)
    .execute()
  const members = importer(app, 'members', { tenantId: own.id })
  const stranger = newPhone()
  const content = await workbook(titles, [
    [required(added, 'added').phone, 'ignored', '新同事', 'View，算法运行', 'data_view'],
    [present.phone.slice(3), null, '班长', null, null],
    [manager.phone, null, '改名', 'Run', null],
    [own.owner.phone, null, null, null, null],
    [required(disabled, 'disabled').phone, null, null, null, null],
    [stranger, '新人', null, null, null],
    [`86 ${required(added, 'added').phone.slice(3)}`, null, null, null, null],
    ['12', null, null, 'Fly', 'data_everything'],
    [newPhone(), null, null, null, 'data_everything'],
  ])

  const byManager = required(last(await members.upload(manager, content)).result, 'result')
  expect(byManager).toMatchObject({ rows: 9, created: 1, changed: 1, unchanged: 1, wrong: 6 })
  expect(byManager.samples.wrong.map(({ row, fault }) => [row, fault])).toEqual([
    [4, "You can't change this member"],
    [6, 'Phone: This account is disabled'],
    [7, 'Phone: No account with this phone number'],
    [8, 'Phone: Duplicate of row 2'],
    [9, 'Phone: Not a valid phone number; Algorithm permissions: Algorithm permission not found'],
    [10, 'Data permissions: Permission code not found; Phone: No account with this phone number'],
  ])
  expect((await membersOf(own.id)).has(required(added, 'added').id)).toBe(false)

  const done = last(await members.apply(manager, byManager.id)).result
  expect(done).toMatchObject({ created: 1, changed: 1, unchanged: 1, wrong: 6 })
  await expectSound(app, own.id)
  const rows = await membersOf(own.id)
  expect(rows.get(required(added, 'added').id)).toMatchObject({
    display_name: '新同事',
    roles: ['VIEWER', 'OPERATOR'],
    auth_codes: ['data_view'],
    manager: false,
  })
  expect(rows.get(present.id)).toMatchObject({ display_name: '班长', roles: [], auth_codes: [] })
  expect(required(rows.get(manager.id), 'item of rows').display_name).toBeNull()
  const events = await auditEvents(app.db, ['action', 'target_id'], {
    tenant_id: own.id,
    actor_id: manager.id,
  })
  expect(events).toEqual([
    { action: 'AddTenantOperator', target_id: required(added, 'added').id },
    { action: 'SaveDisplayNameByTenant', target_id: present.id },
    { action: 'ImportMembers', target_id: own.id },
  ])
  const messages = await app.db.query
    .selectFrom('message')
    .select('template')
    .where('account_id', '=', required(added, 'added').id)
    .execute()
  expect(messages).toEqual([{ template: 'member.joined' }])

  // The order of the roles and permissions in a cell does not matter.
  for (const [roles, kind] of [
    ['Run, View', 'unchanged'],
    ['View, Develop', 'changed'],
  ] as const) {
    const sheet = await workbook(titles, [
      [required(added, 'added').phone, null, '新同事', roles, 'data_view'],
    ])
    expect(last(await members.upload(own.owner, sheet)).result).toMatchObject({ [kind]: 1 })
  }

  // The owner can change a manager. An empty cell removes nothing. Only the word "none" removes all values.
  const byOwner = required(
    last(
      await members.upload(
        own.owner,
        await workbook(titles, [
          [manager.phone, null, '改名', null, null],
          [required(added, 'added').phone, null, null, 'none', null],
        ]),
      ),
    ).result,
    'result',
  )
  expect(last(await members.apply(own.owner, byOwner.id, 'refuse')).result).toMatchObject({
    changed: 2,
    wrong: 0,
  })
  const after = await membersOf(own.id)
  expect(required(after.get(manager.id), 'item of after').display_name).toBe('改名')
  expect(after.get(required(added, 'added').id)).toMatchObject({ roles: [], auth_codes: ['data_view'] })
})

test('an import by an administrator creates missing accounts, whose users can sign in with an SMS code', async () => {
  const own = await organization(app)
  const members = importer(app, 'members', { tenantId: own.id })
  const [phone, nameless] = [newPhone(), newPhone()]
  const content = await workbook(titles, [
    [phone, '王小明', '小明', 'Publish', null],
    [nameless, null, null, null, null],
  ])
  const preview = required(last(await members.upload(admin, content)).result, 'result')
  expect(preview).toMatchObject({ created: 1, wrong: 1 })
  expect(first(preview.samples.wrong, 'wrong').fault).toBe('Nickname: Required')
  expect(last(await members.apply(admin, preview.id)).result).toMatchObject({ created: 1 })
  await expectSound(app, own.id)

  await app.post('/RegisterCode', { mobilePhone: phone, purpose: 'login' })
  const { status, body } = await app.token({
    grant_type: 'password',
    mobilePhone: phone,
    mobilePhoneCode: await app.code(phone),
  })
  expect(status).toBe(200)
  const auth = await ask(
    app,
    body,
    `{ auth { name tenant { personal } authInfo { tenantInfos { displayName roles } } } }`,
  )
  expect(auth).toEqual({
    name: '王小明',
    tenant: { personal: true },
    authInfo: { tenantInfos: [{ displayName: '小明', roles: ['MANAGER'] }] },
  })
})

test('rejects imports by viewers who cannot add members, and imports into expired or unknown organizations', async () => {
  const own = await organization(app)
  const expired = await organization(app, { owner: own.owner, status: 'EXPIRED' })
  const plain = await member(app, own)
  const [stranger, accountManager] = [await givenPerson(app), await givenPerson(app, ['account_management'])]
  const content = await workbook(titles, [[stranger.phone, null, null, null, null]])
  const problem = async (who: { access_token: string }, tenantId: string) =>
    last(await importer(app, 'members', { tenantId }).upload(who, content)).problem?.code
  expect(await problem(plain, own.id)).toBe('FORBIDDEN')
  expect(await problem(accountManager, own.id)).toBe('NOT_FOUND')
  expect(await problem(stranger, own.id)).toBe('NOT_FOUND')
  expect(await problem(own.owner, 'no-id')).toBe('NOT_FOUND')
  expect(await problem(own.owner, own.owner.id)).toBe('CONFLICT')
  expect(await problem(own.owner, expired.id)).toBe('FORBIDDEN')
  expect(await problem(admin, expired.id)).toBe('CONFLICT')
  expect((await membersOf(own.id)).size).toBe(2)
})

test('limits how many phone numbers a user can check for existing accounts through imports', async () => {
  const own = await organization(app)
  const members = importer(app, 'members', { tenantId: own.id })
  const guess = async (start: number, count: number) =>
    last(
      await members.upload(
        own.owner,
        await workbook(
          ['手机号'],
          Array.from({ length: count }, (_, n) => [`136${String(start + n).padStart(8, '0')}`]),
        ),
      ),
    )
  expect((await guess(0, 900)).result).toMatchObject({ wrong: 900 })
  expect((await guess(1_000, 101)).problem).toMatchObject({ code: 'RATE_LIMITED' })
})
