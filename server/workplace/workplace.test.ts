import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { insertDevices } from '../devices/store.ts'
import { ask, givenPerson, type Organization, organization, refusal } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'
import { deleteOldHours, recordHour } from './history.ts'

const app = useApp()
const admin = useAdmin(app)
let zhejiang: Organization
let guangdong: Organization
let nowhere: Organization

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day)
const nobody = '00000000-0000-0000-0000-000000000000'

beforeAll(async () => {
  zhejiang = await organization(app)
  guangdong = await organization(app, { owner: zhejiang.owner })
  nowhere = await organization(app, { owner: zhejiang.owner })
  const setAreas = (id: string, areas: object[]) =>
    app.db.execute('update tenant set areas = $2 where id = $1', [id, JSON.stringify(areas)])
  await setAreas(guangdong.id, [{ id: '440000' }, { id: '330000' }])
  await setAreas(nowhere.id, [])
  await give(zhejiang.id, 'z', 6)
  await give(guangdong.id, 'g', 5)
  await give(nowhere.id, 'n', 2)
  await give(nobody, 'f', 1)
  const presence = (ids: string[], values: string) =>
    app.db.execute(`update device_presence set ${values} where id = any($1)`, [ids])
  await presence(['z0', 'z1', 'g0'], "online = true, seen_at = 'infinity', connected_at = now()")
  await presence(
    ['z2', 'g1'],
    "seen_at = now() - interval '1 hour', connected_at = now() - interval '2 hours'",
  )
  // g1 was refused after it went offline, and z3 before its first connection. z0 is online although it was
  // refused.
  const late = "refused_reason = 'PASSWORD', refused_at = now() - interval '30 minutes'"
  await presence(['g1', 'z3', 'z0'], late)
  // z2 was refused before it went offline, so the refusal does not explain why it is offline.
  await presence(['z2'], "refused_reason = 'PASSWORD', refused_at = now() - interval '90 minutes'")
  await app.db.execute("update device set status = 'ACTIVE' where id = any($1)", [
    ['z0', 'z1', 'z2', 'g0', 'g1'],
  ])
  await app.db.execute("update device set status = 'SUSPENDED' where id = 'z5'")
})

const give = (tenantId: string, prefix: string, number: number) =>
  app.db.transaction((tx) =>
    insertDevices(
      tx,
      Array.from({ length: number }, (_, index) => ({
        tenant_id: tenantId,
        id: `${prefix}${index}`,
        name: `设备 ${prefix}${index}`,
        status: 'PRODUCED',
        expired_at: inDays(index * 7 + 1),
      })),
    ),
  )

const listed = async (values: string, who = admin): Promise<string[]> => {
  const page = await ask(
    app,
    who,
    `{ queryDevice(pageSize: 100, ${values}) { count countExact data { id } } }`,
  )
  const ids: string[] = page.data.map(({ id }: { id: string }) => id)
  expect(page).toMatchObject({ count: ids.length, countExact: true })
  return ids.sort()
}

test('device counts per province and per organization match the filtered device lists', async () => {
  const { areas, tenants } = await ask(
    app,
    admin,
    '{ getDeviceSpread { areas { areaId devices online } tenants { id name devices online } } }',
  )
  const byArea = (id: string | null) => areas.find(({ areaId }: { areaId: string }) => areaId === id)
  expect(areas).toHaveLength(3)
  expect(byArea('330000')).toMatchObject({ devices: 6, online: 2 })
  expect(byArea('440000')).toMatchObject({ devices: 5, online: 1 })
  expect(byArea(null)).toMatchObject({ devices: 3, online: 0 })
  expect(await listed('areaId: "330000"')).toEqual(['z0', 'z1', 'z2', 'z3', 'z4', 'z5'])
  expect(await listed('areaId: "330000", connectStatus: ONLINE')).toEqual(['z0', 'z1'])
  expect(await listed('areaId: "440000", statusSet: [ACTIVE]')).toEqual(['g0', 'g1'])
  expect(await listed('areaId: "440000", q: "设备", sort: EXPIRED_DATE')).toHaveLength(5)
  expect(await listed(`areaId: "440000", tenantId: "${zhejiang.id}"`)).toEqual([])
  expect(await listed('areaId: "110000"')).toEqual([])

  expect(
    tenants.map(({ id, devices, online }: { id: string; devices: number; online: number }) => [
      id,
      devices - online,
    ]),
  ).toEqual(
    [
      [zhejiang.id, 4],
      [guangdong.id, 4],
      [nowhere.id, 2],
    ].sort(
      ([one, many], [other, more]) =>
        Number(more) - Number(many) || (required(one, 'one') < required(other, 'other') ? -1 : 1),
    ),
  )
  expect(await listed(`tenantId: "${guangdong.id}", connectStatus: OFFLINE`)).toHaveLength(4)
})

test('lists each offline device, except for suspended devices, under exactly one cause', async () => {
  const within = `tenantId: "${zhejiang.id}"`
  for (const sort of ['CREATED', 'LAST_SEEN', 'EXPIRED_DATE']) {
    expect(await listed(`offlineCause: REFUSED, sort: ${sort}`)).toEqual(['g1', 'z3'])
    expect(await listed(`offlineCause: LOST, sort: ${sort}`)).toEqual(['z2'])
    expect(await listed(`offlineCause: NEVER_CONNECTED, ${within}, sort: ${sort}`)).toEqual(['z4'])
  }
  expect(await listed(`offlineCause: REFUSED, ${within}`, zhejiang.owner)).toEqual(['z3'])
  expect(await listed('offlineCause: REFUSED, areaId: "440000"')).toEqual(['g1'])
  expect(await listed('offlineCause: LOST, connectStatus: ONLINE')).toEqual([])
  // LOST_DAY selects devices whose last connection ended more than a day ago.
  expect(await listed('offlineCause: LOST_DAY')).toEqual([])
  await app.db.execute(
    "update device_presence set seen_at = now() - interval '25 hours', refused_at = null where id = 'z2'",
  )
  for (const sort of ['CREATED', 'LAST_SEEN'])
    expect(await listed(`offlineCause: LOST_DAY, sort: ${sort}`)).toEqual(['z2'])
  const offline = (await listed('connectStatus: OFFLINE')).length
  const causes = await Promise.all(
    ['REFUSED', 'LOST', 'NEVER_CONNECTED'].map((cause) => listed(`offlineCause: ${cause}`)),
  )
  expect(causes.flat()).toHaveLength(offline - (await listed('statusSet: [SUSPENDED]')).length)
})

const figures = async (values = '', who = admin) =>
  await ask(
    app,
    who,
    `{ getDeviceFigures${values} {
        devices online refused neverConnected lost lostDay expiring expiries statuses { status devices }
        latestLost { id } nextExpiring { id } } }`,
  )

test('the device counts on the workplace page match the device lists that the page links to', async () => {
  const counted = await figures()
  const number = async (values: string) => (await listed(values)).length
  expect(counted).toMatchObject({
    devices: await number('sort: CREATED'),
    online: await number('connectStatus: ONLINE'),
    refused: await number('offlineCause: REFUSED'),
    neverConnected: await number('offlineCause: NEVER_CONNECTED'),
    lost: await number('offlineCause: LOST'),
    lostDay: await number('offlineCause: LOST_DAY'),
    nextExpiring: { id: expect.stringMatching(/^[fgnz]0$/) },
    latestLost: { id: (await listed('offlineCause: LOST_DAY'))[0] },
  })
  for (const { status, devices } of counted.statuses)
    expect([status, devices]).toEqual([status, await number(`statusSet: [${status}]`)])
  const soon = `minExpiredDate: "${inDays(0).toISOString()}", maxExpiredDate: "${inDays(30).toISOString()}"`
  expect(counted.expiring).toBe(await number(`${soon}, statusSet: [PRODUCED, ACTIVE, SUSPENDED]`))
})

test('shows the device counts of an organization only to its members', async () => {
  const own = `(tenantId: "${guangdong.id}")`
  expect(await figures(own, zhejiang.owner)).toMatchObject({ devices: 5, online: 1, expiries: [] })
  expect(await refusal(app, zhejiang.owner, '{ getDeviceFigures { devices } }')).toBe('FORBIDDEN')
  const stranger = await givenPerson(app)
  expect(await refusal(app, stranger, `{ getDeviceFigures${own} { devices } }`)).toBe('FORBIDDEN')
})

test('counts the devices that expire in each interval between the given timestamps', async () => {
  const borders = [0, 7, 14, 70].map((days) => {
    const quarter = 15 * 60_000
    return `"${new Date(Math.floor(inDays(days).getTime() / quarter) * quarter).toISOString()}"`
  })
  expect((await figures(`(instants: [${borders}])`)).expiries).toEqual([4, 3, 7])
  const falling = borders.toReversed()
  expect(await refusal(app, admin, `{ getDeviceFigures(instants: [${falling}]) { expiries } }`)).toBe(
    'BAD_INPUT',
  )
})

test('lists the devices that expire between two dates', async () => {
  const within = (from: number, to: number) =>
    listed(`minExpiredDate: "${inDays(from).toISOString()}", maxExpiredDate: "${inDays(to).toISOString()}"`)
  expect(await within(0, 7)).toEqual(['f0', 'g0', 'n0', 'z0'])
  expect(await within(7, 14)).toEqual(['g1', 'n1', 'z1'])
  expect(await within(60, 90)).toEqual([])
})

test('stores platform counts once an hour, and shows account and organization counts only to permitted viewers', async () => {
  const history = '{ queryPlatformHistory { dateTime organizations accounts devices online expiring } }'
  expect(await ask(app, admin, history)).toEqual([])
  // Delete the counts that the server stored when it started.
  await app.db.query.deleteFrom('platform_hour').execute()
  await recordHour(app.db)
  // Simulate counts from seven days ago, then a day on which no server ran, then counts from 5 days and 3
  // hours ago.
  await sql`update platform_hour set hour = hour - interval '7 days'`.execute(app.db.query)
  await recordHour(app.db)
  await sql`update platform_hour set hour = hour - interval '5 days 3 hours'
    where hour > now() - interval '1 day'`.execute(app.db.query)
  await recordHour(app.db)
  await recordHour(app.db)
  const count = async (list: string) => (await ask(app, admin, `{ ${list} { count } }`)).count
  const now = {
    organizations: await count('queryTenant(pageSize: 1)'),
    accounts: await count('queryOperator(pageSize: 1)'),
    devices: 14,
    online: 3,
    expiring: 13,
  }
  const seen = await ask(app, admin, history)
  expect(seen).toEqual([expect.objectContaining(now), expect.objectContaining(now)])
  expect(Date.parse(seen[0].dateTime)).toBeLessThan(Date.parse(seen[1].dateTime))

  const one = async (code: string) => (await ask(app, await givenPerson(app, [code]), history))[0]
  const nothing = { accounts: null, devices: null, online: null, expiring: null }
  expect(await one('organization_list')).toMatchObject({ ...nothing, organizations: now.organizations })
  expect(await one('account_management')).toMatchObject({ ...now, organizations: null })
  expect(await refusal(app, zhejiang.owner, history)).toBe('FORBIDDEN')

  await sql`update platform_hour set hour = hour - interval '54 days'`.execute(app.db.query)
  await deleteOldHours(app.db.query)
  const { rows } = await app.db.execute('select from platform_hour')
  expect(rows).toHaveLength(2)
})
