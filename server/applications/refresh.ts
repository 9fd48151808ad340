import { createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { Tables } from '../db/tables.ts'
import { hashOf } from './issued.ts'

// How the refresh tokens of a sign-in follow from one another: each by HMAC from the one before, under a key of the server.
// So one that is sent twice in a moment (a lost answer, two tabs) gets the same next one, and that is kept nowhere.

/** What this one is traded for. */
export const nextRefreshToken = (key: string, token: string): string =>
  createHmac('sha256', key).update(`refresh ${token}`).digest('base64url')

/** Whether one that was traded may be once more: only just, and for one that nobody has used yet. */
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
