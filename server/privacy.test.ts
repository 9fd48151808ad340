import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { PersonalData } from '../contract/privacy/personal-data.ts'
import { register } from '../contract/privacy/register.ts'
import { required } from '../contract/required.ts'
import { newId } from './core/id.ts'
import { givenPerson, organization } from './testing/organizations.ts'
import { useApp } from './testing/use-app.ts'

// Compares the register of personal data with the data that is actually deleted.

const app = useApp()

type Row = Record<string, unknown>

const mark = 'Zq7markd'
const bytes = () => randomBytes(32)
const json = JSON.stringify({ mark })
const past = () => new Date(Date.now() - 60_000)
const later = () => new Date(Date.now() + 86_400_000)

async function application(): Promise<string> {
  const id = newId()
  await app.db.query.insertInto('application').values({ id, kind: 'SERVER', name: mark }).execute()
  return id
}

async function source(): Promise<string> {
  const id = newId()
  await app.db.query
    .insertInto('identity_source')
    .values({
      ...{ id, key: id, kind: 'OIDC', name: mark, position: 1, client_id: 'x', client_secret: bytes() },
      creator_id: newId(),
    })
    .execute()
  return id
}

/** Each function returns a row of its table that contains data of the account in every personal column. */
const rows: Record<string, () => Row | Promise<Row>> = {
  account_claim: () => ({ kind: 'email', value: `${mark}${newId()}@example.com` }),
  session: () => ({
    ...{ id: newId(), ip: '192.0.2.7', network: '192.0.2.0', user_agent: mark, amr: ['pwd'] },
    ...{ jkt: mark, unproven_at: past(), end_reason: 'PASSWORD_RESET' },
    ...{ identity_id: newId(), identity_source_id: newId() },
    ...{ ended_at: past(), generation: 3, refresh_secret: bytes(), authorizations: json },
  }),
  known_device: () => ({ token_hash: bytes() }),
  verification_code: () => ({
    ...{ target: `${mark}${newId()}@example.com`, purpose: 'bind' },
    ...{ code_hash: bytes(), tries: 1, expires_at: later() },
  }),
  factor: () => ({
    ...{ id: newId(), kind: 'totp', name: mark, secret: bytes(), last_step: 7, credential_id: mark },
    ...{ public_key: bytes(), counter: 1, transports: ['usb'], last_used_at: past() },
  }),
  recovery_code: () => ({ code_hash: bytes() }),
  factor_challenge: () => ({
    ...{ id: bytes(), purpose: 'confirm', method: 'pwd', credentials_of: past(), secret: bytes() },
    ...{ tries: 1, jkt: mark, identity_id: newId(), expires_at: later() },
  }),
  linked_identity: async () => ({
    ...{ id: newId(), source_id: await source(), subject: `${mark}${newId()}`, name: mark },
    ...{ fingerprint: bytes(), refresh_token: bytes(), last_used_at: past() },
  }),
  broker_sign_in: async () => ({
    ...{ id: bytes(), source_id: await source(), cookie_hash: bytes(), ticket_hash: bytes() },
    ...{ secrets: bytes(), session_id: newId(), redirect: `/${mark}`, tries: 1, expires_at: later() },
  }),
  rate_limit: () => ({ key: `${mark} ${newId()}`, count: 1, locks: 1, reset_at: later() }),
  failed_sign_in: () => ({ network: `${mark} ${newId()}`, hour: later(), count: 1 }),
  message: () => ({
    ...{ id: newId(), type: 'MESSAGE', template: 'account.takenBack', params: json, link: `/${mark}` },
    ...{ subject_id: newId(), person_id: newId(), read_at: past() },
  }),
  factor_reset: () => ({ asked_by: newId() }),
  sms: () => ({ id: newId(), phone: '+8613800138000', template: 'code', status: 'SENT' }),
  import_upload: () => ({
    ...{ id: newId(), list: 'members', input: json, content: bytes(), wrong: json, result: json },
    applied_at: past(),
  }),
  data_export: () => ({
    ...{ id: newId(), status: 'READY', format: 'json', locale: 'zh-CN', time_zone: 'UTC', bytes: 1 },
    ...{ tries: 1, lease_id: newId(), lease_until: past(), expires_at: later() },
  }),
  data_export_part: () => ({ number: 1, content: bytes(), expires_at: later() }),
  saved_view: () => ({ id: newId(), list: 'ACCOUNTS', name: mark, search: json, display: json }),
  agreement: () => ({ document: 'terms', version: mark }),
  kept_answer: () => ({
    ...{ id: bytes(), place: 0, result: bytes(), answer: bytes() },
    ...{ tenant_ids: [newId()], standing: ['admin'] },
  }),
  consent: async () => ({ application_id: await application(), scopes: ['phone'], tenant_id: newId() }),
  sign_in_grant: async () => ({
    ...{ id: newId(), application_id: await application(), session_id: newId(), tenant_id: newId() },
    ...{ scopes: ['openid'], resources: json, expires_at: later() },
  }),
  issued: () => ({ kind: 'AuthorizationCode', hash: bytes(), payload: json, expires_at: later() }),
  audit_personal: () => ({ event_id: newId(), ip: '192.0.2.7', changes: json }),
  tenant_application: () => ({
    ...{ id: newId(), tenant_id: newId(), number: 1, name: 'x', areas: '[]', status: 'REJECT' },
    ...{ contact_name: mark, contact_mobile_phone: '+8613800138000', contact_email: `${mark}@example.com` },
  }),
  tenant_application_paper: () => ({
    ...{ id: newId(), name: mark, type: 'image/png', bytes: 32, content: bytes(), thumbnail: bytes() },
    expires_at: later(),
  }),
  device_connection: () => ({
    ...{ tenant_id: newId(), device_id: newId(), id: newId(), ip: '192.0.2.7' },
    disconnected_at: past(),
  }),
  device_refusal: () => ({
    ...{ tenant_id: newId(), device_id: newId(), reason: 'PASSWORD', count: 1, ip: '192.0.2.7' },
  }),
}

const names = (columns: string) => columns.split(' ')

async function insert(table: string, row: Row): Promise<void> {
  await app.db.query
    .insertInto(table as 'message')
    .values(row as never)
    .execute()
}

const find = (table: string, of: Row): Promise<Row[]> => {
  let found = app.db.query.selectFrom(table as 'message').selectAll()
  for (const [column, value] of Object.entries(of)) found = found.where(column as 'id', '=', value as never)
  return found.execute()
}

const isEmpty = (value: unknown) =>
  value === null || value === '' || value === false || (Array.isArray(value) && !value.length)

describe('personal data is deleted when its retention period ends, and not earlier', () => {
  const periods = register.flatMap(({ period, ...kept }) => (period ? [{ ...kept, ...period }] : []))

  test.each(periods)('from table $table after $seconds s', async ({ table, of, seconds, from, task }) => {
    const [old, young] = [
      await required(rows[table], 'item of rows')(),
      await required(rows[table], 'item of rows')(),
    ]
    const owner = () => (of ? { [of]: newId() } : {})
    const at = (extra: number) => new Date(Date.now() - seconds * 1_000 - extra)
    await insert(table, { ...old, ...owner(), [from]: at(600_000) })
    // Insert a row whose retention period has not ended. If the period is at least a day, half of it has
    // passed. A shorter period begins in ten minutes.
    await insert(table, {
      ...young,
      ...owner(),
      [from]: at(seconds >= 86_400 ? -seconds * 500 : -seconds * 1_000 - 600_000),
    })
    const key = required(
      Object.keys(old).find((column) =>
        /^(id|device_id|hash|key|network|target|token_hash|content|asked_by)$/.test(column),
      ),
      'item of old',
    )
    await required(app.tasks[task], 'item of tasks').run()
    expect(await find(table, { [key]: old[key] })).toEqual([])
    expect(await find(table, { [key]: young[key] })).toHaveLength(1)
  })
})

test('deletes 2,499 old messages in one run, but retains a pending to-do', async () => {
  const { id } = await givenPerson(app)
  await sql`
    insert into message (account_id, id, type, template, created_at)
    select ${id}, gen_random_uuid(), case when n = 1 then 'TODO' else 'MESSAGE' end, 'x', now() - interval '366 days'
    from generate_series(1, 2500) as n`.execute(app.db.query)
  await required(app.tasks.message, 'message').run()
  expect(await find('message', { account_id: id })).toMatchObject([{ type: 'TODO' }])
})

describe('after an account is erased', () => {
  const ofAccounts = register.filter((kept): kept is PersonalData & { of: string } => kept.of !== undefined)

  test('no personal column contains data of the account', async () => {
    const person = await givenPerson(app)
    const place = await organization(app, { owner: await givenPerson(app), members: [person] })
    await app.db.query
      .updateTable('account')
      .set({
        ...{ name: mark, pinyin: mark, username: mark, first_name: mark, last_name: mark, admin: true },
        ...{ email: `${mark}@example.com`, email_verified: true, auth_codes: ['account_management'] },
        ...{ password_changed_at: past(), password_change_required: true, last_tenant_id: place.id },
        checklist_put_away: true,
      })
      .where('id', '=', person.id)
      .execute()
    await app.db.query
      .updateTable('member')
      .set({
        ...{ display_name: mark, pinyin: mark, manager: true, roles: ['x'], auth_codes: ['data_view'] },
        ...{ join_code_id: newId(), factor_accepted: true, checklist_put_away: true },
      })
      .where('account_id', '=', person.id)
      .execute()
    await app.db.query.updateTable('tenant').set({ pinyin: mark }).where('id', '=', person.id).execute()
    const filled = ['account', 'member', 'tenant']
    for (const { table, of } of ofAccounts)
      if (!filled.includes(table))
        await insert(table, { ...(await required(rows[table], 'item of rows')()), [of]: person.id })
    // A document in object storage has no content in the table, so also insert such a row.
    await insert('tenant_application_paper', {
      ...required(rows.tenant_application_paper, 'tenant_application_paper')(),
      ...{ account_id: person.id, content: null, object_key: newId(), sha256: bytes() },
    })
    await app.db.query
      .updateTable('factor_reset')
      .set({ confirmed_by: newId(), confirmed_at: past() })
      .execute()

    /** Returns the personal columns that contain data of the account, as `table.column`. */
    const held = async () => {
      const found: string[] = []
      for (const { table, of, columns } of ofAccounts)
        for (const row of await find(table, { [of]: person.id }))
          found.push(...names(columns).flatMap((each) => (isEmpty(row[each]) ? [] : [`${table}.${each}`])))
      return new Set(found)
    }
    const seen = await held()
    const all = ofAccounts.flatMap(({ table, columns }) => names(columns).map((each) => `${table}.${each}`))
    expect(all.filter((column) => !seen.has(column))).toEqual([])

    await app.db.query
      .updateTable('account')
      .set({ closes_at: past(), closed_by: person.id, enabled: false })
      .where('id', '=', person.id)
      .execute()
    await required(app.tasks.closed_account, 'closed_account').run()
    expect([...(await held())]).toEqual([])
    expect(await find('account', { id: person.id })).toMatchObject([{ erased_at: expect.any(Date) }])
  })
})
