import Provider, { type Adapter, type AdapterPayload, errors, type KoaContextWithOIDC } from 'oidc-provider'
import { pollDeviceCode } from '../../applications/device-codes.ts'
import { deleteGrant } from '../../applications/grants.ts'
import { consumeIssued, deleteIssued, findIssued, saveIssued, useOnce } from '../../applications/issued.ts'
import { mayRepeatRefresh, nextRefreshToken } from '../../applications/refresh.ts'
import type { Limiter } from '../../core/limit.ts'
import type { SecondFactor } from '../../core/viewer.ts'
import type { Database } from '../../db/open.ts'
import { type BrowserSession, saveAuthorizations } from '../../sessions/browser.ts'
import { readCursorKey } from '../keys/keys.ts'
import { proofLifetime } from '../proofs/proofs.ts'
import { authenticationClaims } from '../tokens.ts'
import { clientOf } from './clients.ts'
import { readApplication, readGrant, readSession } from './reading.ts'
import { bareToken } from './refresh-tokens.ts'
import { countPendingRequest } from './requests/limits.ts'
import { stateOf } from './state.ts'

type Ids = Pick<BrowserSession, 'accountId' | 'sessionId'>

/** Returns the `uid` of a session for oidc-provider. */
export const uidOf = ({ accountId, sessionId }: Ids): string => `${accountId}.${sessionId}`

export function idsOf(uid: string | undefined): Ids | null {
  const [accountId, sessionId] = uid?.split('.') ?? []
  return accountId && sessionId ? { accountId, sessionId } : null
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
/**
 * Returns an expiry time in the future. Queries filter by the database clock, so a row that was found has not
 * expired.
 */
const notExpired = () => Math.floor(Date.now() / 1000) + 3_600

/**
 * Creates the storage adapter for oidc-provider. Its clients are Reeve's applications, its sessions and
 * grants come from Reeve's tables, and its codes and tokens are rows of `issued`.
 */
export const createAdapter =
  (
    { db, limiter, secondFactor }: { db: Database; limiter: Limiter; secondFactor: SecondFactor },
    withOAuthErrors: <T>(work: () => Promise<T>) => Promise<T>,
  ) =>
  (kind: string): Adapter => {
    const stored = adapterOf(db, secondFactor, kind)
    const adapter: Adapter = {
      ...stored,
      async upsert(...row) {
        await countPendingRequest(db, limiter, kind)
        await stored.upsert(...row)
      },
    }
    const calls = Object.entries(adapter).map(([name, call]) => [
      name,
      (...args: unknown[]) =>
        withOAuthErrors(() => (call as (...rest: unknown[]) => Promise<unknown>)(...args)),
    ])
    return Object.fromEntries(calls) as Adapter
  }

function adapterOf(db: Database, secondFactor: SecondFactor, kind: string): Adapter {
  if (kind === 'Client') return { ...emptyAdapter, find: (id) => readClient(db, id) }
  if (kind === 'Session') return sessions(db)
  if (kind === 'Grant') return grants(db, secondFactor)
  if (kind === 'DeviceCode') return deviceCodes(db)
  if (kind === 'RefreshToken') return refreshTokens(db)
  if (kind === 'ReplayDetection') return replayDetection(db)
  return rows(db, kind)
}

const emptyAdapter: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
}

async function readClient(db: Database, id: string): Promise<AdapterPayload | undefined> {
  const application = await readApplication(db, id)
  // All other code compares ids as text, so a different spelling of the UUID must not match here either.
  if (application?.id !== id) return undefined
  if (application.enabled) return clientOf(application) as AdapterPayload
  const ctx = Provider.ctx as KoaContextWithOIDC | undefined
  if (ctx) stateOf(ctx).disabled = id
  return undefined
}

/**
 * Storage of the provider's sessions. Only Reeve's own cookie determines the session of a browser. The
 * provider cannot open, change or end sessions.
 */
function sessions(db: Database): Adapter {
  async function find(uid: string): Promise<AdapterPayload | undefined> {
    const ids = idsOf(uid)
    const session = ids && (await readSession(db, ids))
    if (!session) return undefined
    const { accountId, authenticatedAt, authorizations } = session
    return {
      kind: 'Session',
      jti: uid,
      uid,
      accountId,
      loginTs: seconds(authenticatedAt),
      ...authenticationClaims(session),
      authorizations: authorizations as AdapterPayload['authorizations'],
      exp: notExpired(),
    }
  }
  return {
    ...emptyAdapter,
    find,
    findByUid: find,
    async upsert(_id, { uid, authorizations }) {
      const ids = idsOf(uid)
      if (ids && authorizations) await saveAuthorizations(db.query, ids, authorizations)
    },
  }
}

/** Storage of grants. The provider only reads them, because authorize.ts creates them. */
const grants = (db: Database, secondFactor: SecondFactor): Adapter => ({
  ...emptyAdapter,
  async find(id) {
    const grant = await readGrant(db, id, secondFactor)
    return (
      grant && {
        kind: 'Grant',
        jti: id,
        accountId: grant.account_id,
        clientId: grant.application_id,
        openid: { scope: grant.scopes.join(' ') },
        resources: grant.resources,
        iat: seconds(grant.created_at),
        exp: seconds(grant.expires_at),
      }
    )
  },
  destroy: (id) => deleteGrant(db.query, id),
})

/**
 * Storage of device authorizations. The provider looks them up by device code, and the console page by user
 * code (device.ts).
 */
const deviceCodes = (db: Database): Adapter => ({
  ...rows(db, 'DeviceCode'),
  async find(id) {
    const found = await pollDeviceCode(db.query, id)
    if (!found) return undefined
    const { payload, consumed, expired, tooSoon } = found
    if (tooSoon) throw new errors.SlowDown()
    return { ...payload, jti: id, ...(consumed && { consumed }), exp: expired ? 1 : notExpired() }
  },
})

/**
 * Storage of refresh tokens. A refresh token that was just exchanged can be exchanged again for the same new
 * token (refresh.ts).
 */
function refreshTokens(db: Database): Adapter {
  const base = rows(db, 'RefreshToken')
  const canRepeat = async (id: string) => mayRepeatRefresh(db.query, await readCursorKey(db.query), id)
  return {
    ...base,
    async find(token) {
      const { consumed, ...found } = (await base.find(token)) ?? {}
      if (!found.jti) return undefined
      return consumed && !(await canRepeat(found.jti)) ? { ...found, consumed } : found
    },
    async consume(token) {
      const id = bareToken(token)
      if (await consumeIssued(db.query, 'RefreshToken', id)) return
      if (!(await canRepeat(id))) await base.consume(token)
    },
    async upsert(id, payload, expiresIn) {
      const ctx = Provider.ctx as KoaContextWithOIDC
      const before = ctx.oidc.entities.RotatedRefreshToken?.jti
      if (!before) return base.upsert(id, payload, expiresIn)
      const next = nextRefreshToken(await readCursorKey(db.query), before)
      stateOf(ctx).refreshToken = next
      await base.upsert(next, payload, expiresIn)
    },
  }
}

/**
 * Storage for replay detection of proofs and assertions. A lookup marks the value as used, so only one of two
 * concurrent lookups succeeds.
 */
const replayDetection = ({ query }: Database): Adapter => ({
  ...emptyAdapter,
  find: async (id) =>
    (await useOnce(query, 'ReplayDetection', id, proofLifetime)) ? undefined : { jti: id, exp: notExpired() },
  // The provider computes the lifetime from the current time. If the client's clock is fast, its proof stays
  // valid for longer, so remember the proof for longer.
  async upsert(id, _payload, expiresIn = 0) {
    await saveIssued(query, { kind: 'ReplayDetection', id, payload: {}, seconds: expiresIn + proofLifetime })
  },
})

function rows(db: Database, kind: string): Adapter {
  const { query } = db
  return {
    ...emptyAdapter,

    async find(token) {
      const id = bareToken(token)
      const found = await findIssued(query, kind, id)
      return (
        found && { ...found.payload, jti: id, ...(found.consumed && { consumed: true }), exp: notExpired() }
      )
    },

    async upsert(id, { jti: _jti, ...payload }, expiresIn = 0) {
      const { grantId, userCode } = payload
      const row = { kind, id: bareToken(id), grantId, userCode, payload, seconds: expiresIn }
      if (!(await saveIssued(query, row))) throw new errors.InvalidGrant('the grant has ended')
    },

    /**
     * Reuse of a code or refresh token indicates theft, so it also revokes the grant (RFC 6749, section
     * 4.1.2, and RFC 9700, section 4.14.2).
     */
    async consume(token) {
      const id = bareToken(token)
      if (await consumeIssued(query, kind, id)) return
      if (kind === 'PushedAuthorizationRequest')
        throw new errors.InvalidRequestUri('the request_uri has already been used')
      const found = (await findIssued(query, kind, id))?.payload as { grantId?: string } | undefined
      if (found?.grantId) await deleteGrant(query, found.grantId)
      throw new errors.InvalidGrant('the code or token has already been used')
    },

    destroy: (id) => deleteIssued(query, kind, bareToken(id)),
    revokeByGrantId: (id) => deleteGrant(query, id),
  }
}
