import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { first } from '../../contract/required.ts'
import type { SessionEnd } from '../../contract/states.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

// This file stores the notices that inform applications of ended sessions. The transaction that ends a
// session also inserts its notices.

type Reader = Kysely<Tables>

export interface Notice {
  applicationId: string
  accountId: string
  sessionId: string
  /** URL that receives the notice. Only notices for enabled applications are claimed. */
  uri: string
  /** Number of attempts, including the current one. */
  tries: number
}

/** PostgreSQL channel that wakes all servers when there are new notices. */
export const noticeChannel = 'sign_out_notice'

/**
 * Seconds for which a server claims a notice. If the server has not completed the delivery by then, another
 * server can claim the notice. A delivery never takes this long.
 */
const lease = 60
const maxAttempts = 8
/**
 * Returns the delay before the next attempt in seconds: 5, 20, 80, … 20,480. Eight attempts take about eight
 * hours.
 */
const delayAfter = (tries: number): number => 5 * 4 ** (tries - 1)

/**
 * Ends the matching sessions that have not ended yet. Inserts a notice for each application that used one of
 * these sessions and has a back-channel logout URL. Returns the number of ended sessions. `which` is an SQL
 * condition on `session`. `reason` is set if an administrator ends the sessions.
 */
export async function endMatchingSessions(
  tx: Tx,
  which: RawBuilder<SqlBool>,
  reason: SessionEnd | null = null,
): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    with ended as (
      update session set ended_at = now(), end_reason = ${reason}::text where ended_at is null and ${which}
      returning account_id, id, authorizations),
    notices as (
      insert into sign_out_notice (application_id, session_id, account_id)
      select application.id, ended.id, ended.account_id
      from ended, jsonb_object_keys(ended.authorizations) as client
      join application on application.id = client::uuid and application.backchannel_logout_uri is not null
      on conflict do nothing returning 1)
    select (select count(*) from ended) as ended,
      (select max(pg_notify(${noticeChannel}, '')::text) from (select from notices limit 1) as any_notice)`.execute(
    tx,
  )
  return Number(first(rows, 'rows').ended)
}

/** Claims at most `max` due notices. Skips notices that other servers have claimed. */
export async function claimNotices(db: Reader, max: number): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    with due as (
      select application_id, session_id from sign_out_notice where due_at <= now()
      order by due_at limit ${max} for update skip locked)
    update sign_out_notice as notice
    set tries = notice.tries + 1, due_at = now() + ${sql.lit(lease)} * interval '1 second'
    from due, application
    where notice.application_id = due.application_id and notice.session_id = due.session_id
      and application.id = notice.application_id
    returning notice.application_id as "applicationId", notice.account_id as "accountId",
      notice.session_id as "sessionId", notice.tries,
      case when application.enabled then application.backchannel_logout_uri end as uri`.execute(db)
  const obsolete = rows.filter(({ uri }) => !uri)
  for (const notice of obsolete) await dropNotice(db, notice)
  return rows.filter(({ uri }) => uri)
}

export const dropNotice = async (
  db: Reader,
  { applicationId, sessionId }: Pick<Notice, 'applicationId' | 'sessionId'>,
): Promise<void> =>
  void (await db
    .deleteFrom('sign_out_notice')
    .where('application_id', '=', applicationId)
    .where('session_id', '=', sessionId)
    .execute())

/** Schedules the next delivery attempt. Returns false if this was the last attempt. */
export async function postponeNotice(db: Reader, notice: Notice): Promise<boolean> {
  const { applicationId, sessionId, tries } = notice
  if (tries >= maxAttempts) {
    await dropNotice(db, notice)
    return false
  }
  await db
    .updateTable('sign_out_notice')
    .set({ due_at: sql`now() + ${delayAfter(tries)} * interval '1 second'` })
    .where('application_id', '=', applicationId)
    .where('session_id', '=', sessionId)
    .execute()
  return true
}
