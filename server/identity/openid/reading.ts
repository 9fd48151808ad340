import Provider, { type KoaContextWithOIDC } from 'oidc-provider'
import { findLiveGrant, type GrantRow } from '../../applications/grants.ts'
import { programClaims } from '../../applications/programs.ts'
import { type ApplicationRow, findApplication } from '../../applications/store.ts'
import type { SecondFactor } from '../../core/viewer.ts'
import type { Database } from '../../db/open.ts'
import { type BrowserSession, findLiveSession } from '../../sessions/browser.ts'
import { findSignedIn, type SignedInAccount } from '../locks.ts'
import { stateOf } from './state.ts'

// The OpenID provider asks for the same application and grant again and again in one call: each is read once in it.

/** In the call that is under way, if one is. */
function once<T>(what: string, read: () => Promise<T>): Promise<T> {
  const ctx = Provider.ctx as KoaContextWithOIDC | undefined
  if (!ctx) return read()
  const { found } = stateOf(ctx)
  if (!found.has(what)) found.set(what, read())
  return found.get(what) as Promise<T>
}

export const readApplication = (db: Database, id: string): Promise<ApplicationRow | undefined> =>
  once(`application ${id}`, () => findApplication(db.query, id))

/** Of a program that asks in its own name: its organization, where it is a service account. */
export const readProgramClaims = async (db: Database, id: string) =>
  (await readApplication(db, id))?.tenant_id ? programClaims(db.query, id) : undefined

export const readGrant = (
  db: Database,
  id: string,
  secondFactor: SecondFactor,
): Promise<GrantRow | undefined> => once(`grant ${id}`, () => findLiveGrant(db.query, id, secondFactor))

export const readSignedIn = (
  db: Database,
  id: string,
  secondFactor: SecondFactor,
): Promise<SignedInAccount | undefined> =>
  once(`account ${id}`, () => findSignedIn(db.query, id, secondFactor))

/** The browser's own is known already. */
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
