import {
  createPrivateKey,
  createPublicKey,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { type Kysely, sql } from 'kysely'
import { ExternalSigningKey } from 'oidc-provider'
import { limits } from '../../contract/limits.ts'
import { first, required } from '../../contract/required.ts'
import type { Database, Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

/**
 * Seconds that a retired key stays published: until the last node has noticed the new one (a minute at most) and the
 * last access token of the old one (5 minutes) has run out, with room for clocks that differ.
 */
const publishedFor = 900
/** An ID token names the session to sign out of for as long as that can last: 90 days. */
const keptFor = 91 * 86_400
/** A token with an unknown key may be of a key that another node made a moment ago; look, but not for each. */
const lookAgainAfter = 5_000

interface Loaded {
  /** Private, the signing key first, then those that are still published. */
  published: JWK[]
  nonces: string
  publishedKeys: Map<string, CryptoKey>
  allKeys: Map<string, CryptoKey>
  /** Three clocks when loaded, in ms: the database's, this machine's, and the one of it that nobody can set. */
  database: number
  machine: number
  steady: number
}

export interface SigningKeys {
  /** Reads the keys; makes the first one where there is none. */
  load(): Promise<void>
  /** Private JWKs: the one that signs, then older ones that still verify. A new array whenever they change. */
  published(): JWK[]
  /** By which every node makes and knows the nonces of proofs: 32 bytes. */
  nonces(): Buffer
  /** The public key of a live access token; keys made meanwhile by another node are found. */
  find(kid: string | undefined): Promise<CryptoKey | undefined>
  /** Also keys that are retired for long: of ID tokens that only name a session. */
  findRetired(kid: string | undefined): CryptoKey | undefined
  /** The database's clock, by which tokens are dated and judged on every node. */
  now(): Promise<Date>
}

export function createKeys(db: Database): SigningKeys {
  let loaded: Loaded | undefined
  let loadedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | undefined

  async function read(): Promise<void> {
    loadedAt = performance.now()
    const rows = await db.transaction(async (tx) => {
      const found = await selectKeys(tx)
      if (found.some((row) => row.signs)) return found
      // Of two nodes that start at once the second waits here, and then finds the first one's key.
      await sql`lock table secret_key in share row exclusive mode`.execute(tx)
      if (!(await selectKeys(tx)).some((row) => row.signs)) await insertKey(tx)
      return selectKeys(tx)
    })
    const published = rows.filter((row) => row.published).map((row) => row.value)
    const unchanged = loaded && sameKids(loaded.published, published)
    const nonces = await readKey(db.query, 'nonces')
    await readKey(db.query, 'factors')
    // Asked for in transactions that end in a refusal, which would take back that it was made.
    await readKey(db.query, 'toll')
    loaded = {
      nonces,
      published: unchanged ? required(loaded, 'loaded').published : published,
      publishedKeys: await importAll(published),
      allKeys: await importAll(rows.map((row) => row.value)),
      database: first(rows, 'rows').now.getTime(),
      machine: Date.now(),
      steady: performance.now(),
    }
  }

  function load(): Promise<void> {
    loading ??= read().finally(() => {
      loading = undefined
    })
    return loading
  }

  const current = (): Loaded => {
    if (!loaded) throw new Error('signing keys are used before they were loaded')
    return loaded
  }

  return {
    load,
    published: () => current().published,
    nonces: () => Buffer.from(current().nonces, 'base64url'),
    async find(kid) {
      if (!kid) return undefined
      if (!current().publishedKeys.has(kid) && performance.now() - loadedAt > lookAgainAfter) await load()
      return current().publishedKeys.get(kid)
    },
    findRetired: (kid) => (kid ? current().allKeys.get(kid) : undefined),
    async now() {
      const { machine, steady } = current()
      // They part where someone sets the clock or the machine sleeps: then only the database knows.
      if (Math.abs(Date.now() - machine - (performance.now() - steady)) > 1_000) await load()
      return new Date(current().database + performance.now() - current().steady)
    },
  }
}

/**
 * Makes a new key that signs from now on; those before it stay published until their last token is dead. `leaked`: those
 * before it are worth nothing any more, at once. Those of cursors and challenges go in any case: who pages through a list, or
 * works for a challenge, begins anew.
 */
export async function rotateKeys(tx: Tx, { leaked = false } = {}): Promise<{ kid: string }> {
  await sql`lock table secret_key in share row exclusive mode`.execute(tx)
  if (leaked) await tx.deleteFrom('secret_key').where('kind', 'in', ['signing', 'nonces']).execute()
  else
    await tx
      .deleteFrom('secret_key')
      .where('kind', '=', 'signing')
      .where('retired_at', '<', sql<Date>`now() - ${sql.lit(keptFor)} * interval '1 second'`)
      .execute()
  await tx.deleteFrom('secret_key').where('kind', '=', 'cursor').execute()
  await tx.updateTable('secret_key').set({ value: newSecret() }).where('id', '=', 'toll').execute()
  await tx
    .updateTable('secret_key')
    .set({ retired_at: sql`now()` })
    .where('kind', '=', 'signing')
    .where('retired_at', 'is', null)
    .execute()
  return { kid: await insertKey(tx) }
}

/** The private key that signs at this moment, by the database. Throws where no server has made one yet. */
export async function readSigningKey(query: Kysely<Tables>): Promise<JWK & { kid: string }> {
  const [current] = await selectKeys(query)
  if (!current?.signs) throw new Error('There is no signing key yet')
  return current.value as JWK & { kid: string }
}

/** The key that signs where lists go on, and by which refresh tokens follow from one another. */
export const readCursorKey = (query: Kysely<Tables>): Promise<string> => readKey(query, 'cursor')

/** Returns the key that signs proof-of-work challenges, and the time of the database in seconds. Throws if there is no key. */
export const readProofOfWorkKey = (query: Kysely<Tables>): Promise<{ key: string; now: number }> =>
  query
    .selectFrom('secret_key')
    .select([
      sql<string>`value #>> '{}'`.as('key'),
      sql<number>`extract(epoch from clock_timestamp())::double precision`.as('now'),
    ])
    .where('id', '=', 'toll')
    .executeTakeFirstOrThrow()

/** The key that files of people's own data are sealed by until they fetch them. */
export const readExportKey = async (query: Kysely<Tables>): Promise<Buffer> =>
  Buffer.from(await readKey(query, 'exports'), 'base64url')

/** 256 bits; made when it is first needed, of two nodes at once by one. */
async function readKey(
  query: Kysely<Tables>,
  kind: 'cursor' | 'nonces' | 'factors' | 'toll' | 'exports',
): Promise<string> {
  const found = query.selectFrom('secret_key').select('value').where('id', '=', kind)
  const row = await found.executeTakeFirst()
  if (row) return row.value as string
  const value = newSecret()
  await query
    .insertInto('secret_key')
    .values({ id: kind, kind, value })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return (await found.executeTakeFirstOrThrow()).value as string
}

const newSecret = () => JSON.stringify(randomBytes(32).toString('base64url'))

/** A new key for the secrets of second factors, for who seals those anew; base64url. */
export async function replaceFactorKey(tx: Tx): Promise<{ before: string; after: string }> {
  const before = await readKey(tx, 'factors')
  const row = await tx
    .updateTable('secret_key')
    .set({ value: newSecret() })
    .where('id', '=', 'factors')
    .returning('value')
    .executeTakeFirstOrThrow()
  return { before, after: row.value as string }
}

/** What those who manage keys are told of one: its name, its times and what it is still good for. */
export interface ListedKey {
  id: string
  created_at: Date
  retired_at: Date | null
  status: KeyStatus
  /** When its status ends; null while it signs. One that is kept is thrown away by the first rotation after it. */
  ends_at: Date | null
}

export const keyStatuses = ['SIGNS', 'PUBLISHED', 'KEPT'] as const
export type KeyStatus = (typeof keyStatuses)[number]

/** The newest hundred of the signing keys, the one that signs first, without what they sign by. */
export function listSigningKeys(query: Kysely<Tables>): Promise<ListedKey[]> {
  const until = (seconds: number) => sql<Date>`retired_at + ${sql.lit(seconds)} * interval '1 second'`
  return query
    .selectFrom('secret_key')
    .select([
      'id',
      'created_at',
      'retired_at',
      sql<KeyStatus>`case when retired_at is null then 'SIGNS' when ${isPublished} then 'PUBLISHED' else 'KEPT' end`.as(
        'status',
      ),
      sql<Date | null>`case when ${isPublished} then ${until(publishedFor)} else ${until(keptFor)} end`.as(
        'ends_at',
      ),
    ])
    .where('kind', '=', 'signing')
    .orderBy(sql`retired_at is null`, 'desc')
    .orderBy('created_at', 'desc')
    .limit(limits.page.max)
    .execute()
}

const isPublished = sql<boolean>`(retired_at is null or retired_at > now() - ${sql.lit(publishedFor)} * interval '1 second')`

interface KeyRow {
  value: JWK
  signs: boolean
  published: boolean
  now: Date
}

async function selectKeys(query: Kysely<Tables>): Promise<KeyRow[]> {
  const rows = await query
    .selectFrom('secret_key')
    .select([
      'value',
      sql<boolean>`retired_at is null`.as('signs'),
      isPublished.as('published'),
      sql<Date>`clock_timestamp()`.as('now'),
    ])
    .where('kind', '=', 'signing')
    .orderBy(sql`retired_at is null`, 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, value: row.value as JWK }))
}

async function insertKey(tx: Tx): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  const value = JSON.stringify({ ...jwk, kid, alg: 'ES256', use: 'sig' })
  await tx.insertInto('secret_key').values({ id: kid, kind: 'signing', value }).execute()
  return kid
}

async function importAll(keys: JWK[]): Promise<Map<string, CryptoKey>> {
  const imported = keys.map(async ({ kid, kty, crv, x, y }) => {
    return [required(kid, 'kid'), (await importJWK({ kty, crv, x, y } as JWK, 'ES256')) as CryptoKey] as const
  })
  return new Map(await Promise.all(imported))
}

const sameKids = (a: JWK[], b: JWK[]) => a.map((key) => key.kid).join() === b.map((key) => key.kid).join()

/**
 * Signs with a P-256 key on the calling thread. oidc-provider itself signs with Web Crypto, which wakes another thread for
 * each token. That costs more than the signature.
 */
export class Signer extends ExternalSigningKey {
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject

  constructor(jwk: JWK) {
    super()
    this.#privateKey = createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' })
    this.#publicKey = createPublicKey(this.#privateKey)
    Object.assign(this, { kid: jwk.kid, alg: 'ES256' })
  }

  override keyObject(): KeyObject {
    return this.#publicKey
  }

  /** Returns the signature in the format of JWS (RFC 7518, 3.4). */
  override sign(data: Buffer): Buffer {
    return sign('sha256', data, { key: this.#privateKey, dsaEncoding: 'ieee-p1363' })
  }
}
