import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { seal, unseal } from '../../factors/sealing.ts'
import { readSourceKey } from '../keys/keys.ts'
import { cookieDigits } from './cookies.ts'
import type { ProvidedIdentity } from './provider.ts'

type Reader = Kysely<Tables>
type Row = Selectable<Tables['broker_sign_in']>

/** Values that the provider's response must match. */
interface Protection {
  nonce: string
  /** PKCE verifier. */
  verifier: string
}

/** The session that links an identity. */
export interface Linker {
  accountId: string
  sessionId: string
}

export const hashOf = (value: string): Buffer => createHash('sha256').update(value).digest()
/** Returns 256 random bits in hexadecimal digits, which need no URL encoding at any provider. */
const newSecret = (): string => randomBytes(32).toString('hex')
const isSecret = (value: string): boolean => /^[0-9a-f]{64}$/.test(value)

/** Encrypted values are bound to the sign-in. */
const boundTo = (id: Buffer): string => `broker_sign_in ${id.toString('hex')}`

const expiry = sql<Date>`now() + make_interval(secs => ${limits.identitySources.lifetime})`
const isLive = sql<boolean>`expires_at > now()`

/** A sign-in that begins at a provider. */
export interface StartedSignIn extends Protection {
  state: string
  /** Value of the cookie that identifies the browser. */
  cookie: string
}

/** Stores a sign-in. `linker`: the session that links the identity, or null for a sign-in. */
export async function startSignIn(
  db: Reader,
  { sourceId, redirect, linker }: { sourceId: string; redirect: string | null; linker: Linker | null },
): Promise<StartedSignIn> {
  const [state, cookie] = [newSecret(), newSecret()]
  const protection: Protection = { nonce: newSecret(), verifier: newSecret() }
  const id = hashOf(state)
  await db
    .insertInto('broker_sign_in')
    .values({
      ...{ id, source_id: sourceId, cookie_hash: hashOf(cookie), redirect, expires_at: expiry },
      ...{ account_id: linker?.accountId ?? null, session_id: linker?.sessionId ?? null },
      secrets: seal(await readSourceKey(db), boundTo(id), JSON.stringify(protection)),
    })
    .execute()
  return { state, cookie, ...protection }
}

/** Allows a session to link an identity. Returns the token to start with. */
export async function storeLinkToken(tx: Tx, sourceId: string, linker: Linker): Promise<string> {
  // The browser gets its cookie when it uses the token.
  const { state } = await startSignIn(tx, { sourceId, redirect: null, linker })
  return state
}

/** Consumes the token for linking an identity. Returns undefined if it is not valid for this session. */
export async function useLinkToken(
  db: Reader,
  sourceId: string,
  token: string,
  { accountId, sessionId }: Linker,
): Promise<boolean> {
  if (!isSecret(token)) return false
  const { numDeletedRows } = await db
    .deleteFrom('broker_sign_in')
    .where('id', '=', hashOf(token))
    .where('source_id', '=', sourceId)
    .where('ticket_hash', 'is', null)
    .where('account_id', '=', accountId)
    .where('session_id', '=', sessionId)
    .where(isLive)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** A sign-in whose provider has answered. */
export interface AnsweredSignIn extends Protection {
  row: Row
  /** Identifies the sign-in from now on, together with the cookie. */
  ticket: string
}

/**
 * Claims a sign-in for the response of its provider. Returns undefined if the sign-in does not exist, began
 * in another browser, has expired, or was already claimed.
 */
export async function claimAnswer(
  db: Reader,
  { sourceId, state, cookie }: { sourceId: string; state: string; cookie: string | undefined },
): Promise<AnsweredSignIn | undefined> {
  if (!isSecret(state) || !cookie) return undefined
  // The prefix of the ticket is part of the cookie's name.
  const ticket = state.slice(0, cookieDigits) + newSecret().slice(cookieDigits)
  const row = await db
    .updateTable('broker_sign_in')
    .set({ ticket_hash: hashOf(ticket) })
    .where('id', '=', hashOf(state))
    .where('source_id', '=', sourceId)
    .where('cookie_hash', '=', hashOf(cookie))
    .where('ticket_hash', 'is', null)
    .where(isLive)
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  const protection = unseal(await readSourceKey(db), boundTo(row.id), row.secrets)
  return { row, ticket, ...(JSON.parse(protection) as Protection) }
}

/** Stores the person that the provider reports. */
export const storeIdentity = async (db: Reader, id: Buffer, identity: ProvidedIdentity): Promise<void> =>
  void (await db
    .updateTable('broker_sign_in')
    .set({ secrets: seal(await readSourceKey(db), boundTo(id), JSON.stringify({ identity })) })
    .where('id', '=', id)
    .execute())

export interface TicketHolder {
  row: Row
  identity: ProvidedIdentity
}

/** Returns the sign-in of a ticket, or undefined if the ticket is not valid in this browser. */
export async function findByTicket(
  db: Reader,
  ticket: string,
  cookie: string | undefined,
): Promise<TicketHolder | undefined> {
  if (!isSecret(ticket) || !cookie) return undefined
  const row = await db
    .selectFrom('broker_sign_in')
    .selectAll()
    .where('ticket_hash', '=', hashOf(ticket))
    .where('cookie_hash', '=', hashOf(cookie))
    .where('account_id', 'is', null)
    .where('tries', '<', limits.identitySources.tries)
    .where(isLive)
    .executeTakeFirst()
  if (!row) return undefined
  const stored = JSON.parse(unseal(await readSourceKey(db), boundTo(row.id), row.secrets)) as {
    identity?: ProvidedIdentity
  }
  return stored.identity && { row, identity: stored.identity }
}

/** Counts a wrong SMS code. */
export const countWrongCode = (db: Reader, id: Buffer): Promise<unknown> =>
  db.updateTable('broker_sign_in').set({ tries: sql`tries + 1` }).where('id', '=', id).execute()

/** Deletes a sign-in. Returns false if another request has already used it. */
export async function spendSignIn(db: Reader, id: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('broker_sign_in').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export const dropOldSignIns = (db: Reader): Promise<unknown> =>
  db.deleteFrom('broker_sign_in').where('expires_at', '<', sql<Date>`now()`).execute()
