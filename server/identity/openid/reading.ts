import Provider, { type KoaContextWithOIDC } from 'oidc-provider'
import { findLiveGrant, type GrantRow } from '../../applications/grants.ts'
import { programClaims } from '../../applications/programs.ts'
import { type ApplicationRow, findApplication } from '../../applications/store.ts'
import type { SecondFactor } from '../../core/viewer.ts'
import type { Database } from '../../db/open.ts'
import { type BrowserSession, findLiveSession } from '../../sessions/browser.ts'
import { findSignedIn, type SignedInAccount } from '../locks.ts'
import { stateOf } from './state.ts'

// This file caches reads, because oidc-provider reads the same application and grant several times per
// request.

/** Reads a value once per request. Outside a request, the value is read again by each call. */
function oncePerRequest<T>(key: string, read: () => Promise<T>): Promise<T> {
  const ctx = Provider.ctx as KoaContextWithOIDC | undefined
  if (!ctx) return read()
  const { cache } = stateOf(ctx)
  if (!cache.has(key)) cache.set(key, read())
  return cache.get(key) as Promise<T>
}

export const readApplication = (db: Database, id: string): Promise<ApplicationRow | undefined> =>
  oncePerRequest(`application ${id}`, () => findApplication(db.query, id))

/**
 * Returns the claims of a program that requests a token for itself. A service account has an organization
 * claim. Other programs have none (undefined).
 */
export const readProgramClaims = async (db: Database, id: string) =>
  (await readApplication(db, id))?.tenant_id ? programClaims(db.query, id) : undefined

export const readGrant = (
  db: Database,
  id: string,
  secondFactor: SecondFactor,
): Promise<GrantRow | undefined> =>
  oncePerRequest(`grant ${id}`, () => findLiveGrant(db.query, id, secondFactor))

export const readSignedIn = (
  db: Database,
  id: string,
  secondFactor: SecondFactor,
): Promise<SignedInAccount | undefined> =>
  oncePerRequest(`account ${id}`, () => findSignedIn(db.query, id, secondFactor))

/**
 * Returns the session, or null if it is not active. The current browser's session is not queried again,
 * because the request has already loaded it.
 */
export async function readSession(
  db: Database,
  ids: { accountId: string; sessionId: string },
): Promise<BrowserSession | null> {
  const ctx = Provider.ctx as KoaContextWithOIDC | undefined
  const browser = ctx && stateOf(ctx).browser
  return browser?.sessionId === ids.sessionId && browser.accountId === ids.accountId
    ? browser
    : findLiveSession(db.query, ids)
}
