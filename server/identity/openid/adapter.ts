import Provider, { type Adapter, type AdapterPayload, errors, type KoaContextWithOIDC } from 'oidc-provider'
import { askDeviceCode } from '../../applications/device-codes.ts'
import { dropGrant } from '../../applications/grants.ts'
import { consumeIssued, dropIssued, findIssued, saveIssued, useOnce } from '../../applications/issued.ts'
import { mayRepeatRefresh, nextRefreshToken } from '../../applications/refresh.ts'
import type { Limiter } from '../../core/limit.ts'
import type { SecondFactor } from '../../core/viewer.ts'
import type { Database } from '../../db/open.ts'
import { type BrowserSession, saveAuthorizations } from '../../sessions/browser.ts'
import { readCursorKey } from '../keys.ts'
import { howProved } from '../levels.ts'
import { proofLasts } from '../proofs/proofs.ts'
import { countBegun } from './begun/begun.ts'
import { clientOf } from './clients.ts'
import { readApplication, readGrant, readSession } from './reading.ts'
import { bareToken } from './refresh-tokens.ts'
import { stateOf } from './state.ts'

type Ids = Pick<BrowserSession, 'accountId' | 'sessionId'>

/** How the OpenID provider calls a session of ours. */
export const uidOf = ({ accountId, sessionId }: Ids): string => `${accountId}.${sessionId}`

export function idsOf(uid: string | undefined): Ids | null {
  const [accountId, sessionId] = uid?.split('.') ?? []
  return accountId && sessionId ? { accountId, sessionId } : null
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
/** A row that is found has not ended: the database's clock has decided. */
const later = () => Math.floor(Date.now() / 1000) + 3_600

/**
 * Where the OpenID provider keeps what it knows: applications are its clients, sessions and grants are ours, codes and
 * tokens are rows of `issued`.
 */
export const createAdapter =
  (
    { db, limiter, secondFactor }: { db: Database; limiter: Limiter; secondFactor: SecondFactor },
    answering: <T>(work: () => Promise<T>) => Promise<T>,
  ) =>
  (kind: string): Adapter => {
    const stored = adapterOf(db, secondFactor, kind)
    const adapter: Adapter = {
      ...stored,
      async upsert(...row) {
        await countBegun(db, limiter, kind)
        await stored.upsert(...row)
      },
    }
    const calls = Object.entries(adapter).map(([name, call]) => [
      name,
      (...args: unknown[]) => answering(() => (call as (...given: unknown[]) => Promise<unknown>)(...args)),
    ])
    return Object.fromEntries(calls) as Adapter
  }

function adapterOf(db: Database, secondFactor: SecondFactor, kind: string): Adapter {
  if (kind === 'Client') return { ...nothing, find: (id) => readClient(db, id) }
  if (kind === 'Session') return sessions(db)
  if (kind === 'Grant') return grants(db, secondFactor)
  if (kind === 'DeviceCode') return deviceCodes(db)
  if (kind === 'RefreshToken') return refreshTokens(db)
  if (kind === 'ReplayDetection') return onceUsed(db)
  return rows(db, kind)
}

const nothing: Adapter = {
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
  // Compared as text everywhere else, so here, too.
  if (application?.id !== id) return undefined
  if (application.enabled) return clientOf(application) as AdapterPayload
  const ctx = Provider.ctx as KoaContextWithOIDC | undefined
  if (ctx) stateOf(ctx).disabled = id
  return undefined
}

/** Which session a browser has is told by our cookie alone: what is opened, moved or ended here is not it. */
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
      ...howProved(session),
      authorizations: authorizations as AdapterPayload['authorizations'],
      exp: later(),
    }
  }
  return {
    ...nothing,
    find,
    findByUid: find,
    async upsert(_id, { uid, authorizations }) {
      const ids = idsOf(uid)
      if (ids && authorizations) await saveAuthorizations(db.query, ids, authorizations)
    },
  }
}

/** They are made by authorize.ts. */
const grants = (db: Database, secondFactor: SecondFactor): Adapter => ({
  ...nothing,
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
  destroy: (id) => dropGrant(db.query, id),
})

/** Only a device asks for its own: others are found by what they show (device.ts). */
const deviceCodes = (db: Database): Adapter => ({
  ...rows(db, 'DeviceCode'),
  async find(id) {
    const found = await askDeviceCode(db.query, id)
    if (!found) return undefined
    const { payload, consumed, expired, tooSoon } = found
    if (tooSoon) throw new errors.SlowDown()
    return { ...payload, jti: id, ...(consumed && { consumed }), exp: expired ? 1 : later() }
  },
})

/** One that was only just traded is so once more, for the same next one: see refresh.ts. */
function refreshTokens(db: Database): Adapter {
  const others = rows(db, 'RefreshToken')
  const mayRepeat = async (id: string) => mayRepeatRefresh(db.query, await readCursorKey(db.query), id)
  return {
    ...others,
    async find(given) {
      const { consumed, ...found } = (await others.find(given)) ?? {}
      if (!found.jti) return undefined
      return consumed && !(await mayRepeat(found.jti)) ? { ...found, consumed } : found
    },
    async consume(given) {
      const id = bareToken(given)
      if (await consumeIssued(db.query, 'RefreshToken', id)) return
      if (!(await mayRepeat(id))) await others.consume(given)
    },
    async upsert(id, payload, expiresIn) {
      const ctx = Provider.ctx as KoaContextWithOIDC
      const before = ctx.oidc.entities.RotatedRefreshToken?.jti
      if (!before) return others.upsert(id, payload, expiresIn)
      const next = nextRefreshToken(await readCursorKey(db.query), before)
      stateOf(ctx).refreshToken = next
      await others.upsert(next, payload, expiresIn)
    },
  }
}

/** Proofs and assertions. To look for one is to use it: of two at once one is not found. */
const onceUsed = ({ query }: Database): Adapter => ({
  ...nothing,
  find: async (id) =>
    (await useOnce(query, 'ReplayDetection', id, proofLasts)) ? undefined : { jti: id, exp: later() },
  // The provider counts from now; a proof of a clock that goes ahead is good for longer.
  async upsert(id, _payload, expiresIn = 0) {
    await saveIssued(query, { kind: 'ReplayDetection', id, payload: {}, seconds: expiresIn + proofLasts })
  },
})

function rows(db: Database, kind: string): Adapter {
  const { query } = db
  return {
    ...nothing,

    async find(given) {
      const id = bareToken(given)
      const found = await findIssued(query, kind, id)
      return found && { ...found.payload, jti: id, ...(found.consumed && { consumed: true }), exp: later() }
    },

    async upsert(id, { jti: _jti, ...payload }, expiresIn = 0) {
      const { grantId, userCode } = payload
      const row = { kind, id: bareToken(id), grantId, userCode, payload, seconds: expiresIn }
      if (!(await saveIssued(query, row))) throw new errors.InvalidGrant('the grant has ended')
    },

    /** A second use is a theft: what the first one got dies, too (RFC 6749, 4.1.2; RFC 9700, 4.14.2). */
    async consume(given) {
      const id = bareToken(given)
      if (await consumeIssued(query, kind, id)) return
      if (kind === 'PushedAuthorizationRequest')
        throw new errors.InvalidRequestUri('request_uri was already used')
      const found = (await findIssued(query, kind, id))?.payload as { grantId?: string } | undefined
      if (found?.grantId) await dropGrant(query, found.grantId)
      throw new errors.InvalidGrant('already used')
    },

    destroy: (id) => dropIssued(query, kind, bareToken(id)),
    revokeByGrantId: (id) => dropGrant(query, id),
  }
}
