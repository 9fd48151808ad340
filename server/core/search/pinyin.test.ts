import { beforeAll, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { accountsOf, close, closeAndErase } from '../../testing/closing.ts'
import { ask, contact, givenPerson, type Organization, organization } from '../../testing/organizations.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'
import { newId } from '../id.ts'
import { fillPinyin, pinyinOf } from './pinyin.ts'

// Tests that names can be found by their full pinyin and its initials as soon as the names are stored.

const app = useApp()
const admin = useAdmin(app)
const { rowOf } = accountsOf(app)
let place: Organization

beforeAll(async () => {
  place = await organization(app, {
    owner: await givenPerson(app),
    name: '重庆云帆科技有限公司',
    status: 'PREPARE',
  })
})

test.each([
  ['account', '张伟', 'zhangwei\nzw'],
  ['account', '单雄信', 'shanxiongxin\nsxx'],
  ['account', '尉迟恭', 'yuchigong\nycg'],
  ['tenant', '重庆ＡＢ长安2厂', 'chongqingabchangan2chang\ncqabca2c'],
  ['tenant', '解放绿地', 'jiefanglvdi\njfld'],
  ['account', 'Alice 3', ''],
  ['account', '张 伟', 'zhangwei\nzw\n张伟'],
  ['account', '热依扎·阿不都', 'reyizhaabudu\nryzabd\n热依扎阿不都'],
  ['tenant', 'Ali•Baba Co', '\nalibabaco'],
  ['account', '', ''],
] as const)('returns the additional search texts for the %s name "%s"', async (table, name, pinyin) => {
  expect(await pinyinOf(table, name)).toBe(pinyin)
})

const operators = `query q($q: String!, $in: [ID!]) { queryOperator(name: $q, tenantIdSet: $in) { count data { id } } }`
const tenants = 'query q($q: String!) { queryTenant(q: $q) { count data { id } } }'
const applications = 'query q($q: String!) { queryTenantApplication(q: $q) { count data { tenantId } } }'
const ids = async (query: string, q: string, more = {}) =>
  (await ask(app, admin, query, { q, ...more })).data.map(
    (row: { id?: string; tenantId?: string }) => row.id ?? row.tenantId,
  )

test('accounts and members can be found by the pinyin of their current names', async () => {
  const person = await app.person({ nickName: '欧阳锋' })
  for (const words of ['ouyangfeng', 'OuYang', 'oyf', 'ｏｙｆ'])
    expect(await ids(operators, words), words).toEqual([person.id])
  await ask(app, person, 'mutation { updateProfile(nickName: "黄药师") { id } }')
  expect(await ids(operators, 'oyf')).toEqual([])
  expect(await ids(operators, 'huangyaoshi')).toEqual([person.id])

  const within = { in: [(await organization(app, { owner: await givenPerson(app), members: [person] })).id] }
  expect(await ids(operators, 'hys', within)).toEqual([person.id])
  const saved = `mutation m($id: ID!, $who: ID!, $as: String!) {
    saveDisplayNameByTenant(tenantId: $id, operatorId: $who, displayName: $as) { id } }`
  const call = (as: string) => ask(app, admin, saved, { id: within.in[0], who: person.id, as })
  await call('总工程师')
  expect(await ids(operators, 'zgcs', within)).toEqual([person.id])
  expect(await ids(operators, 'zgcs')).toEqual([])
  await call('')
  expect(await ids(operators, 'zgcs', within)).toEqual([])
})

test('organizations and organization requests can be found by the pinyin of the organization’s and the owner’s name', async () => {
  await app.db.query
    .updateTable('account')
    .set({ name: '慕容复', pinyin: await pinyinOf('account', '慕容复') })
    .where('id', '=', place.owner.id)
    .execute()
  for (const words of ['chongqingyunfan', 'cqyf', 'murongfu', 'mrf']) {
    expect(await ids(tenants, words), words).toEqual([place.id])
    expect(await ids(applications, words), words).toEqual([place.id])
  }
  const update = `mutation m($id: ID!, $name: String!, $contact: ContactInput!) {
    updateTenant(id: $id, name: $name, areaIds: ["330106"], contact: $contact, uploadAudit: false) { id } }`
  await ask(app, admin, update, { id: place.id, name: '长沙云帆科技有限公司', contact })
  for (const list of [tenants, applications]) {
    expect(await ids(list, 'cqyf')).toEqual([])
    expect(await ids(list, 'csyf')).toEqual([place.id])
  }
})

const spellings: [name: string, ...words: string[]][] = [
  [
    '热依扎·阿不都',
    ...[...'·•・‧．.∙'].map((dot) => `热依扎${dot}阿不都`),
    '热依扎阿不都',
    '扎・阿',
    'reyizhaabudu',
    'reyizha abudu',
    'ryzabd',
  ],
  ['单雄信', 'shanxiongxin', 'shan xiong xin', "shan'xiong'xin", 'Shan Xiongxin', 'shan·xiong'],
  ['吕略女安宇', 'lvlve', 'lülüe', 'lyulue', 'lv lue', 'lyulüenyu', 'nvanyu', 'lyuluenvanyu'],
  ['Müller Blue', 'müller', 'blue', 'r blue'],
]

test.each(spellings)('a person named %s can be found by every spelling', async (name, ...words) => {
  const person = await app.person({ nickName: name })
  for (const each of words) expect(await ids(operators, each), each).toContain(person.id)
})

test('an organization with a middle dot in its name can be found with any dot, without a dot, and by pinyin', async () => {
  const { id } = await organization(app, { owner: await givenPerson(app), name: '古丽·江 水务' })
  for (const words of ['古丽•江', '古丽江水务', '丽．江', 'gulijiang', "gu'li jiang", 'gljsw'])
    expect(await ids(tenants, words), words).toEqual([id])
})

test('OAuth clients and devices can be found by every spelling of a middle dot in the client or contact name', async () => {
  const create = `mutation m($name: String!) { createApplication(kind: SERVICE, name: $name) { application { id } } }`
  const { application } = await ask(app, admin, create, { name: '买买提·江 数据' })
  const save =
    'mutation m($id: ID!, $as: String!) { saveDeviceByPalgo(id: $id, name: "泵", contactName: $as) { id } }'
  const device = await ask(app, admin, save, { id: newId(), as: '买买提•江' })
  const found = 'query q($q: String!) { queryApplication(q: $q) { data { id } } }'
  const foundDevices = 'query q($q: String!) { queryDevice(q: $q) { data { id } } }'
  for (const words of [...'·•・‧．.∙'].map((dot) => `买买提${dot}江`).concat('买买提江')) {
    expect(await ids(found, words), words).toEqual([application.id])
    expect(await ids(foundDevices, words), words).toEqual([device.id])
  }
})

test('the pinyin that a server of the previous release stored is converted to the current form', async () => {
  const { db } = app
  const rows = [
    ['古丽·江', 'guli·jiang\ngl·j', 'gulijiang\nglj\n古丽江'],
    ['Ali·Baba', '', '\nalibaba'],
    ['...', '', '\n'],
    ['王 伟', 'wang wei\nw w', 'wangwei\nww\n王伟'],
  ].map((row) => [newId(), ...row] as const)
  for (const [id, name, pinyin] of rows)
    await db.execute('insert into account (id, name, pinyin) values ($1, $2, $3)', [id, name, pinyin])
  await fillPinyin(db)
  for (const [id, , , wanted] of rows) expect((await rowOf(id)).pinyin).toBe(wanted)
})

test('several servers can fill in missing pinyin at the same time, and skip locked rows', async () => {
  const { db } = app
  const [locked, ...others] = Array.from({ length: 1_201 }, newId)
  await db.execute(`insert into account (id, name) select id, '郭靖' from unnest($1::uuid[]) id`, [
    [locked, ...others],
  ])
  await db.execute(`update tenant set pinyin = null where id = $1`, [place.id])
  const unspelled = async () =>
    (await db.execute('select id from account where pinyin is null')).rows.map(({ id }) => id)
  if (db.kind === 'postgres') {
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = db.transaction(async (tx) => {
      await tx
        .selectFrom('account')
        .select('id')
        .where('id', '=', required(locked, 'locked'))
        .forUpdate()
        .execute()
      held.resolve()
      await released.promise
    })
    await held.promise
    await Promise.all([fillPinyin(db), fillPinyin(db)])
    expect(await unspelled()).toEqual([locked])
    released.resolve()
    await holding
  }
  await Promise.all([fillPinyin(db), fillPinyin(db)])
  expect(await unspelled()).toEqual([])
  expect((await ask(app, admin, operators, { q: 'guojing' })).count).toBe(1_201)
  expect(await ids(tenants, 'csyf')).toEqual([place.id])
})

test('the pinyin of an erased account is deleted', async () => {
  const person = await app.person({ nickName: '周伯通' })
  expect((await rowOf(person.id)).pinyin).toBe('zhoubotong\nzbt')
  await ask(app, person, close)
  await closeAndErase(app, [person])
  expect((await rowOf(person.id)).pinyin).toBe('')
})
