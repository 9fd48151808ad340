import { beforeAll, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { insertDevices } from '../../devices/store.ts'
import type { Person, Tokens } from '../../testing/app.ts'
import { ask, contact, givenPerson, organization, outcome, people } from '../../testing/organizations.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'
import { phonePart } from './search.ts'

test.each([
  ['13712345678', '+8613712345678'],
  ['137 1234 5678', '+8613712345678'],
  ['+86 137-1234-5678', '+8613712345678'],
  ['008613712345678', '+8613712345678'],
  ['８６　１３７－１２３４－５６７８', '+8613712345678'],
  ['\u202d+86 137\u20131234\u20135678\u202c', '+8613712345678'],
  ['+1 (415) 555.2671', '+14155552671'],
  ['5678', '5678'],
  ['12 34', '1234'],
  // The last eight digits of a phone number can start with zeros.
  ['0012 3456', '00123456'],
  ['+8613', '+8613'],
  ['567', null],
  ['+861', null],
  ['', null],
  ['王 5678', null],
  ['d-5678x', null],
  ['%%%%', null],
])('phonePart(%s) returns %s', (text, part) => expect(phonePart(text)).toBe(part))

const app = useApp()
const admin = useAdmin(app)
let accountManager: Person
let lister: Person
let certifier: Person
let owner: Person
let plain: Person
let tenant: { id: string }
let application: { id: string }

beforeAll(async () => {
  accountManager = await givenPerson(app, ['account_management'])
  lister = await givenPerson(app, ['organization_list'])
  certifier = await givenPerson(app, ['certification_audit'])
  ;[owner, plain] = (await people(app, 2)) as [Person, Person]
  // Remove the digits from the names. Otherwise, the search would also find these accounts by name.
  for (const { id } of [owner, plain])
    await app.db.query
      .updateTable('account')
      .set({ name: '某人', pinyin: null })
      .where('id', '=', id)
      .execute()
  tenant = await organization(app, { owner, members: [plain], name: '某公司' })
  application = await organization(app, { owner, status: 'PREPARE', name: '另一公司' })
  await app.db.transaction((tx) =>
    insertDevices(tx, [
      {
        tenant_id: tenant.id,
        id: 'pump',
        name: '水泵',
        contact_mobile_phone: '+8613712345678',
        status: 'ACTIVE',
      },
      { tenant_id: tenant.id, id: 'gate', name: '闸门', contact_mobile_phone: null, status: 'ACTIVE' },
    ]),
  )
})

/** Returns common formats of a phone number (E.164), in full and in part. */
function spellings(phone: string) {
  const digits = phone.replace('+86', '')
  const [first, second, third] = [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)]
  const whole = [
    digits,
    phone,
    `${first} ${second} ${third}`,
    `+86 ${first}-${second}-${third}`,
    digits.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    `\u202d+86 ${first} ${second} ${third}\u202c`,
  ]
  const parts = [third, digits.slice(3), `${second} ${third}`, `${second}-${third}`, digits.slice(1, 10)]
  return { whole, parts }
}

type Who = Pick<Tokens, 'access_token'>
const idsOf = async (who: Who, document: string, variables: object): Promise<string[]> =>
  (await ask(app, who, document, { ...variables })).data.map(({ id }: { id: string }) => id)

const operators =
  'query q($name: String, $tenants: [ID!], $loginId: String) { queryOperator(name: $name, tenantIdSet: $tenants, loginId: $loginId, pageSize: 100) { data { id } } }'
const tenants =
  'query q($q: String, $mobilePhone: String) { queryTenant(q: $q, mobilePhone: $mobilePhone, pageSize: 100) { data { id } } }'
const applications =
  'query q($q: String) { queryTenantApplication(q: $q, pageSize: 100) { data { id tenantId } } }'
const devices =
  'query q($q: String, $tenantId: ID) { queryDevice(q: $q, tenantId: $tenantId) { count data { id } } }'

test('viewers who see full phone numbers find accounts and members by a whole or partial phone number', async () => {
  const { whole, parts } = spellings(plain.phone)
  for (const who of [admin, accountManager])
    for (const name of [...whole, ...parts]) {
      expect(await idsOf(who, operators, { name }), name).toContain(plain.id)
      expect(await idsOf(who, operators, { name, tenants: [tenant.id] }), name).toContain(plain.id)
    }
  expect(await idsOf(admin, operators, { name: plain.phone })).toEqual([plain.id])
  expect(await idsOf(admin, operators, { name: plain.phone.slice(-3) })).not.toContain(plain.id)
})

test('viewers who see masked phone numbers cannot search by phone, but can look up an account by its whole number', async () => {
  const { whole, parts } = spellings(plain.phone)
  for (const name of [...whole, ...parts])
    expect(await idsOf(owner, operators, { name, tenants: [tenant.id] }), name).toEqual([])
  // Organization owners find an account only by its whole phone number. These lookups are rate-limited.
  expect(await idsOf(owner, operators, { loginId: whole[2] })).toEqual([plain.id])
  for (const loginId of parts) expect(await idsOf(owner, operators, { loginId }), loginId).toEqual([])
})

test('finds organizations by part of the contact’s phone, and by part of the owner’s phone only for administrators', async () => {
  const called = spellings(`+86${contact.mobilePhone}`)
  for (const who of [admin, lister, certifier])
    for (const q of [...called.whole, ...called.parts])
      expect(await idsOf(who, tenants, { q }), q).toContain(tenant.id)
  const owned = spellings(owner.phone)
  for (const q of [...owned.whole, ...owned.parts]) {
    expect(await idsOf(admin, tenants, { q }), q).toContain(tenant.id)
    for (const who of [lister, certifier])
      expect(await idsOf(who, tenants, { q }), q).not.toContain(tenant.id)
  }
})

test('the filters mobilePhone and loginId match only whole values, regardless of spaces', async () => {
  const { whole, parts } = spellings(owner.phone)
  for (const mobilePhone of whole)
    expect(await idsOf(admin, tenants, { mobilePhone }), mobilePhone).toContain(tenant.id)
  for (const mobilePhone of parts) expect(await idsOf(admin, tenants, { mobilePhone })).toEqual([])
  for (const loginId of whole) expect(await idsOf(admin, operators, { loginId }), loginId).toEqual([owner.id])
  for (const loginId of parts) expect(await idsOf(admin, operators, { loginId })).toEqual([])
  const { username } = await app.db.query
    .selectFrom('account')
    .select('username')
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow()
  for (const loginId of [
    ` ${username} `,
    required(username, 'username').toUpperCase(),
    required(username, 'username').replace('-', ' -\u200b'),
  ])
    expect(await idsOf(admin, operators, { loginId }), loginId).toEqual([owner.id])
  expect(await idsOf(admin, operators, { loginId: required(username, 'username').slice(0, -1) })).toEqual([])
})

test('finds organization requests by the applicant’s whole phone, and by part of the phone only for administrators', async () => {
  const sent = async (who: Who, q: string) =>
    (await ask(app, who, applications, { q })).data.map((row: { tenantId: string }) => row.tenantId)
  const { whole, parts } = spellings(owner.phone)
  for (const q of whole) {
    expect(await sent(admin, q), q).toEqual([application.id])
    expect(await sent(certifier, q), q).toEqual([application.id])
  }
  for (const q of parts) {
    expect(await sent(admin, q), q).toContain(application.id)
    expect(await sent(certifier, q), q).not.toContain(application.id)
  }
})

test('every viewer of a device finds the device by all or part of its contact’s phone number', async () => {
  const { whole, parts } = spellings('+8613712345678')
  for (const q of [...whole, ...parts]) {
    expect(await idsOf(admin, devices, { q }), q).toEqual(['pump'])
    expect(await idsOf(plain, devices, { q, tenantId: tenant.id }), q).toEqual(['pump'])
  }
  expect(await outcome(app, plain, devices, { q: '5678' })).toBe('FORBIDDEN')
  expect(await idsOf(admin, devices, { q: '137 9999' })).toEqual([])
})

test('search text with control characters, plus signs or wildcards does not cause an error', async () => {
  for (const q of ['\u202e', 'a\nb', '+', '++++8613', '%_%_'])
    for (const document of [tenants, devices, applications])
      expect(await outcome(app, admin, document, { q }), JSON.stringify(q)).toBe('done')
  // The list omits personal organizations, so searching for the phone of their owner finds nothing.
  expect(await idsOf(admin, tenants, { q: accountManager.phone })).toEqual([])
})
