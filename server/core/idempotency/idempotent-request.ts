import { deserialize, serialize } from 'node:v8'
import type { Kysely } from 'kysely'
import type { MessageKey } from '../../../contract/errors.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { AppError, badInput } from '../errors.ts'
import { decrypt, deriveSecret, encrypt, idOf, requestDigest } from './encryption.ts'
import { beginChange, findStoredResults, storeAnswer, storeResult } from './store.ts'

/**
 * A request with an Idempotency-Key. If the client repeats the request within 24 hours, its changes are not
 * made again.
 */
export interface IdempotentRequest {
  /** Complete response, if the request has already been executed without an error. */
  readonly answer: string | undefined
  /** Returns the stored result of the next change, or null if the change must be made now. */
  previousResult(): { result: unknown } | null
  /**
   * Must be called before a change, in the transaction of the change. Throws KeyRejected if a concurrent
   * request with the same key is making the change.
   */
  beginChange(tx: Tx): Promise<void>
  /**
   * Stores the result of a change and the organizations that the change affected. Must be called in the
   * transaction of the change.
   */
  storeResult(tx: Tx, result: unknown, tenantIds: readonly (string | null)[]): Promise<void>
  /**
   * Stores the complete response. Must be called after all changes have been committed. Does nothing if there
   * was no change.
   */
  storeAnswer(answer: string): Promise<void>
}

/** Rejects the whole request, even if the error occurred in only one of its changes. */
export class KeyRejected extends AppError {
  constructor(message: MessageKey, retryAfter?: number) {
    super('CONFLICT', { message: [message], ...(retryAfter && { retryAfter }) })
  }
}

export const idempotencyKeyHeader = 'idempotency-key'

interface RequestDescription {
  /** Value of the Idempotency-Key header as received. */
  key: string
  /** Id of the signed-in account, or null. */
  accountId: string | null
  /** Value that identifies a caller who is not signed in. */
  browser: string
  /** A secret that only the caller has: the bearer token or the browser's cookie. */
  credential: string
  operation: string
  body: unknown
}

interface StoredResult {
  digest: Uint8Array
  result: unknown
}

/**
 * Reads the stored results of a request. Throws BAD_INPUT if the header is malformed, and KeyRejected if the
 * key was used for another request or with another token. Throws FORBIDDEN if the caller has lost permissions
 * since the request was executed.
 */
export async function openIdempotentRequest(
  query: Kysely<Tables>,
  request: RequestDescription,
): Promise<IdempotentRequest> {
  const { key, accountId, credential } = request
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw badInput({ 'Idempotency-Key': ['idempotency.key'] })
  const id = idOf(key, accountId ? `account ${accountId}` : `browser ${request.browser}`)
  const secret = deriveSecret(key, credential, id)
  const digest = requestDigest(request.operation, request.body)
  const rows = await findStoredResults(query, id, accountId)
  const results = new Map<number, unknown>()
  for (const { place, result: encrypted, stillAuthorized } of rows) {
    const decrypted = decrypt(secret, `result ${place}`, encrypted)
    if (!decrypted) throw new KeyRejected('idempotency.otherToken')
    const stored = deserialize(decrypted) as StoredResult
    if (!digest.equals(stored.digest)) throw new KeyRejected('idempotency.otherCall')
    if (!stillAuthorized) throw new AppError('FORBIDDEN')
    results.set(place, stored.result)
  }
  const answer = rows[0]?.answer && decrypt(secret, 'answer', rows[0].answer)?.toString()
  let place = 0

  return {
    answer: answer ?? undefined,

    previousResult() {
      if (!results.has(place)) return null
      return { result: results.get(place++) }
    },

    async beginChange(tx) {
      if (!(await beginChange(tx, id, place))) throw new KeyRejected('idempotency.running', 1)
    },

    async storeResult(tx, result, tenantIds) {
      const concerned = [...new Set(tenantIds.filter((tenantId) => tenantId !== null))]
      const encrypted = encrypt(
        secret,
        `result ${place}`,
        serialize({ digest, result } satisfies StoredResult),
      )
      await storeResult(tx, { id, place, result: encrypted, accountId, tenantIds: concerned })
      place += 1
    },

    async storeAnswer(text) {
      if (place) await storeAnswer(query, id, encrypt(secret, 'answer', Buffer.from(text)))
    },
  }
}

/**
 * Makes the change of a REST request by calling `run`. Stores the result in the same transaction and returns
 * it.
 */
export async function runOnce<T>(
  idempotent: IdempotentRequest | undefined,
  tx: Tx,
  run: () => Promise<T>,
  tenantIds: readonly (string | null)[] = [],
): Promise<T> {
  await idempotent?.beginChange(tx)
  const result = await run()
  await idempotent?.storeResult(tx, result, tenantIds)
  return result
}
