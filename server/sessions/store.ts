import { randomBytes } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { SessionEnd } from '../../contract/states.ts'
import { newId } from '../core/id.ts'
import { publish } from '../core/live.ts'
import { defaults } from '../core/process/defaults.ts'
import type { RequestInfo } from '../core/request.ts'
import type { SecondFactor, Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { messageChannel } from '../notifications/messages.ts'
import { hasNoFactor, lacksFactor } from './demand.ts'
import { browserTokenFor, rememberBrowser } from './known-browsers.ts'
import { endNoticed } from './sign-out-notices.ts'
import { cookieTokenOf, isAuthentic, type PresentedToken, refreshTokenOf } from './token.ts'

const seconds = (count: number) => sql`${sql.lit(count)} * interval '1 second'`

/** By the database's clock: not ended, used lately, not too old, of an enabled account. */
export const isLive = lazily(
  () => sql<boolean>`(
  session.ended_at is null
  and account.enabled
  and session.last_access_at > now() - case when account.admin then ${seconds(defaults.sessions.adminIdle)} else ${seconds(defaults.sessions.idle)} end
  and session.created_at > now() - ${seconds(defaults.sessions.absolute)})`,
)

/** Until the session ends if nothing more is done with it. */
const secondsLeft = lazily(
  () => sql<number>`extract(epoch from least(
  session.last_access_at + case when account.admin then ${seconds(defaults.sessions.adminIdle)} else ${seconds(defaults.sessions.idle)} end,
  session.created_at + ${seconds(defaults.sessions.absolute)}) - now())::double precision`,
)

/** An expression that is built at each use, because settings can change it until the server has started. */
function lazily<T>(build: () => RawBuilder<T>) {
  return {
    expressionType: undefined as T | undefined,
    as: <Alias extends string>(alias: Alias) => build().as(alias),
    toOperationNode: () => build().toOperationNode(),
  }
}

const rotatedJustNow = sql<boolean>`session.rotated_at > now() - ${seconds(limits.refreshGrace)}`

/** A session with the one refresh token that is good for it now. */
export interface OpenSession {
  accountId: string
  sessionId: string
  refreshToken: string
  /** What the cookie of its browser holds. */
  cookieToken: string
  /** Seconds. */
  refreshExpiresIn: number
}

export interface StartedSession extends OpenSession {
  /** For the cookie by which the browser is known from now on. */
  browserToken: string
}

const origin = (request: RequestInfo) => ({
  ip: request.ip,
  network: request.network,
  user_agent: request.userAgent?.slice(0, 512) ?? null,
})

/**
 * Opens a session, and remembers its browser, in one statement. null if the account has been disabled, if its password is
 * no longer the one that was checked, or if a second factor of it was to be shown: the account's row is locked, so that
 * ending all its sessions cannot miss this one.
 */
export async function startSession(
  query: Kysely<Tables>,
  {
    account,
    request,
    amr,
    jkt = null,
    checked,
    withoutFactor = false,
    beside = [],
  }: {
    account: { id: string; admin: boolean }
    request: RequestInfo
    /** By what its user has proved who they are (RFC 8176). */
    amr: readonly string[]
    /** The thumbprint of the key that each refresh has to be proved by. */
    jkt?: string | null
    checked?: { passwordHash: string | null }
    /** Only if the account has no second factor. */
    withoutFactor?: boolean
    /** Further CTEs of the statement. They can refer to the CTE `session`, which returns a row if a session is opened. */
    beside?: readonly RawBuilder<unknown>[]
  },
): Promise<StartedSession | null> {
  const sessionId = newId()
  const secret = randomBytes(32)
  const browserToken = await browserTokenFor(query, request.browserToken)
  const { ip, network, user_agent: userAgent } = origin(request)
  const { rows } = await sql`
    with session as (
      insert into session (account_id, id, refresh_secret, ip, network, user_agent, amr, jkt)
      select id, ${sessionId}::uuid, ${secret}::bytea, ${ip}::text, ${network}::text, ${userAgent}::text,
        ${[...amr]}::text[], ${jkt}::text
      from account
      where id = ${account.id} and enabled
        ${checked ? sql`and password_hash is not distinct from ${checked.passwordHash}` : sql``}
        ${withoutFactor ? sql`and ${hasNoFactor}` : sql``}
      for share
      returning account_id
    ), ${sql.join([rememberBrowser(browserToken), ...beside])}
    select from session`.execute(query)
  if (!rows.length) return null
  return {
    accountId: account.id,
    sessionId,
    refreshToken: refreshTokenOf({ accountId: account.id, sessionId, generation: 0, secret }),
    cookieToken: cookieTokenOf({ accountId: account.id, sessionId, secret }),
    browserToken,
    refreshExpiresIn: account.admin ? defaults.sessions.adminIdle : defaults.sessions.idle,
  }
}

/** The session that a token says it is of, with what decides on it; null where the token is not authentic. */
export async function findByToken(query: Kysely<Tables>, token: PresentedToken) {
  const session = await query
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['refresh_secret as secret', 'generation', 'jkt', 'end_reason as endReason'])
    .select([isLive.as('live'), rotatedJustNow.as('rotatedJustNow'), secondsLeft.as('secondsLeft')])
    .where('session.account_id', '=', token.accountId)
    .where('session.id', '=', token.sessionId)
    .executeTakeFirst()
  return session && isAuthentic(token, session.secret) ? session : null
}

/**
 * The one statement that spends a token: of any number at once, on any number of nodes, one gets a row. Answers how long
 * the session lasts without use (seconds); undefined where the token is not the current one or the session not live.
 */
export async function moveOn(
  query: Kysely<Tables>,
  token: PresentedToken,
  request: RequestInfo,
): Promise<number | undefined> {
  const moved = await query
    .updateTable('session')
    .from('account')
    .set({
      generation: token.generation + 1,
      rotated_at: sql`now()`,
      last_access_at: sql`now()`,
      ...origin(request),
    })
    .whereRef('account.id', '=', 'session.account_id')
    .where('session.account_id', '=', token.accountId)
    .where('session.id', '=', token.sessionId)
    .where('session.generation', '=', token.generation)
    .where(isLive)
    .returning(secondsLeft.as('left'))
    .executeTakeFirst()
  return moved?.left
}

/** Notes that a token of it came without its key; false where that was noted within the hour. */
export async function markUnproven(
  tx: Tx,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set({ unproven_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .where(sql<boolean>`(unproven_at is null or unproven_at < now() - interval '1 hour')`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The account and session as they are at this very request; null where either is no longer live. */
export async function loadViewerRow(
  query: Kysely<Tables>,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  secondFactor: SecondFactor,
): Promise<Viewer | null> {
  const row = await query
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .selectAll('account')
    .select([
      'session.account_id as accountId',
      'session.id as sessionId',
      'session.authenticated_at as authenticatedAt',
      'session.amr',
      'account.admin',
      'account.auth_codes as authCodes',
      'account.password_change_required as passwordChangeRequired',
      sql<boolean>`exists (select from factor where factor.account_id = session.account_id)`.as(
        'secondFactor',
      ),
      lacksFactor(secondFactor).as('factorRequired'),
      sql<Date>`now()`.as('now'),
    ])
    .where('session.account_id', '=', accountId)
    .where('session.id', '=', sessionId)
    .where(isLive)
    .executeTakeFirst()
  return row ? { kind: 'account', ...row, account: row } : null
}

/** The user has just proved who they are, as at a sign-in. amr: by what, where that is more than they had proved. */
export const renewProof = async (
  tx: Tx,
  accountId: string,
  sessionId: string,
  amr: readonly string[] = [],
): Promise<void> =>
  void (await tx
    .updateTable('session')
    .set({
      authenticated_at: sql`now()`,
      ...(amr.length && {
        amr: sql`array(select distinct unnest(amr || ${[...amr, 'mfa']}::text[]) order by 1)`,
      }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .execute())

/** false where it had ended before. */
export async function endSession(
  tx: Tx,
  accountId: string,
  sessionId: string,
  reason?: SessionEnd,
): Promise<boolean> {
  const ended = await endNoticed(tx, sql`account_id = ${accountId} and id = ${sessionId}`, reason)
  await wake(tx, accountId)
  return ended > 0
}

/** Who listens for the account's messages is asked anew whether it still may: an ended session listens no more. */
const wake = (tx: Tx, accountId: string): Promise<void> =>
  publish(tx, messageChannel, [{ topic: accountId, id: newId() }])

export interface EndOptions {
  /** A session that goes on. */
  except?: string
  /** The administrator's act that ends them; none if the user ends them. */
  reason?: SessionEnd
}

/** Ends all sessions of the account, but one; answers how many. */
export async function endSessions(
  tx: Tx,
  accountId: string,
  { except, reason }: EndOptions = {},
): Promise<number> {
  await wake(tx, accountId)
  return endNoticed(
    tx,
    except ? sql`account_id = ${accountId} and id != ${except}` : sql`account_id = ${accountId}`,
    reason,
  )
}

/** The account's live session, locked; none where it has ended or is another account's. */
export const lockSession = (
  tx: Tx,
  accountId: string,
  sessionId: string,
): Promise<{ id: string } | undefined> =>
  tx
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select('session.id')
    .where('session.account_id', '=', accountId)
    .where('session.id', '=', sessionId)
    .where(isLive)
    .forUpdate('session')
    .executeTakeFirst()

/** Of every account: for when refresh secrets have leaked. */
export const endEverySession = (tx: Tx): Promise<number> => endNoticed(tx, sql`true`)

/** Of an account that is closed: its sessions, and the browsers it was signed in to from. */
export async function forgetSessions(tx: Tx, { id }: { id: string }): Promise<void> {
  await tx.deleteFrom('session').where('account_id', '=', id).execute()
  await tx.deleteFrom('known_device').where('account_id', '=', id).execute()
}

/** Removes sessions that nothing can revive, and browsers that were not seen for a year. */
export async function sweepSessions(query: Kysely<Tables>): Promise<void> {
  await query
    .deleteFrom('session')
    .where('created_at', '<', sql<Date>`now() - ${seconds(defaults.sessions.absolute + 86_400)}`)
    .execute()
  await query.deleteFrom('known_device').where('seen_at', '<', sql<Date>`now() - interval '1 year'`).execute()
}
