import { beforeAll, describe, expect, test } from 'vitest'
import { first, required } from '../contract/required.ts'
import { collisionsSince, findCollisions } from './core/names/collisions.ts'
import type { Person } from './testing/app.ts'
import {
  ask,
  contact,
  givenPerson,
  type Organization,
  organization,
  outcome,
  people,
} from './testing/organizations.ts'
import { importer, last, workbook } from './testing/transfer/files.ts'
import { useAdmin, useApp } from './testing/use-app.ts'

// Tests that names remain unique despite invisible characters and look-alike spellings.

const app = useApp()
const admin = useAdmin(app)
let owner: Person
let place: Organization
let members: Person[]

beforeAll(async () => {
  owner = await givenPerson(app)
  members = await people(app, 2)
  place = await organization(app, { owner, members })
})

let count = 0
/** Returns an unused name that contains letters in both cases, a space and a middle dot. */
const newName = () => `Ａb 水务·${++count} 公司`

/** Returns spellings that look the same or almost the same as the name. */
const alike = (name: string): [what: string, spelling: string][] => [
  ...['\u200b', '\u200d', '\u00ad', '\u2060', '\u180b', '\ufe0f', '\u3164', '\u{e0041}', '\u034f'].map(
    (sign): [string, string] => [
      `U+${required(sign.codePointAt(0), 'code point').toString(16)}`,
      name.replace('水', `水${sign}`),
    ],
  ),
  ['U+200B at its end', `${name}\u200b`],
  ['two spaces', name.replaceAll(' ', '  ')],
  ['an ideographic space', name.replaceAll(' ', '\u3000')],
  ['an empty Braille cell', name.replaceAll(' ', '\u2800')],
  ['another case and width', name.replace('Ａb', 'aＢ')],
  ...[...'•・‧．.∙･'].map((dot): [string, string] => [`the dot ${dot}`, name.replace('·', dot)]),
]

const invisible = ['\u200b', '\u3164', '\u2800', '\u00ad', '\u2060', '\ufe0f', '\u{e0020}', '\u0301']
const joined = ['👨‍👩‍👧 家', 'نمی‌خواهم', 'ශ්‍රී ලංකා', '❤️ 水务']

const createTenant = `mutation m($name: String!, $contact: ContactInput!, $owner: ID!) { createTenant(
  name: $name, areaIds: ["330106"], contact: $contact, ownerId: $owner, internal: false, uploadAudit: false) { id } }`
const prepareTenant = `mutation m($name: String!, $contact: ContactInput!) {
  prepareTenant(name: $name, areaIds: ["330106"], contact: $contact) { id } }`
const updateTenant = `mutation m($id: ID!, $name: String!, $contact: ContactInput!) {
  updateTenant(id: $id, name: $name, areaIds: ["330106"], contact: $contact, uploadAudit: false) { id } }`
const createApplication =
  'mutation m($name: String!) { createApplication(kind: SERVICE, name: $name) { application { id } } }'
const updateApplication =
  'mutation m($id: ID!, $name: String!) { updateApplication(id: $id, name: $name) { id } }'
const createService = `mutation m($tenant: ID!, $name: String!) {
  createServiceAccount(tenantId: $tenant, name: $name) { application { id } } }`
const updateService =
  'mutation m($id: ID!, $name: String!) { updateServiceAccount(id: $id, name: $name) { id } }'
const saveDisplayName = `mutation m($tenant: ID!, $who: ID!, $name: String!) {
  saveDisplayNameByTenant(tenantId: $tenant, operatorId: $who, displayName: $name) { id } }`
const createView = `mutation m($name: String!, $search: JSON! = {}) {
  createSavedView(list: DEVICES, name: $name, search: $search) { id } }`
const updateView = 'mutation m($id: ID!, $name: String!) { updateSavedView(id: $id, name: $name) { id } }'

interface Kind {
  /** Creates an object with this name and returns its id. */
  create(name: string): Promise<string>
  rename(id: string, name: string): Promise<string>
  /**
   * Tries to create an object with this name and returns the outcome. A call that is refused changes nothing,
   * so the call can be repeated.
   */
  outcome(name: string): Promise<string>
}

const kinds: Record<string, Kind> = {
  organization: {
    create: async (name) => (await ask(app, admin, createTenant, { name, contact, owner: owner.id })).id,
    rename: (id, name) => outcome(app, admin, updateTenant, { id, name, contact }),
    outcome: (name) => outcome(app, admin, createTenant, { name, contact, owner: owner.id }),
  },
  application: {
    create: async (name) => (await ask(app, admin, createApplication, { name })).application.id,
    rename: (id, name) => outcome(app, admin, updateApplication, { id, name }),
    outcome: (name) => outcome(app, admin, createApplication, { name }),
  },
  'service account': {
    create: async (name) => (await ask(app, owner, createService, { tenant: place.id, name })).application.id,
    rename: (id, name) => outcome(app, owner, updateService, { id, name }),
    outcome: (name) => outcome(app, owner, createService, { tenant: place.id, name }),
  },
  'display name': {
    async create(name) {
      await ask(app, owner, saveDisplayName, { tenant: place.id, who: first(members, 'members').id, name })
      return first(members, 'members').id
    },
    rename: (who, name) => outcome(app, owner, saveDisplayName, { tenant: place.id, who, name }),
    outcome: (name) =>
      outcome(app, owner, saveDisplayName, {
        tenant: place.id,
        who: required(members[1], 'item of members').id,
        name,
      }),
  },
  'saved view': {
    create: async (name) => (await ask(app, owner, createView, { name })).id,
    rename: (id, name) => outcome(app, owner, updateView, { id, name }),
    outcome: (name) => outcome(app, owner, createView, { name }),
  },
}

describe.each(Object.entries(kinds))('names of the type “%s”', (_, kind) => {
  test('cannot look like an existing name', async () => {
    const name = newName()
    const id = await kind.create(name)
    for (const [what, spelling] of alike(name))
      expect([what, await kind.outcome(spelling)]).toEqual([what, 'CONFLICT'])
    // An object can be renamed to another spelling of its own name.
    expect(await kind.rename(id, name.replace('·', '・'))).toBe('done')
    expect(await kind.outcome(name)).toBe('CONFLICT')
  })

  test('must have a visible character', async () => {
    for (const name of invisible) expect([name, await kind.outcome(name)]).toEqual([name, 'BAD_INPUT'])
  })

  test('can contain composed emoji and letters that need a joiner', async () => {
    for (const name of joined)
      expect([name, await kind.outcome(`${name} ${++count}`)]).toEqual([name, 'done'])
  })
})

test('a requested organization name that looks like an existing one is reported as taken and rejected', async () => {
  const name = newName()
  await required(kinds.organization, 'organization').create(name)
  const applicant = await givenPerson(app)
  const check = 'query q($name: String!) { checkTenant(name: $name) }'
  for (const [what, spelling] of alike(name).slice(0, 6)) {
    expect([what, await ask(app, admin, check, { name: spelling })]).toEqual([what, false])
    expect([what, await outcome(app, applicant, prepareTenant, { name: spelling, contact })]).toEqual([
      what,
      'CONFLICT',
    ])
  }
})

test('rejects a nickname without a visible character', async () => {
  const update = 'mutation m($name: String!) { updateProfile(nickName: $name) { id } }'
  for (const name of invisible)
    expect([name, await outcome(app, owner, update, { name })]).toEqual([name, 'BAD_INPUT'])
  for (const name of joined) expect(await outcome(app, owner, update, { name })).toBe('done')
})

test('an import cannot assign a display name that another member of the organization has', async () => {
  const [one, two, three] = await people(app, 3)
  const own = await organization(app, { owner, members: [required(one, 'one'), required(two, 'two')] })
  await ask(app, owner, saveDisplayName, { tenant: own.id, who: required(one, 'one').id, name: '班长' })
  const file = importer(app, 'members', { tenantId: own.id })
  const content = await workbook(
    ['手机号', 'Name in this organization'],
    [
      [required(one, 'one').phone, '班长'],
      [required(two, 'two').phone, '班\u200b长'],
      [required(three, 'three').phone, '总工'],
      [owner.phone, '总　工'],
      [owner.phone, '总工'],
    ],
  )
  const upload = required(last(await file.upload(owner, content)).result, 'result')
  const taken = 'Name in this organization: Another member already has this display name'
  expect(upload).toMatchObject({ unchanged: 1, created: 1, wrong: 3 })
  expect(upload.samples.wrong.map(({ row, fault }) => [row, fault]).slice(0, 1)).toEqual([[3, taken]])
})

test('a member cannot be restored with a display name that another member has', async () => {
  const [former, other] = await people(app, 2)
  const own = await organization(app, { owner, members: [required(other, 'other')] })
  await ask(app, owner, saveDisplayName, { tenant: own.id, who: required(other, 'other').id, name: '班长' })
  const restore = `mutation m($id: ID!, $members: [FormerMember!]!) {
    restoreTenantOperators(tenantId: $id, members: $members) { id } }`
  const call = (displayName: string) =>
    outcome(app, owner, restore, {
      id: own.id,
      members: [{ operatorId: required(former, 'former').id, displayName, roles: [], authCodes: [] }],
    })
  expect(await call('班\u00ad长')).toBe('CONFLICT')
  expect(await call('组长')).toBe('done')
})

test('usernames cannot contain invisible characters, and are compared regardless of case and width', async () => {
  const update = 'mutation m($name: String!) { updateProfile(nickName: "某人", username: $name) { id } }'
  const [one, other] = await people(app, 2)
  expect(await outcome(app, required(one, 'one'), update, { name: 'wang.wei' })).toBe('done')
  for (const name of ['wang.wei', 'Wang.Wei', 'ｗａｎｇ.wei'])
    expect([name, await outcome(app, required(other, 'other'), update, { name })]).toEqual([name, 'CONFLICT'])
  for (const sign of invisible)
    expect([sign, await outcome(app, required(other, 'other'), update, { name: `wang${sign}.wei` })]).toEqual(
      [sign, 'BAD_INPUT'],
    )
})

test('existing names that collide are reported and retained, and can be changed only to a free name', async () => {
  const [one, two] = [await organization(app, { owner }), await organization(app, { owner })]
  const name = newName()
  await app.db.execute('update tenant set name = $2 where id = $1', [one.id, name])
  await app.db.execute('update tenant set name = $2 where id = $1', [two.id, `${name}\u200b`])
  const found = { kind: 'organization', names: [name, `${name}\u200b`], count: 2 }
  expect(await findCollisions(app.db)).toContainEqual(found)
  const { rows } = await app.db.execute("select name from migration where name = 'names'")
  expect(await collisionsSince(app.db, rows)).toContain(
    `2 organizations are called ${JSON.stringify(name)}, also written ${JSON.stringify(name).slice(0, -1)}\\u{200b}"`,
  )
  expect(await collisionsSince(app.db, [])).toEqual([])
  const rename = (id: string, to: string) => outcome(app, admin, updateTenant, { id, name: to, contact })
  expect(await rename(two.id, `${name}\u200b`)).toBe('done')
  expect(await rename(two.id, `${name}\u200d`)).toBe('CONFLICT')
  expect(await rename(two.id, newName())).toBe('done')
  expect(await rename(one.id, name.toLowerCase())).toBe('done')
  expect(await findCollisions(app.db)).not.toContainEqual(expect.objectContaining({ kind: 'organization' }))
})

/** Columns with unique texts that people write. These texts are tested above or have only one spelling. */
const written = [
  // Phone numbers are stored in E.164 format, usernames and email addresses in ASCII and lower case.
  'account_claim.value',
  'verification_code.target',
  'device.id',
  'device_claim.id',
  'identity_source.key', // contains only a-z, 0-9 and hyphens
  'saved_view.name',
  'tenant_claim.name',
]
/** Columns with unique texts that programs create or that come from a fixed list. */
const made = [
  ...['account_claim.kind', 'agreement.document', 'agreement.version', 'application_error.detail'],
  ...[
    'application_error.kind',
    'application_icon.hash',
    'application_refusal.detail',
    'application_refusal.kind',
  ],
  ...['area.id', 'audit_seal_key.id', 'audit_sending.name', 'auth_code.code', 'console_asset.name'],
  'device_connection.device_id',
  'device_count_change.list', // This table exists only on Citus.
  ...[
    'device_credential.device_id',
    'device_presence.id',
    'device_refusal.device_id',
    'device_refusal.reason',
  ],
  ...[
    'device_sample.device_id',
    'factor.credential_id',
    'failed_sign_in.network',
    'issued.kind',
    'issued.user_code',
  ],
  ...['object_to_delete.key', 'rate_limit.key', 'row_count.kind', 'row_count.list', 'row_count_change.list'],
  ...[
    'saved_view.list',
    'secret_key.id',
    'sms_hour.provider',
    'sms_hour.status',
    'sms_receipt_pause.provider',
  ],
  'linked_identity.subject',
  'verification_code.purpose',
]

test('every text column with a unique index is listed in this test as written by users or generated', async () => {
  const { rows } = await app.db.execute(`
    select distinct format('%s.%s', class.relname, attname) as text
    from pg_index join pg_class as class on class.oid = indrelid
      join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indisunique and atttypid = 'text'::regtype and class.relnamespace = 'public'::regnamespace
      and not relispartition`)
  const unknown = rows
    .map(({ text }) => text)
    .filter((text) => !written.includes(text) && !made.includes(text))
  expect(unknown, 'Try it in this file if people write it.').toEqual([])
})
