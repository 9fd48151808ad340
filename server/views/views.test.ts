import { beforeAll, expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import type { SavedList } from '../../contract/lists.ts'
import type { Person } from '../testing/app.ts'
import { close, closeAndErase } from '../testing/closing.ts'
import { ask, givenPerson, organization, outcome, people } from '../testing/organizations.ts'
import { dataExportsOf } from '../testing/transfer/own-data.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

// Tests saved views. A view stores the filters and columns of a list under a name, for an account or an
// organization.

const app = useApp()
const admin = useAdmin(app)

const create = `mutation m($list: SavedViewList!, $name: String!, $search: JSON!, $display: JSON, $tenantId: ID) {
  createSavedView(list: $list, name: $name, search: $search, display: $display, tenantId: $tenantId) {
    id name search tenantId viewerCan { change }
  }
}`
const update = `mutation m($id: ID!, $name: String, $search: JSON, $display: JSON) {
  updateSavedView(id: $id, name: $name, search: $search, display: $display) { id name search display }
}`
const share =
  'mutation m($id: ID!, $tenantId: ID) { shareSavedView(id: $id, tenantId: $tenantId) { id tenantId } }'
const remove = 'mutation m($id: ID!) { deleteSavedView(id: $id) }'

type Caller = Pick<Person, 'access_token'>
const save = (caller: Caller, more: object = {}) =>
  ask(app, caller, create, { list: 'OWN_DEVICES', name: '在线', search: { connect: 'ONLINE' }, ...more })
const saved = (caller: Caller, more: object) =>
  outcome(app, caller, create, { list: 'OWN_DEVICES', name: '在线', search: {}, ...more })
const views = (caller: Caller, list: SavedList = 'OWN_DEVICES') =>
  ask(app, caller, `{ listSavedView(list: ${list}) { id name search tenantId viewerCan { change } } }`)

let owner: Person
let manager: Person
let member: Person
let stranger: Person
let tenantId: string
beforeAll(async () => {
  ;[owner, manager, member, stranger] = (await people(app, 4)) as [Person, Person, Person, Person]
  tenantId = (await organization(app, { owner, managers: [manager], members: [member] })).id
})

test('a personal view is visible in one list and only to its owner, who can rename, overwrite and delete the view', async () => {
  const search = { q: '13800138000', sort: 'EXPIRED_DATE.asc' }
  const { id } = await save(stranger, { list: 'DEVICES', name: ' 待续费 ', search })
  const own = { id, name: '待续费', search, tenantId: null, viewerCan: { change: true } }
  expect(await views(stranger, 'DEVICES')).toEqual([own])
  expect(await views(stranger)).toEqual([])
  expect(await views(admin, 'DEVICES')).toEqual([])
  for (const [call, variables] of [
    [update, { id, name: '我的' }],
    [share, { id, tenantId }],
    [remove, { id }],
  ] as const)
    expect(await outcome(app, owner, call, variables)).toBe('NOT_FOUND')
  await ask(app, stranger, update, { id, name: '续费' })
  await ask(app, stranger, update, { id, search: { status: 'ACTIVE' } })
  expect(await views(stranger, 'DEVICES')).toEqual([{ ...own, name: '续费', search: { status: 'ACTIVE' } }])
  await ask(app, stranger, remove, { id })
  expect(await views(stranger, 'DEVICES')).toEqual([])
})

test('rejects saved views with unknown filters or sort keys or with values that are too long', async () => {
  for (const search of [
    { stranger: 'x' },
    { status: 'GREEN' },
    { status: '' },
    { q: 'x'.repeat(limits.search + 1) },
    { sort: 'PASSWORD.asc' },
    { sort: 'EXPIRED_DATE' },
    { q: 7 },
    { q: { not: 'x' } },
    Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`f${index}`, 'x'])),
  ])
    expect([search, await saved(stranger, { search })]).toEqual([search, 'BAD_INPUT'])
  expect(await saved(stranger, { name: ' ' })).toBe('BAD_INPUT')
  expect(await saved(stranger, { name: 'x'.repeat(limits.views.name.max + 1) })).toBe('BAD_INPUT')
  expect(await views(stranger)).toEqual([])
})

test('a shared view stores columns and row height for the members, and rejects invalid values', async () => {
  const { id } = await save(manager, { name: '列', tenantId })
  const shown = async () =>
    (await ask(app, member, '{ listSavedView(list: OWN_DEVICES) { display } }')).map(
      ({ display }: { display: object | null }) => display,
    )
  expect(await shown()).toEqual([null])
  const display = { columns: ['left', 'status'], density: 'compact' }
  await ask(app, owner, update, { id, display })
  // An update changes only the fields that it contains.
  await ask(app, owner, update, { id, search: { status: 'ACTIVE' } })
  expect(await ask(app, owner, update, { id, name: '列二' })).toEqual({
    ...{ id, name: '列二', search: { status: 'ACTIVE' }, display },
  })
  expect(await shown()).toEqual([display])
  for (const wrong of [
    { ...display, columns: ['left', 'left'] },
    { ...display, columns: ['tenant'] },
    { ...display, columns: 'left' },
    { ...display, columns: [7] },
    { ...display, columns: Array.from({ length: 21 }, (_, index) => `c${index}`) },
    { ...display, density: 'huge' },
    { ...display, width: 100 },
    { density: 'compact' },
    'compact',
  ]) {
    expect([wrong, await saved(stranger, { name: '错', display: wrong })]).toEqual([wrong, 'BAD_INPUT'])
    expect([wrong, await outcome(app, owner, update, { id, display: wrong })]).toEqual([wrong, 'BAD_INPUT'])
  }
  const all = await save(stranger, { list: 'DEVICES', display: { columns: ['tenant'], density: 'roomy' } })
  await ask(app, stranger, remove, { id: all.id })
  await ask(app, owner, remove, { id })
})

test('allows a user twenty views per list, and does not allow two views with the same name', async () => {
  const person = await givenPerson(app)
  for (let index = 0; index < limits.views.each; index++) await save(person, { name: `视图 ${index}` })
  expect(await saved(person, { name: '视图 7' })).toBe('CONFLICT')
  expect(await saved(person, { name: '再来' })).toBe('CONFLICT')
  expect(await views(person)).toHaveLength(limits.views.each)
  const [{ id }] = await views(person)
  expect(await outcome(app, person, update, { id, name: '视图 7' })).toBe('CONFLICT')
  // After the limit is reached, views can still be renamed and overwritten. The limit applies to each list
  // separately.
  await ask(app, person, update, { id, name: '另一个' })
  await save(person, { list: 'DEVICES' })
})

test('lets owners and managers share views with members, who see only the views of lists that they can read', async () => {
  const { id } = await save(manager, { name: '共享', tenantId })
  const seen = { id, name: '共享', search: { connect: 'ONLINE' }, tenantId }
  expect(await views(owner)).toEqual([{ ...seen, viewerCan: { change: true } }])
  expect(await views(member)).toEqual([{ ...seen, viewerCan: { change: false } }])
  expect(await views(stranger)).toEqual([])
  expect(await views(admin)).toEqual([])
  expect(await saved(member, { tenantId })).toBe('FORBIDDEN')
  expect(await saved(stranger, { tenantId })).toBe('NOT_FOUND')
  // The filters of a view of the member list reveal who is a member, so only people who can list members can
  // see the view.
  const people = await save(owner, { list: 'MEMBERS', name: '李', search: { name: '李明' }, tenantId })
  expect(await views(member, 'MEMBERS')).toEqual([])
  expect(await outcome(app, member, update, { id: people.id, name: '王' })).toBe('NOT_FOUND')
  expect((await views(manager, 'MEMBERS')).map((view: { id: string }) => view.id)).toEqual([people.id])
  const platform = await save(owner, { list: 'ACCOUNTS', name: '李', search: { name: '李明' }, tenantId })
  expect(await views(manager, 'ACCOUNTS')).toEqual([])
  for (const view of [people.id, id, platform.id]) await outcome(app, manager, remove, { id: view })
  expect(await views(owner)).toEqual([])
})

test('a personal view can be shared with an organization and made personal again, and both changes are audited', async () => {
  const mine = await save(member, { name: '我的' })
  expect(await outcome(app, member, share, { id: mine.id, tenantId })).toBe('FORBIDDEN')
  const { id } = await save(manager, { name: '经理的' })
  await ask(app, manager, share, { id, tenantId })
  expect((await views(member)).map(({ name }: { name: string }) => name)).toEqual(['我的', '经理的'])
  await ask(app, owner, share, { id, tenantId: null })
  expect((await views(member)).map(({ name }: { name: string }) => name)).toEqual(['我的'])
  expect((await views(owner)).map(({ name }: { name: string }) => name)).toEqual(['经理的'])
  const { data } = await ask(
    app,
    owner,
    `{ queryAuditEvent(tenantId: "${tenantId}", targetId: "${id}", first: 0, pageSize: 9) { data { action changes actor { id } } } }`,
  )
  expect(data).toEqual([
    { action: 'ShareSavedView', changes: { view: ['经理的', null] }, actor: { id: owner.id } },
    { action: 'ShareSavedView', changes: { view: [null, '经理的'] }, actor: { id: manager.id } },
  ])
  const others = await organization(app, { owner })
  await ask(app, owner, share, { id, tenantId })
  expect(await outcome(app, owner, share, { id, tenantId: others.id })).toBe('CONFLICT')
})

test('deletes views with their account or organization, and includes personal views in the data export', async () => {
  const person = await givenPerson(app)
  const organizationRow = await organization(app, { owner, managers: [person] })
  const own = await save(person, { name: '自己的', search: { q: '李' } })
  const shared = await save(person, { name: '组织的', tenantId: organizationRow.id })
  const { ready, fetchFile } = dataExportsOf(app)
  const file = JSON.parse(await (await fetchFile(person, await ready(person))).text())
  expect(file.views).toMatchObject([{ id: own.id, name: '自己的', search: { q: '李' } }])
  await ask(app, person, close)
  await closeAndErase(app, [person])
  const left = () => app.db.query.selectFrom('saved_view').select('id').where('id', 'in', [own.id, shared.id])
  expect(await left().execute()).toEqual([{ id: shared.id }])
  await ask(app, admin, `mutation { deleteTenant(id: "${organizationRow.id}") }`)
  expect(await left().execute()).toEqual([])
})
