import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

type Query = Kysely<Tables>

/**
 * Returns which of these files are already published. For these, also stores the current time as the time at
 * which a starting server last needed them.
 */
export async function markPublished(query: Query, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    update console_asset set seen_at = now() where name = any(${[...names]}::text[]) returning name`.execute(
    query,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Publishes a file of the console. `content` is gzipped. */
export const publishAsset = async (query: Query, name: string, content: Buffer): Promise<void> =>
  void (await query
    .insertInto('console_asset')
    .values({ name, content })
    .onConflict((conflict) => conflict.doNothing())
    .execute())

export const readAsset = async (query: Query, name: string): Promise<Buffer | undefined> =>
  (await query.selectFrom('console_asset').select('content').where('name', '=', name).executeTakeFirst())
    ?.content

/** Deletes files of old builds: those that no starting server has needed for 30 days. */
export const dropOldAssets = async (query: Query): Promise<void> =>
  void (await sql`delete from console_asset where seen_at < now() - interval '30 days'`.execute(query))
