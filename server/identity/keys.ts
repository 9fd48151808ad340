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
 * Seconds that a retired key stays published. All servers notice the new key within a minute, and the last
 * access token of the old key expires after 5 minutes. The rest allows for clock differences.
 */
const publishedFor = 900
/** ID tokens identify the session for sign-out as long as a session can last, which is 90 days. */
const retention = 91 * 86_400
/** Milliseconds between two reloads for unknown keys. Another server may have just created the key. */
const reloadInterval = 5_000

interface Loaded {
  /** Private keys: the signing key first, then the keys that are still published. */
  published: JWK[]
  nonces: string
  publishedKeys: Map<string, CryptoKey>
  allKeys: Map<string, CryptoKey>
  /**
   * Three clocks in ms at the time of loading: the database, this machine, and the monotonic clock of this
   * machine.
   */
  database: number
  wallClock: number
  monotonic: number
}

export interface SigningKeys {
  /** Loads the keys, and creates the first one if none exists. */
  load(): Promise<void>
  /**
   * Returns private JWKs: the signing key, then older keys that still verify. The array is a new object
   * whenever the keys change.
   */
  published(): JWK[]
  /** Returns the 32-byte key for the nonces of proofs, which all servers share. */
  nonces(): Buffer
  /** Returns the public key of a live access token, including keys that another server has just created. */
  find(kid: string | undefined): Promise<CryptoKey | undefined>
  /** Returns a public key, including long-retired ones, for ID tokens that only identify a session. */
  findRetired(kid: string | undefined): CryptoKey | undefined
  /** Returns the time of the database, which all servers use to issue and check tokens. */
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
      // If two servers start at once, the second waits here and then finds the key of the first.
      await sql`lock table secret_key in share row exclusive mode`.execute(tx)
      if (!(await selectKeys(tx)).some((row) => row.signs)) await insertKey(tx)
      return selectKeys(tx)
    })
    const published = rows.filter((row) => row.published).map((row) => row.value)
    const unchanged = loaded && sameKids(loaded.published, published)
    const nonces = await readKey(db.query, 'nonces')
    await readKey(db.query, 'factors')
    // Create the proof-of-work key now. Later it is read in transactions that are rolled back, which would
    // undo its creation.
    await readKey(db.query, 'toll')
    loaded = {
      nonces,
      published: unchanged ? required(loaded, 'loaded').published : published,
      publishedKeys: await importAll(published),
      allKeys: await importAll(rows.map((row) => row.value)),
      database: first(rows, 'rows').now.getTime(),
      wallClock: Date.now(),
      monotonic: performance.now(),
    }
  }

  function load(): Promise<void> {
    loading ??= read().finally(() => {
      loading = undefined
    })
    return loading
  }

  const current = (): Loaded => {
    if (!loaded) throw new Error('The signing keys were used before they were loaded.')
    return loaded
  }

  return {
    load,
    published: () => current().published,
    nonces: () => Buffer.from(current().nonces, 'base64url'),
    async find(kid) {
      if (!kid) return undefined
      if (!current().publishedKeys.has(kid) && performance.now() - loadedAt > reloadInterval) await load()
      return current().publishedKeys.get(kid)
    },
    findRetired: (kid) => (kid ? current().allKeys.get(kid) : undefined),
    async now() {
      const { wallClock, monotonic } = current()
      // The clocks diverge if somebody sets the clock or the machine sleeps. Then read the time of the
      // database again.
      if (Math.abs(Date.now() - wallClock - (performance.now() - monotonic)) > 1_000) await load()
      return new Date(current().database + performance.now() - current().monotonic)
    },
  }
}

/**
 * Creates a new signing key. Previous keys stay published until their last token expires. With `leaked`,
 * previous keys become invalid at once. The keys of cursors and proof-of-work challenges are always replaced,
 * so open lists and challenges start again.
 */
export async function rotateKeys(tx: Tx, { leaked = false } = {}): Promise<{ kid: string }> {
  await sql`lock table secret_key in share row exclusive mode`.execute(tx)
  if (leaked) await tx.deleteFrom('secret_key').where('kind', 'in', ['signing', 'nonces']).execute()
  else
    await tx
      .deleteFrom('secret_key')
      .where('kind', '=', 'signing')
      .where('retired_at', '<', sql<Date>`now() - ${sql.lit(retention)} * interval '1 second'`)
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

/** Returns the current private signing key. Throws if no server has created one yet. */
export async function readSigningKey(query: Kysely<Tables>): Promise<JWK & { kid: string }> {
  const [current] = await selectKeys(query)
  if (!current?.signs) throw new Error('No signing key exists yet.')
  return current.value as JWK & { kid: string }
}

/** Returns the key that signs pagination cursors and derives successive refresh tokens of applications. */
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

export const readExportKey = async (query: Kysely<Tables>): Promise<Buffer> =>
  Buffer.from(await readKey(query, 'exports'), 'base64url')

/** Returns a key of 256 bits. The first use creates it, and concurrent servers agree on one key. */
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

/**
 * Replaces the key that encrypts second factors. Returns the old and the new key in base64url, so that the
 * caller can re-encrypt the secrets.
 */
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

export interface ListedKey {
  id: string
  created_at: Date
  retired_at: Date | null
  status: KeyStatus
  /**
   * When the status ends, or null for the signing key. A key with status KEPT is deleted by the first
   * rotation after that time.
   */
  ends_at: Date | null
}

export const keyStatuses = ['SIGNS', 'PUBLISHED', 'KEPT'] as const
export type KeyStatus = (typeof keyStatuses)[number]

/** Returns the metadata of the newest hundred signing keys, the current one first. */
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
      sql<Date | null>`case when ${isPublished} then ${until(publishedFor)} else ${until(retention)} end`.as(
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
 * Signs with a P-256 key on the calling thread. oidc-provider itself uses Web Crypto, which wakes another
 * thread for each token. That costs more than the signature.
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

  /** Returns the signature in the JWS format (RFC 7518, section 3.4). */
  override sign(data: Buffer): Buffer {
    return sign('sha256', data, { key: this.#privateKey, dsaEncoding: 'ieee-p1363' })
  }
}
