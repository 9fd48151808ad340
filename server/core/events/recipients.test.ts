import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import type { Database } from '../../db/open.ts'
import { testDatabase } from '../../testing/database.ts'
import { touched } from '../../testing/touched.ts'
import { newId } from '../id.ts'

/**
 * Inserts OAuth clients, each with its own webhook and organization. Also inserts sign-ins of unrelated
 * accounts to each client.
 */
const fill = (db: Database, applications: number, signIns: number) =>
  sql`
    with made as (
      insert into application (id, kind, name, tenant_ids)
      select gen_random_uuid(), 'SERVER', 'x', array[gen_random_uuid()] from generate_series(1, ${applications}::integer)
      returning id, tenant_ids),
    hooks as (
      insert into webhook (id, application_id, creator_id, url, events, secret, taken, reach)
      select gen_random_uuid(), id, id, 'x', array['account.disabled', 'tenant.expired', 'device.online'], '', 0, 0 from made)
    insert into sign_in_grant (id, account_id, application_id, session_id, tenant_id, scopes, resources, expires_at)
    select gen_random_uuid(), gen_random_uuid(), id, id, tenant_ids[1], '{}', '{}', now() + interval '1 day'
    from made, generate_series(1, ${signIns}::integer)`.execute(db.query)

const types = ['account.disabled', 'member.removed', 'tenant.expired', 'device.online']

test('finding the recipients of an event reads about as many database pages with 3,300 OAuth clients as with 300', async () => {
  await using db = await testDatabase()
  const [account, tenant, application] = [newId(), newId(), newId()]
  const recipients = (query: typeof db.query, type: string) =>
    sql<{ id: string }>`select * from event_applications(${type}, ${tenant}, ${account}, true) as id`.execute(
      query,
    )
  const look = () =>
    touched(db, async (query) => void (await Promise.all(types.map((type) => recipients(query, type)))))
  const pages = async () => {
    // The first calls are not measured, because PostgreSQL also reads system catalogs to plan their
    // statements.
    await look()
    return (await look()).map((each) => each.pages)
  }
  // No webhook subscribes to these event types yet, so only the subscriptions are read.
  expect(Math.max(...(await pages()))).toBeLessThan(4)

  const { query } = db
  await sql`insert into application (id, kind, name, tenant_ids) values (${application}, 'SERVER', 'x', array[${tenant}::uuid])`.execute(
    query,
  )
  await sql`
    insert into webhook (id, application_id, creator_id, url, events, secret, taken, reach)
    values (${newId()}, ${application}, ${account}, 'x', ${types}, '', 0, 0)`.execute(query)
  await sql`
    insert into sign_in_grant (id, account_id, application_id, session_id, tenant_id, scopes, resources, expires_at)
    values (${newId()}, ${account}, ${application}, ${account}, ${tenant}, '{}', '{}', now() + interval '1 day')`.execute(
    query,
  )
  await fill(db, 300, 5)
  await sql`vacuum analyze`.execute(query)
  const few = await pages()
  await fill(db, 3_000, 5)
  await sql`vacuum analyze`.execute(query)
  const many = await pages()
  for (const [index, type] of types.entries()) {
    expect((await recipients(query, type)).rows, type).toEqual([{ id: application }])
    expect(many[index], type).toBeLessThan(required(few[index], 'item of few') * 1.3 + 4)
  }
})
