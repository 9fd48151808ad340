import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { last, required } from '../../../contract/required.ts'
import { type DeviceStatus, deviceStatuses } from '../../../contract/states.ts'
import { listCertifications } from '../../certification/review-queue.ts'
import { deviceSorts } from '../../devices/list/filter.ts'
import { listDevices } from '../../devices/list/list.ts'
import { listAccounts } from '../../members/list.ts'
import { listTenants } from '../../tenants/list.ts'
import { repeatable } from '../../testing/random.ts'
import { useDatabase } from '../../testing/use-database.ts'
import { signCursors } from '../cursor.ts'
import type { Page } from '../page.ts'
import { fillPinyin, pinyinOf } from './pinyin.ts'
import { bounds } from './search.ts'

// Tests every list with random searches, filters and sort orders and with every search strategy. Each list
// must return the same rows as a plain comparison. The random cases are the same in each run.

const db = useDatabase()
const size = 600
const random = repeatable(11)
const one = <T>(of: readonly T[]): T => required(of[random(of.length)], 'item of of')
const uuid = (kind: number, n: number) => `00000000-0000-7000-800${kind}-${String(n).padStart(12, '0')}`
const fold = (text: string) => text.normalize('NFKC').toLowerCase()
const time = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 60_000)
const surnames = [...'张王李曾单']
const given = ['伟', '芳', '建国', 'Ａlex', '志强 2', '_b%']
const places = ['杭州', '重庆', 'ＡＢ', '12号', '']
const works = ['水务', '云帆科技', '泵站#3', '水']
interface Someone {
  id: string
  /** The normalized text in which the search words must occur. */
  text: string
  phone: string
}
const accounts: (Someone & { enabled: boolean })[] = []
const tenants: (Someone & { status: 'PREPARE' | 'FINISH' | 'REJECT'; owner: Someone })[] = []
const members: (Someone & { tenantId: string; manager: boolean; account: Someone })[] = []
interface Device {
  id: string
  text: string
  phone: string | null
  tenantId: string
  status: DeviceStatus
  online: boolean
  created: number
  seen: number
  expires: number | null
}
const devices: Device[] = []

beforeAll(async () => {
  signCursors(db.query, async () => 'key')
  const named = async (table: 'account' | 'tenant' | 'member', name: string) =>
    `${fold(name)}\n${await pinyinOf(table, name)}`
  const rows: Record<string, unknown[][]> = { account: [], tenant: [], member: [], device: [], presence: [] }
  for (let n = 0; n < size; n++) {
    const name = one(surnames) + one(given)
    const phone = `+86138${String(random(100_000_000)).padStart(8, '0')}`
    const account = { id: uuid(1, n), text: await named('account', name), phone, enabled: random(4) > 0 }
    accounts.push(account)
    required(rows.account, 'account').push([account.id, name, phone, account.enabled, time(n)])

    const title = `${one(places)}${one(works)}${random(30)}`
    const status = one(['PREPARE', 'FINISH', 'REJECT'] as const)
    const contact = `+86139${String(random(100_000_000)).padStart(8, '0')}`
    const tenant = {
      id: uuid(2, n),
      text: await named('tenant', title),
      phone: contact,
      status,
      owner: account,
    }
    tenants.push(tenant)
    required(rows.tenant, 'tenant').push([tenant.id, title, contact, status, account.id, time(n)])

    const tenantId = uuid(2, random(2))
    const display = random(3) ? null : one(['班长', '总工程师', '值班员 1'])
    const text = display ? await named('member', display) : ''
    members.push({ id: account.id, text, phone: '', tenantId, manager: random(5) === 0, account })
    required(rows.member, 'member').push([
      tenantId,
      account.id,
      display,
      last(members, 'members').manager,
      time(n),
    ])

    const device = {
      tenantId: uuid(2, random(3)),
      id: `${one(['PGW', 'ed_', 'X'])}${String(random(10_000)).padStart(5, '0')}${n}`,
      contact: random(2) ? one(surnames) + one(given) : null,
      phone: random(2) ? `+86137${String(random(100_000_000)).padStart(8, '0')}` : null,
      name: `${one(places)}${one(works)}${random(20)}`,
      status: one(deviceStatuses),
      online: random(3) === 0,
      created: n,
      seen: random(1_000),
      expires: random(2) ? random(1_000) : null,
    }
    devices.push({
      ...device,
      seen: device.online ? Number.POSITIVE_INFINITY : device.seen,
      text: fold([device.id, device.name, device.contact ?? '', device.phone ?? ''].join('\n')),
    })
    const { tenantId: of, id, contact: who, expires } = device
    required(rows.device, 'device').push([
      of,
      id,
      device.name,
      who,
      device.phone,
      device.status,
      time(n),
      expires === null ? null : time(expires),
    ])
    required(rows.presence, 'presence').push([
      of,
      id,
      device.online,
      device.online ? 'infinity' : time(device.seen),
    ])
  }
  await insertRows(rows)
})

async function insertRows(rows: Record<string, unknown[][]>): Promise<void> {
  const fill = (into: string, types: string, all: unknown[][]) => {
    const columns = types.split(' ').map((type, at) => [type, all.map((row) => row[at])] as const)
    const arrays = columns.map(([type], at) => `$${at + 1}::${type}[]`)
    return db.execute(
      `insert into ${into} select * from unnest(${arrays})`,
      columns.map(([, values]) => values),
    )
  }
  await fill(
    'account (id, name, mobile_phone, enabled, created_at)',
    'uuid text text bool timestamptz',
    required(rows.account, 'account'),
  )
  await fill(
    'tenant (id, name, contact_mobile_phone, status, owner_id, created_at)',
    'uuid text text text uuid timestamptz',
    required(rows.tenant, 'tenant'),
  )
  await fill(
    'member (tenant_id, account_id, display_name, manager, joined_at)',
    'uuid uuid text bool timestamptz',
    required(rows.member, 'member'),
  )
  await db.execute(`insert into tenant_application (tenant_id, id, number, applicant_id, status, name, areas, submitted_at)
    select id, id, 1, owner_id, 'PREPARE', name, '[]', created_at from tenant`)
  await fill(
    'device (tenant_id, id, name, contact_name, contact_mobile_phone, status, created_at, expired_at)',
    'uuid text text text text text timestamptz timestamptz',
    required(rows.device, 'device'),
  )
  await db.execute('insert into device_claim (tenant_id, id) select tenant_id, id from device')
  await fill(
    'device_presence (tenant_id, id, online, seen_at)',
    'uuid text bool timestamptz',
    required(rows.presence, 'presence'),
  )
  await fillPinyin(db)
  await db.execute('vacuum analyze')
}

const usual = { ...bounds }
afterEach(() => void Object.assign(bounds, usual))

/** Returns up to four characters of one of the texts, or words that occur in none of them. */
function wordsOf(texts: readonly string[]): string {
  if (random(12) === 0) return one(['龘', 'qx', '99999999999', 'z_', '\\'])
  const line = one(one(texts).split('\n').filter(Boolean))
  const letters = [...line]
  const from = random(letters.length)
  return letters.slice(from, from + 1 + random(4)).join('')
}

/**
 * Asserts that the pages of a list together contain exactly these rows, and that the row count is right. No
 * page may be longer than requested.
 */
async function expectAll(
  what: string,
  list: (page: { first: number; pageSize: number; after?: string }) => Promise<Page<{ id: string }>>,
  expected: readonly string[],
): Promise<void> {
  const found: string[] = []
  let after: string | undefined
  for (let pages = 0; pages < 400; pages++) {
    const page = await list({ first: 0, pageSize: 50, ...(after && { after }) })
    expect(page.data.length).toBeLessThanOrEqual(50)
    expect(page.count, what).toBeLessThanOrEqual(expected.length)
    if (page.countExact) expect(page.count, what).toBe(expected.length)
    found.push(...page.data.map(({ id }) => id))
    if (!page.next) break
    after = page.next
  }
  expect(found, what).toEqual(expected)
}

/** Limits that force one strategy each: index lookups, scans, or scans that repeatedly end early. */
const strategies = {
  'with index lookups': {},
  'with a scan': { rare: -1 },
  'with a scan that ends early': { rare: -1, walked: 100, sampled: 0 },
}
const has = (text: string, q: string) => text.includes(fold(q.trim()))
const hasPhone = (phone: string | null, q: string) => {
  const digits = fold(q).replace(/[\s().\p{Pd}]/gu, '')
  return /^\+?\d{4,}$/.test(digits) && (phone ?? '').includes(digits)
}
// The embedded database is five times as slow, so it runs fewer rounds.
const rounds = process.env.REEVE_TEST_DATABASE_URL ? 25 : 6

describe.each(Object.entries(strategies))('%s', (_, strategy) => {
  test('a device search returns exactly the matching devices in the requested order', async () => {
    for (let round = 0; round < rounds; round++) {
      Object.assign(bounds, strategy)
      const q = wordsOf(devices.map(({ text }) => text))
      if (!q.trim()) continue
      const sort = one(deviceSorts)
      const tenantId = random(2) ? null : uuid(2, random(3))
      const statusSet = random(2) ? null : [one(deviceStatuses), one(deviceStatuses)]
      const connectStatus = random(2) ? null : one(['ONLINE', 'OFFLINE'] as const)
      const maxCreateDateTime = random(3) ? null : time(random(size))
      const before = maxCreateDateTime ? (maxCreateDateTime.getTime() - time(0).getTime()) / 60_000 : size
      const rank: Record<typeof sort, (device: Device) => number> = {
        CREATED: ({ created }) => -created,
        LAST_SEEN: ({ seen }) => -seen,
        EXPIRED_DATE: ({ expires }) => expires ?? Number.POSITIVE_INFINITY,
      }
      const compare = (a: Device, b: Device) => {
        const [x, y] = [rank[sort](a), rank[sort](b)]
        const ids = a.id < b.id ? -1 : 1
        return x === y ? (sort === 'EXPIRED_DATE' ? ids : -ids) : x < y ? -1 : 1
      }
      const expected = devices
        .filter(
          (device) =>
            (has(device.text, q) || hasPhone(device.phone, q)) &&
            (!tenantId || device.tenantId === tenantId) &&
            (!statusSet || statusSet.includes(device.status)) &&
            (!connectStatus || device.online === (connectStatus === 'ONLINE')) &&
            device.created <= before,
        )
        .sort(compare)
        .map(({ id }) => id)
      const filter = { q, sort, tenantId, statusSet, connectStatus, maxCreateDateTime }
      await expectAll(
        JSON.stringify(filter),
        (page) => listDevices(db.query, { ...page, ...filter }),
        expected,
      )
    }
  })

  test('a search for organizations or organization requests returns exactly the matching ones', async () => {
    for (let round = 0; round < rounds; round++) {
      Object.assign(bounds, strategy)
      const q = wordsOf(tenants.flatMap(({ text, phone, owner }) => [text, phone, owner.text, owner.phone]))
      if (!q.trim()) continue
      const status = random(2) ? null : one(['PREPARE', 'FINISH', 'REJECT'] as const)
      const phone = /^\+?\d{4,}$/.test(fold(q).trim()) && random(2) ? fold(q).trim() : null
      const named = ({ text, owner }: (typeof tenants)[number]) =>
        has(text, q) || has(owner.text, q) || (phone !== null && owner.phone.includes(phone))
      const ids = (found: typeof tenants) => found.map(({ id }) => id).reverse()
      await expectAll(
        `organizations ${status} ${phone} ${q}`,
        (page) => listTenants(db.query, { ...page, q, ownerPhone: phone, statusSet: status && [status] }),
        ids(
          tenants.filter(
            (each) => (!status || each.status === status) && (named(each) || hasPhone(each.phone, q)),
          ),
        ),
      )
      await expectAll(
        `applications ${phone} ${q}`,
        (page) => listCertifications(db.query, { ...page, q, applicantPhone: phone }),
        ids(tenants.filter(named)),
      )
    }
  })

  test('a search for accounts or members returns exactly the matching ones', async () => {
    for (let round = 0; round < rounds; round++) {
      Object.assign(bounds, strategy)
      const q = wordsOf([...accounts, ...members].flatMap(({ text, phone }) => [text, phone].filter(Boolean)))
      if (!q.trim()) continue
      const phone = /^\+?\d{4,}$/.test(fold(q).trim()) && random(2) ? fold(q).trim() : null
      const enabled = random(2) ? null : random(2) === 0
      const called = (account: Someone) =>
        has(account.text, q) || (phone !== null && account.phone.includes(phone))
      const ids = (found: { id: string }[]) => found.map(({ id }) => id).reverse()
      const enabledOnes = new Set(
        accounts.filter((account) => enabled === null || account.enabled === enabled).map(({ id }) => id),
      )
      await expectAll(
        `accounts ${enabled} ${phone} ${q}`,
        (page) => listAccounts(db.query, { ...page, name: q, phonePart: phone, enabled }),
        ids(accounts.filter((account) => enabledOnes.has(account.id) && called(account))),
      )
      for (const tenantIds of [[uuid(2, 0)], [uuid(2, 0), uuid(2, 1)]])
        await expectAll(
          `members ${tenantIds.length} ${enabled} ${phone} ${q}`,
          (page) => listAccounts(db.query, { ...page, name: q, phonePart: phone, enabled, tenantIds }),
          ids(
            members.filter(
              ({ id, tenantId, text, account }) =>
                tenantIds.includes(tenantId) &&
                enabledOnes.has(id) &&
                (called(account) || (text && has(text, q))),
            ),
          ),
        )
    }
  })
})
