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
import { hasNoFactor, lacksRequiredFactor } from './factor-requirement.ts'
import { browserTokenFor, rememberBrowser } from './known-browsers.ts'
import { endMatchingSessions } from './sign-out-notices.ts'
import { cookieTokenOf, isAuthentic, type PresentedToken, refreshTokenOf } from './token.ts'

const seconds = (count: number) => sql`${sql.lit(count)} * interval '1 second'`

/**
 * SQL condition for a live session, by the database clock. The session has not ended, was used recently
 * enough and is not too old, and its account is enabled.
 */
export const isLive = lazily(
  () => sql<boolean>`(
  session.ended_at is null
  and account.enabled
  and session.last_access_at > now() - case when account.admin then ${seconds(defaults.sessions.adminIdle)} else ${seconds(defaults.sessions.idle)} end
  and session.created_at > now() - ${seconds(defaults.sessions.absolute)})`,
)

/** SQL expression for the seconds until the session ends if it is not used again. */
const secondsLeft = lazily(
  () => sql<number>`extract(epoch from least(
  session.last_access_at + case when account.admin then ${seconds(defaults.sessions.adminIdle)} else ${seconds(defaults.sessions.idle)} end,
  session.created_at + ${seconds(defaults.sessions.absolute)}) - now())::double precision`,
)

/**
 * Returns an SQL expression that is built each time it is used, because settings can change until the server
 * has started.
 */
function lazily<T>(build: () => RawBuilder<T>) {
  return {
    expressionType: undefined as T | undefined,
    as: <Alias extends string>(alias: Alias) => build().as(alias),
    toOperationNode: () => build().toOperationNode(),
  }
}

const rotatedJustNow = sql<boolean>`session.rotated_at > now() - ${seconds(limits.refreshGrace)}`

/** A session with its current tokens. */
export interface OpenSession {
  accountId: string
  sessionId: string
  refreshToken: string
  /** Value of the browser's session cookie. */
  cookieToken: string
  /** Lifetime of the refresh token in seconds. */
  refreshExpiresIn: number
}

/** The linked identity with which a session is opened. */
export interface SessionIdentity {
  id: string
  sourceId: string
}

export interface StartedSession extends OpenSession {
  /** Value of the cookie that identifies this browser as known to the account. */
  browserToken: string
}

const origin = (request: RequestInfo) => ({
  ip: request.ip,
  network: request.network,
  user_agent: request.userAgent?.slice(0, 512) ?? null,
})

/**
 * Opens a session and remembers its browser in one statement. Returns null if the account is disabled, its
 * password has changed since it was checked, or a second factor is missing. The statement locks the account's
 * row, so that a concurrent call that ends all sessions cannot miss the new session.
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
    identity = null,
    authenticatedAt = null,
    extraCtes = [],
  }: {
    account: { id: string; admin: boolean }
    request: RequestInfo
    /** Values of the `amr` claim: how the user authenticated (RFC 8176). */
    amr: readonly string[]
    /** Thumbprint of the key whose possession each refresh must prove (RFC 9449). */
    jkt?: string | null
    checked?: { passwordHash: string | null }
    /** If true, the session is opened only if the account has no second factor. */
    withoutFactor?: boolean
    /** The linked identity and its source, if the session is opened with one. */
    identity?: SessionIdentity | null
    /** When the user proved their identity, if earlier than now. */
    authenticatedAt?: Date | null
    /**
     * Additional CTEs for the statement. They can refer to the CTE `session`, which returns a row if the
     * session is opened.
     */
    extraCtes?: readonly RawBuilder<unknown>[]
  },
): Promise<StartedSession | null> {
  const sessionId = newId()
  const secret = randomBytes(32)
  const browserToken = await browserTokenFor(query, request.browserToken)
  const { ip, network, user_agent: userAgent } = origin(request)
  const { rows } = await sql`
    with session as (
      insert into session (account_id, id, refresh_secret, ip, network, user_agent, amr, jkt, identity_id,
        identity_source_id, authenticated_at)
      select id, ${sessionId}::uuid, ${secret}::bytea, ${ip}::text, ${network}::text, ${userAgent}::text,
        ${[...amr]}::text[], ${jkt}::text, ${identity?.id ?? null}::uuid, ${identity?.sourceId ?? null}::uuid,
        least(now(), ${authenticatedAt}::timestamptz)
      from account
      where id = ${account.id} and enabled
        ${checked ? sql`and password_hash is not distinct from ${checked.passwordHash}` : sql``}
        ${withoutFactor ? sql`and ${hasNoFactor}` : sql``}
      for share
      returning account_id
    ), ${sql.join([rememberBrowser(browserToken), ...extraCtes])}
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

/** Returns the session of a token with the data to verify it, or null if the token is not authentic. */
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
 * Consumes a refresh token by advancing the generation of its session. If several requests send the same
 * token at once, only one of them succeeds. Returns the seconds until the session ends if it is not used
 * again, or undefined if the token is not current or the session is not live.
 */
export async function advanceGeneration(
  query: Kysely<Tables>,
  token: PresentedToken,
  request: RequestInfo,
): Promise<number | undefined> {
  const advanced = await query
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
  return advanced?.left
}

/** Records a refresh without a key proof. Returns false if one was already recorded within the last hour. */
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

/** Returns the account and session that a request belongs to, or null if either is no longer valid. */
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
      lacksRequiredFactor(secondFactor).as('factorRequired'),
      sql<Date>`now()`.as('now'),
    ])
    .where('session.account_id', '=', accountId)
    .where('session.id', '=', sessionId)
    .where(isLive)
    .executeTakeFirst()
  return row ? { kind: 'account', ...row, account: row } : null
}

/**
 * Records that the user has just proved their identity. `amr` contains authentication methods to add to those
 * of the session.
 */
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

/** Ends a session. Returns false if it had already ended. */
export async function endSession(
  tx: Tx,
  accountId: string,
  sessionId: string,
  reason?: SessionEnd,
): Promise<boolean> {
  const ended = await endMatchingSessions(tx, sql`account_id = ${accountId} and id = ${sessionId}`, reason)
  await wake(tx, accountId)
  return ended > 0
}

/**
 * Makes the account's subscriptions check their sessions again, so that an ended session receives no more
 * messages.
 */
export const wake = (tx: Tx, accountId: string): Promise<void> =>
  publish(tx, messageChannel, [{ topic: accountId, id: newId() }])

export interface EndOptions {
  /** Id of a session that stays open. */
  except?: string
  /** The action by which an administrator ends the sessions. Omitted if the user ends them. */
  reason?: SessionEnd
}

/** Ends all sessions of the account, except for `except` if given. Returns the number of ended sessions. */
export async function endSessions(
  tx: Tx,
  accountId: string,
  { except, reason }: EndOptions = {},
): Promise<number> {
  await wake(tx, accountId)
  return endMatchingSessions(
    tx,
    except ? sql`account_id = ${accountId} and id != ${except}` : sql`account_id = ${accountId}`,
    reason,
  )
}

/**
 * Locks and returns a live session of the account. Returns undefined if the session has ended or belongs to
 * another account.
 */
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

/** Ends the sessions of all accounts, for example after signing keys have leaked. */
export const endEverySession = (tx: Tx): Promise<number> => endMatchingSessions(tx, sql`true`)
