import { beforeAll, expect, test } from 'vitest'
import { newPhone, type Person, type Tokens } from '../testing/app.ts'
import { ask, givenPerson, organization, outcome } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

// Tests who can act on other users' accounts. A rejected call must change nothing.

type Caller = Pick<Tokens, 'access_token'> & { id?: string }

const app = useApp()
const admin = useAdmin(app)
/** `helpdesk` and `lead` hold account_management. `lead` also holds certification_audit. */
let helpdesk: Person
let lead: Person
/** `security` holds security_management, and `auditor` holds audit_view. */
let security: Person
let auditor: Person
beforeAll(async () => {
  helpdesk = await givenPerson(app, ['account_management'])
  lead = await givenPerson(app, ['account_management', 'certification_audit'])
  security = await givenPerson(app, ['security_management'])
  auditor = await givenPerson(app, ['audit_view'])
})

const one = (codes: string[] = []): Promise<Person> => givenPerson(app, codes)

async function anAdmin(): Promise<Person> {
  const person = await one()
  await app.db.query.updateTable('account').set({ admin: true }).where('id', '=', person.id).execute()
  return person
}

/** Returns every database row that a change to the account could affect. */
async function stored(id: string) {
  const { query } = app.db
  const rows = (table: 'session' | 'account_claim' | 'message') =>
    query.selectFrom(table).selectAll().where('account_id', '=', id).execute()
  return {
    account: await query.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    sessions: (await rows('session')).map((row) => 'ended_at' in row && row.ended_at),
    claims: await rows('account_claim'),
    messages: await rows('message'),
  }
}

const calls = {
  update: (id: string) =>
    `updateOperator(id: "${id}", mobilePhone: "${newPhone()}", nickName: "新名") { id }`,
  reset: (id: string) => `resetPasswordByAdmin(operatorId: "${id}", password: "seven quiet rivers")`,
  disable: (id: string) => `invalidOperator(id: "${id}") { id }`,
  enable: (id: string) => `validOperator(id: "${id}") { id }`,
  endSessions: (id: string) => `revokeOperatorSessions(operatorId: "${id}")`,
  grant: (id: string) => `saveAuthCodeByOperator(operatorId: "${id}", codes: ["organization_list"]) { id }`,
}
type Call = keyof typeof calls
const managing: Call[] = ['update', 'reset', 'disable', 'enable', 'endSessions']

const targets = {
  plain: () => one(),
  certifier: () => one(['certification_audit']),
  helpdesk: () => one(['account_management']),
  admin: () => anAdmin(),
}
const may: Record<keyof typeof targets, string[]> = {
  plain: ['helpdesk', 'lead', 'security'],
  certifier: ['lead'],
  helpdesk: ['helpdesk', 'lead'],
  admin: [],
}
/**
 * Holders of security_management can end any session. They can reset the password of an account only if they
 * hold all of its permissions. All other calls are refused.
 */
const bySecurity: Record<string, (kind: keyof typeof targets) => boolean> = {
  endSessions: () => true,
  reset: (kind) => may[kind].includes('security'),
}

test.each(Object.keys(calls) as Call[])(
  'the call "%s" succeeds only if the caller has permission for the target account',
  async (call) => {
    for (const [kind, make] of Object.entries(targets)) {
      for (const [name, caller] of Object.entries({ admin, helpdesk, lead, security, auditor })) {
        const target = await make()
        const before = await stored(target.id)
        const allowed =
          name === 'admin' ||
          (name === 'security'
            ? (bySecurity[call]?.(kind as keyof typeof targets) ?? false)
            : managing.includes(call) && may[kind as keyof typeof targets].includes(name))
        const result = await outcome(app, caller, `mutation { ${calls[call](target.id)} }`)
        expect([kind, name, result]).toEqual([kind, name, allowed ? 'done' : 'FORBIDDEN'])
        if (!allowed) expect(await stored(target.id)).toEqual(before)
      }
    }
  },
)

test('rejects callers who cannot manage accounts, without revealing whether the target account exists', async () => {
  const target = await one()
  const owner = await one()
  await organization(app, { owner, members: [target] })
  const before = await stored(target.id)
  for (const caller of [
    await one(),
    owner,
    target,
    auditor,
    await one(['organization_list', 'certification_audit']),
  ]) {
    for (const call of Object.values(calls)) {
      for (const id of [target.id, '00000000-0000-7000-8000-000000000000', 'nobody'])
        expect(await outcome(app, caller, `mutation { ${call(id)} }`)).toBe('FORBIDDEN')
    }
    for (const bulk of ['invalidOperators', 'validOperators'])
      expect(await outcome(app, caller, `mutation { ${bulk}(ids: ["${target.id}"]) { result } }`)).toBe(
        'FORBIDDEN',
      )
    expect(await ask(app, caller, `{ getOperator(id: "${target.id}") { id } }`)).toBe(null)
  }
  expect(await stored(target.id)).toEqual(before)
})

test('returns NOT_FOUND to administrators for unknown accounts', async () => {
  for (const call of Object.values(calls)) {
    for (const id of ['00000000-0000-7000-8000-000000000000', 'nobody'])
      expect(await outcome(app, admin, `mutation { ${call(id)} }`)).toBe('NOT_FOUND')
  }
  expect(await ask(app, admin, '{ getOperator(id: "nobody") { id } }')).toBe(null)
})

test('viewerCan is true exactly for the actions that the viewer’s permissions allow on an account', async () => {
  const document = `query q($id: ID!) { getOperator(id: $id) { viewerCan {
      update changePhone resetPassword disable enable endSessions seeSessions grant } } }`
  const can = async (caller: Caller, id: string) =>
    Object.entries((await ask(app, caller, document, { id })).viewerCan)
      .filter(([, may]) => may)
      .map(([name]) => name)
  const managed = ['update', 'changePhone', 'resetPassword', 'disable', 'endSessions']
  const certifier = (await one(['certification_audit'])).id
  expect(await can(admin, certifier)).toEqual([...managed, 'seeSessions', 'grant'])
  expect(await can(lead, certifier)).toEqual(managed)
  expect(await can(helpdesk, certifier)).toEqual([])
  expect(await can(helpdesk, (await anAdmin()).id)).toEqual([])
  expect(await can(helpdesk, helpdesk.id)).toEqual(['update', 'seeSessions'])
  expect(await can(security, certifier)).toEqual(['endSessions', 'seeSessions'])
  expect(await can(security, (await anAdmin()).id)).toEqual(['endSessions', 'seeSessions'])
  expect(await can(security, (await one()).id)).toEqual(['resetPassword', 'endSessions', 'seeSessions'])
  await ask(app, admin, `mutation { ${calls.disable(certifier)} }`)
  expect(await can(lead, certifier)).toContain('enable')
  expect(await can(lead, certifier)).not.toContain('disable')
})

test('rejects the next call of a user whose permission was removed', async () => {
  const [former, target] = [await one(['account_management']), await one()]
  expect(await outcome(app, former, `mutation { ${calls.update(target.id)} }`)).toBe('done')
  await ask(app, admin, `mutation { saveAuthCodeByOperator(operatorId: "${former.id}", codes: []) { id } }`)
  const before = await stored(target.id)
  expect(await outcome(app, former, `mutation { ${calls.update(target.id)} }`)).toBe('FORBIDDEN')
  expect(await outcome(app, former, '{ queryOperator { count } }')).toBe('FORBIDDEN')
  expect(await stored(target.id)).toEqual(before)
})

test('security_management covers sessions and signing keys but not the audit log, and audit_view only the audit log', async () => {
  const target = await one()
  const org = await organization(app)
  const sessions = `{ getOperator(id: "${target.id}") { profile { sessions { id } } } }`
  expect((await ask(app, security, sessions)).profile.sessions).toHaveLength(1)
  expect((await ask(app, helpdesk, sessions)).profile.sessions).toEqual([])
  expect(await ask(app, auditor, sessions)).toBe(null)

  const log = '{ queryAuditEvent(pageSize: 100) { data { action actor { id } ip targetId changes } } }'
  const [event] = (await ask(app, auditor, log)).data
  expect(event).toMatchObject({ actor: { id: expect.any(String) }, ip: expect.any(String) })
  expect((await ask(app, auditor, log)).data).toEqual((await ask(app, admin, log)).data)

  const rotate = 'mutation { rotateSigningKey(leaked: false) { id } }'
  const { id } = await ask(app, security, rotate)
  const keys = await app.db.query
    .selectFrom('secret_key')
    .select('id')
    .where('retired_at', 'is', null)
    .execute()
  expect(keys.map((key) => key.id)).toContain(id)

  const others = [
    '{ queryTenant { count } }',
    `{ queryDevice(tenantId: "${org.id}") { count } }`,
    '{ queryApplication { count } }',
    '{ queryEvent { next } }',
    '{ queryTenantApplication { count } }',
    `mutation { deleteTenant(id: "${org.id}") }`,
    `mutation { setAdmin(operatorId: "${target.id}", admin: true) { id } }`,
    `mutation { createOperator(nickName: "新", mobilePhone: "${newPhone()}", password: "seven quiet rivers") { id } }`,
  ]
  for (const [who, refused] of [
    [security, [...others, log]],
    [auditor, [...others, rotate, '{ queryOperator { count } }']],
  ] as const)
    for (const document of refused)
      expect([document, await outcome(app, who, document)]).toEqual([
        document,
        expect.stringMatching(/FORBIDDEN|NOT_FOUND/),
      ])
})
