import pg from 'pg'
import { required } from '../../../contract/required.ts'
import type { Database } from '../../db/open.ts'
import type { TestDatabase } from '../database.ts'

/** Runs SQL statements as a superuser, without privilege checks and triggers. */
export async function asSuperuser(db: Database, ...statements: string[]): Promise<void> {
  const all = ["set session_replication_role = 'replica'", ...statements]
  if (db.kind === 'embedded')
    return db.hold(async ({ query }) => {
      try {
        for (const each of ['set session authorization postgres', ...all]) await query(each)
      } finally {
        for (const each of ['reset session_replication_role', 'set session authorization reeve'])
          await query(each)
      }
    })
  const { pathname } = new URL(required((db as TestDatabase).url, 'url'))
  const url = Object.assign(
    new URL(required(process.env.REEVE_TEST_DATABASE_URL, 'REEVE_TEST_DATABASE_URL')),
    { pathname },
  )
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    for (const each of all) await client.query(each)
  } finally {
    await client.end()
  }
}
