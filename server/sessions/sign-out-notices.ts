import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { first } from '../../contract/required.ts'
import type { SessionEnd } from '../../contract/states.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

// Which applications are told that a session has ended. Whatever ends one writes that in the same transaction.

type Reader = Kysely<Tables>

export interface Notice {
  applicationId: string
  accountId: string
  sessionId: string
  /** Where it is sent; the application is enabled. */
  uri: string
  /** Times that it was sent, this one included. */
  tries: number
}

/** PostgreSQL's channel on which nodes hear that there is something to tell. */
export const noticeChannel = 'sign_out_notice'

/** Seconds until a node that took a notice and says nothing more counts as dead: longer than any sending takes. */
const lease = 60
const lastTry = 8
/** Seconds before the next try: 5, 20, 80, … 20,480; eight within eight hours. */
const pauseAfter = (tries: number): number => 5 * 4 ** (tries - 1)

/**
 * Ends those of these sessions that have not ended, and notes each application that was signed in to with one and wants to
 * know; answers how many have ended. `which`: a condition over `session`. `reason`: an act of somebody else.
 */
export async function endNoticed(
  tx: Tx,
  which: RawBuilder<SqlBool>,
  reason: SessionEnd | null = null,
): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    with ended as (
      update session set ended_at = now(), end_reason = ${reason}::text where ended_at is null and ${which}
      returning account_id, id, authorizations),
    told as (
      insert into sign_out_notice (application_id, session_id, account_id)
      select application.id, ended.id, ended.account_id
      from ended, jsonb_object_keys(ended.authorizations) as client
      join application on application.id = client::uuid and application.backchannel_logout_uri is not null
      on conflict do nothing returning 1)
    select (select count(*) from ended) as ended,
      (select max(pg_notify(${noticeChannel}, '')::text) from (select from told limit 1) as any_told)`.execute(
    tx,
  )
  return Number(first(rows, 'rows').ended)
}

/** Up to `most` that are due, which no other node takes meanwhile. */
export async function takeNotices(db: Reader, most: number): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    with due as (
      select application_id, session_id from sign_out_notice where due_at <= now()
      order by due_at limit ${most} for update skip locked)
    update sign_out_notice as notice
    set tries = notice.tries + 1, due_at = now() + ${sql.lit(lease)} * interval '1 second'
    from due, application
    where notice.application_id = due.application_id and notice.session_id = due.session_id
      and application.id = notice.application_id
    returning notice.application_id as "applicationId", notice.account_id as "accountId",
      notice.session_id as "sessionId", notice.tries,
      case when application.enabled then application.backchannel_logout_uri end as uri`.execute(db)
  const gone = rows.filter(({ uri }) => !uri)
  for (const notice of gone) await dropNotice(db, notice)
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

/** Once more later; false where it was the last try. */
export async function postponeNotice(db: Reader, notice: Notice): Promise<boolean> {
  const { applicationId, sessionId, tries } = notice
  if (tries >= lastTry) {
    await dropNotice(db, notice)
    return false
  }
  await db
    .updateTable('sign_out_notice')
    .set({ due_at: sql`now() + ${pauseAfter(tries)} * interval '1 second'` })
    .where('application_id', '=', applicationId)
    .where('session_id', '=', sessionId)
    .execute()
  return true
}
