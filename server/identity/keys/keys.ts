import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { type Kysely, sql } from 'kysely'
import { first, required } from '../../../contract/required.ts'
import { type SigningAlgorithm, signingAlgorithms } from '../../../contract/states.ts'
import type { Database, Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

/**
 * Seconds between the publication of a new key and its first signature. Other servers reload the keys once
 * per minute, and caches retain the key set for another minute.
 */
const announcedFor = 300
/**
 * Seconds for which a retired key remains published. All servers switch to the new key within a minute, and
 * the last access token of the old key expires 5 minutes later. The rest allows for clock differences.
 */
export const publishedFor = 900
/**
 * Seconds for which a retired key is stored, so that sign-out accepts ID tokens for the maximum session
 * lifetime of 90 days.
 */
export const retention = 91 * 86_400
/** Minimum number of ms between reloads for an unknown key id. Another server may have just created it. */
const reloadInterval = 5_000

interface LoadedKeys {
  /** Private keys. The keys that currently sign come first, then the other published keys. */
  published: JWK[]
  nonces: string
  publishedKeys: Map<string, CryptoKey>
  allKeys: Map<string, CryptoKey>
  /**
   * Readings of three clocks at the time of loading, in milliseconds: the database clock, the local clock and
   * the local monotonic clock.
   */
  database: number
  wallClock: number
  monotonic: number
}

export interface SigningKeys {
  /** Loads the keys and creates missing signing keys. */
  load(): Promise<void>
  /**
   * Returns private JWKs: the current signing key of each algorithm, then the next keys, then older keys that
   * are still used for verification. The array is replaced whenever the keys or their order change.
   */
  published(): JWK[]
  /** Returns the 32-byte key for the nonces of DPoP proofs. All servers share this key. */
  nonces(): Buffer
  /**
   * Returns the public key for an unexpired access token, even if another server has just created the key.
   */
  find(kid: string | undefined): Promise<CryptoKey | undefined>
  /**
   * Returns a public key, even if it retired long ago. It is used for ID tokens that only identify a session.
   */
  findRetired(kid: string | undefined): CryptoKey | undefined
  /** Returns the database time, which all servers use to issue and check tokens. */
  now(): Promise<Date>
}

export function createKeys(db: Database): SigningKeys {
  let loaded: LoadedKeys | undefined
  let loadedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | undefined

  async function read(): Promise<void> {
    loadedAt = performance.now()
    const rows = await db.transaction(async (tx) => {
      const found = await selectKeys(tx)
      if (missingAlgorithms(found).length === 0) return found
      // If two servers start at the same time, the second one waits here and finds the keys of the first.
      await sql`lock table secret_key in share row exclusive mode`.execute(tx)
      for (const algorithm of missingAlgorithms(await selectKeys(tx))) await insertKey(tx, algorithm, 0)
      return selectKeys(tx)
    })
    const published = rows.filter((row) => row.published).map((row) => row.value)
    const unchanged = loaded && sameKids(loaded.published, published)
    const nonces = await readKey(db.query, 'nonces')
    await readKey(db.query, 'factors')
    await readKey(db.query, 'sources')
    // Create the proof-of-work key now. Later reads happen in transactions that are rolled back, which would
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

  const current = (): LoadedKeys => {
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
      // If the local clocks have diverged, somebody has set the clock or the machine has slept, so read the
      // database time again.
      if (Math.abs(Date.now() - wallClock - (performance.now() - monotonic)) > 1_000) await load()
      return new Date(current().database + performance.now() - current().monotonic)
    },
  }
}

/**
 * Creates the next signing key of each algorithm. The new keys are published at once and start to sign after
 * five minutes, when the previous keys retire. Retired keys remain published until their last token has
 * expired. With `leaked`, the new keys sign at once and the previous keys become invalid. The keys of cursors
 * and proof-of-work challenges are always replaced. Existing pagination cursors and challenges therefore
 * become invalid. Returns the key id of the new ES256 key.
 */
export async function rotateKeys(tx: Tx, { leaked = false } = {}): Promise<{ kid: string }> {
  await sql`lock table secret_key in share row exclusive mode`.execute(tx)
  const delay = leaked ? 0 : announcedFor
  // After a leak, delete all keys. Otherwise, delete keys that have not signed yet or retired long ago.
  const obsolete = leaked
    ? sql<boolean>`true`
    : sql<boolean>`signs_at > now() or retired_at < ${secondsFromNow(-retention)}`
  await tx.deleteFrom('secret_key').where('kind', 'in', signingKinds).where(obsolete).execute()
  if (leaked) await tx.deleteFrom('secret_key').where('kind', '=', 'nonces').execute()
  await tx.deleteFrom('secret_key').where('kind', '=', 'cursor').execute()
  await tx.updateTable('secret_key').set({ value: newSecret() }).where('id', '=', 'toll').execute()
  await tx
    .updateTable('secret_key')
    .set({ retired_at: secondsFromNow(delay) })
    .where('kind', 'in', signingKinds)
    .where(sql<boolean>`retired_at is null or retired_at > now()`)
    .execute()
  await insertKey(tx, 'RS256', delay)
  return { kid: await insertKey(tx, 'ES256', delay) }
}

/** Returns the private ES256 key that currently signs. Throws if no server has created one yet. */
export async function readSigningKey(query: Kysely<Tables>): Promise<JWK & { kid: string }> {
  const current = (await selectKeys(query)).find((row) => row.signs && row.value.alg === 'ES256')
  if (!current) throw new Error('No signing key exists yet.')
  return current.value as JWK & { kid: string }
}

/** Returns the key that signs pagination cursors and derives the next refresh tokens of applications. */
export const readCursorKey = (query: Kysely<Tables>): Promise<string> => readKey(query, 'cursor')

/**
 * Returns the key that signs proof-of-work challenges, and the database time in seconds. Throws if the key
 * does not exist.
 */
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

/** Returns the key that encrypts the secrets of identity sources and of sign-ins through them. */
export const readSourceKey = async (query: Kysely<Tables>): Promise<Buffer> =>
  Buffer.from(await readKey(query, 'sources'), 'base64url')

/** Returns a key of 256 bits. The first call creates the key, and concurrent servers agree on one key. */
async function readKey(
  query: Kysely<Tables>,
  kind: 'cursor' | 'nonces' | 'factors' | 'toll' | 'exports' | 'sources',
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

/** The old and the new key in base64url, so that the caller can re-encrypt the secrets. */
interface ReplacedKey {
  before: string
  after: string
}

/** Replaces the key that encrypts second factors. */
export const replaceFactorKey = (tx: Tx): Promise<ReplacedKey> => replaceKey(tx, 'factors')

/** Replaces the key that encrypts the secrets of identity sources. */
export const replaceSourceKey = (tx: Tx): Promise<ReplacedKey> => replaceKey(tx, 'sources')

async function replaceKey(tx: Tx, kind: 'factors' | 'sources'): Promise<ReplacedKey> {
  const before = await readKey(tx, kind)
  const row = await tx
    .updateTable('secret_key')
    .set({ value: newSecret() })
    .where('id', '=', kind)
    .returning('value')
    .executeTakeFirstOrThrow()
  return { before, after: row.value as string }
}

/** RSA keys have a kind of their own, so that servers of earlier releases ignore them. */
const kinds = { ES256: 'signing', RS256: 'signing_rsa' } satisfies Record<SigningAlgorithm, string>
export const signingKinds = Object.values(kinds)

const secondsFromNow = (seconds: number) => sql<Date>`now() + ${sql.lit(seconds)} * interval '1 second'`
// Not now(), because a transaction that waits for the lock must see keys of transactions that began later.
export const isSigning = sql<boolean>`(signs_at <= statement_timestamp()
  and (retired_at is null or retired_at > statement_timestamp()))`
export const isPublished = sql<boolean>`(retired_at is null or retired_at > ${secondsFromNow(-publishedFor)})`

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
      isSigning.as('signs'),
      isPublished.as('published'),
      sql<Date>`clock_timestamp()`.as('now'),
    ])
    .where('kind', 'in', signingKinds)
    .orderBy(isSigning, 'desc')
    .orderBy('kind')
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, value: row.value as JWK }))
}

const missingAlgorithms = (rows: KeyRow[]): SigningAlgorithm[] =>
  signingAlgorithms.filter((algorithm) => !rows.some((row) => row.signs && row.value.alg === algorithm))

/** Stores a new key that signs after `delay` seconds. Returns its key id. */
async function insertKey(tx: Tx, algorithm: SigningAlgorithm, delay: number): Promise<string> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  const value = JSON.stringify({ ...jwk, kid, alg: algorithm, use: 'sig' })
  await tx
    .insertInto('secret_key')
    .values({ id: kid, kind: kinds[algorithm], value, signs_at: secondsFromNow(delay) })
    .execute()
  return kid
}

async function importAll(keys: JWK[]): Promise<Map<string, CryptoKey>> {
  const imported = keys.map(async ({ kid, kty, crv, x, y, n, e, alg }) => {
    const key = kty === 'RSA' ? { kty, n, e } : { kty, crv, x, y }
    return [required(kid, 'kid'), (await importJWK(key as JWK, required(alg, 'alg'))) as CryptoKey] as const
  })
  return new Map(await Promise.all(imported))
}

const sameKids = (a: JWK[], b: JWK[]) => a.map((key) => key.kid).join() === b.map((key) => key.kid).join()
