import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { first } from '../../contract/required.ts'
import { isDistributed, markDistributed } from '../db/citus/distributed.ts'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

interface Plan {
  'Node Type': string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

export interface Statement {
  sql: string
  /** Number of database pages (8 kB) that the statement read. A page that was read twice counts twice. */
  pages: number
  plan: Plan
}

/**
 * Calls `run` and returns the SQL statements that it executed, with the number of database pages that each
 * statement read. These numbers do not depend on the load of the machine.
 */
export async function touched(
  db: Database,
  run: (query: Kysely<Tables>) => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = []
  const ask = async ({ sql, parameters }: CompiledQuery) => {
    const values = [...parameters]
    const explained = await db.execute(`explain (analyze, buffers, timing off, format json) ${sql}`, values)
    const plan: Plan = explained.rows[0]['QUERY PLAN'][0].Plan
    statements.push({ sql, plan, pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] })
    return (await db.execute(sql, values)) as never
  }
  const connection = {
    executeQuery: ask,
    streamQuery: () => Promise.reject(new Error('not streamed')) as never,
  }
  const query = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => Object.assign(new DummyDriver(), { acquireConnection: async () => connection }),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  if (isDistributed(db.query)) markDistributed(query)
  await run(query)
  return statements
}

const watched = [
  ...['account', 'account_claim', 'tenant', 'member', 'tenant_join_code'],
  ...['tenant_application', 'device', 'device_credential', 'application', 'application_secret', 'consent'],
  ...['factor', 'recovery_code', 'saved_view', 'identity_source', 'linked_identity', 'broker_sign_in'],
]

/**
 * Returns a value that changes whenever a request writes to the database. Written rows have a newer
 * transaction id, and deleted rows change the row count.
 */
export async function everything(db: Kysely<Tables>): Promise<unknown> {
  const marks = watched.map(
    (table) => `(select concat(count(*), ' ', max(xmin::text::bigint)) from ${table})`,
  )
  // Every request updates the row of its session, so only new and ended sessions are taken into account.
  const sessions = `(select md5(string_agg(concat(id, ended_at), '' order by id)) from session)`
  // Ignore messages about data exports, because the server sends them in the background.
  const exports = `(select md5(string_agg(concat(account_id, created_at), '' order by account_id)) from data_export)`
  const messages = `(select concat(count(*), ' ', max(xmin::text::bigint)) from message where template not like 'data.%')`
  // Ignore the progress of webhook deliveries, which changes in the background.
  const webhooks = `(select md5(string_agg(concat(id, url, events, enabled, secret), '' order by id)) from webhook)`
  return first(
    (
      await sql<{
        mark: string
      }>`select concat_ws(',', ${sql.raw([...marks, messages, exports, sessions, webhooks].join())}) as mark`.execute(
        db,
      )
    ).rows,
    'rows',
  ).mark
}
