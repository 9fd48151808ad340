import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { newId } from '../core/id.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

type Reader = Kysely<Tables>
export type SecretRow = Selectable<Tables['application_secret']>

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

const live = sql<boolean>`(application_secret.ends_at is null or application_secret.ends_at > now())`

/** Returns the valid secrets of each application, at most two, newest first. */
export async function findSecrets(db: Reader, ids: readonly string[]): Promise<Map<string, SecretRow[]>> {
  const rows = await db
    .selectFrom('application_secret')
    .selectAll()
    .where('application_id', 'in', ids)
    .where(live)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return Map.groupBy(rows, (row) => row.application_id)
}

/** Creates a secret and stores only its hash. Older secrets of the application expire in one day. */
export async function addSecret(tx: Tx, applicationId: string): Promise<string> {
  const secret = `rv_${randomBytes(32).toString('base64url')}`
  const soon = sql<Date>`least(ends_at, now() + ${sql.lit(limits.rotation)} * interval '1 second')`
  await tx
    .updateTable('application_secret')
    .set({ ends_at: soon })
    .where('application_id', '=', applicationId)
    .execute()
  await tx
    .insertInto('application_secret')
    .values({ application_id: applicationId, id: newId(), hash: hashOf(secret), hint: secret.slice(-4) })
    .execute()
  await sql`delete from application_secret where application_id = ${applicationId} and not ${live}`.execute(
    tx,
  )
  return secret
}

export const deleteSecret = async (tx: Tx, applicationId: string, id: string): Promise<void> =>
  void (await tx
    .deleteFrom('application_secret')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute())

/**
 * Whether this is a valid secret of the application. If it is, stores the time of use, accurate to the
 * minute.
 */
export async function isSecretOf(db: Reader, applicationId: string, secret: string): Promise<boolean> {
  const found = await db
    .selectFrom('application_secret')
    .select(['id', sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as('stale')])
    .where('application_id', '=', applicationId)
    // The condition compares hashes, so its timing reveals nothing about the secret.
    .where('hash', '=', hashOf(secret))
    .where(live)
    .executeTakeFirst()
  if (found?.stale) {
    await db
      .updateTable('application_secret')
      .set({ last_used_at: sql`now()` })
      .where('application_id', '=', applicationId)
      .where('id', '=', found.id)
      .execute()
  }
  return found !== undefined
}
