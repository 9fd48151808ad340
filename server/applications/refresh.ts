import { createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { Tables } from '../db/tables.ts'
import { hashOf } from './issued.ts'

// Each refresh token of a sign-in is derived from the previous one by HMAC with a server key. If a client
// sends the same token twice within a few seconds, for example from two tabs, both requests receive the same
// new token. Nothing has to be stored for this.

/** Returns the refresh token that replaces this one. */
export const nextRefreshToken = (key: string, token: string): string =>
  createHmac('sha256', key).update(`refresh ${token}`).digest('base64url')

/**
 * Whether a used refresh token can be used again. This is true if it was first used within the last
 * `refreshGrace` seconds and the token that replaced it is still unused.
 */
export async function mayRepeatRefresh(db: Kysely<Tables>, key: string, token: string): Promise<boolean> {
  const { rows } = await sql`
    select from issued where kind = 'RefreshToken' and hash = ${hashOf(token)}
      and consumed_at > now() - ${sql.lit(limits.refreshGrace)} * interval '1 second'
      and not exists (
        select from issued as next where next.kind = 'RefreshToken'
          and next.hash = ${hashOf(nextRefreshToken(key, token))} and next.consumed_at is not null)`.execute(
    db,
  )
  return rows.length > 0
}
