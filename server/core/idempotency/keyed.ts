import { deserialize, serialize } from 'node:v8'
import type { Kysely } from 'kysely'
import type { MessageKey } from '../../../contract/errors.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { AppError, badInput } from '../errors.ts'
import { digestOf, idOf, seal, secretOf, unseal } from './seal.ts'
import { begin, findKept, keepAnswer, keepResult } from './store.ts'

/** A call that carries an Idempotency-Key: each of its changes is made once in a day, however often the call is repeated. */
export interface KeyedCall {
  /** The whole answer, where the call was made before and answered without an error. */
  readonly answer: string | undefined
  /** What the next change of the call gave, where it was made before; null: it is to be made. */
  before(): { result: unknown } | null
  /** Before a change, in its transaction. Throws KeyRefused where it is being made elsewhere. */
  begin(tx: Tx): Promise<void>
  /** After a change, in its transaction: what it gave; which organizations it was about. */
  keep(tx: Tx, result: unknown, tenantIds: readonly (string | null)[]): Promise<void>
  /** Once all changes are committed; nothing where there was none. */
  keepAnswer(answer: string): Promise<void>
}

/** Concerns the whole call, whichever change of it has met it. */
export class KeyRefused extends AppError {
  constructor(message: MessageKey, retryAfter?: number) {
    super('CONFLICT', { message: [message], ...(retryAfter && { retryAfter }) })
  }
}

export const keyHeader = 'idempotency-key'

interface Given {
  /** The header as it came. */
  key: string
  /** Of the signed-in. */
  accountId: string | null
  /** What tells callers apart who are not signed in. */
  browser: string
  /** What the caller alone holds: the bearer, or the cookie of the browser. */
  held: string
  operation: string
  body: unknown
}

interface Kept {
  digest: Uint8Array
  result: unknown
}

/**
 * Throws BAD_INPUT for a header that is no key; KeyRefused where the key stands for another call, or for one that was made
 * with another token; FORBIDDEN where the caller has since lost what they were when the call was made.
 */
export async function openKeyed(query: Kysely<Tables>, given: Given): Promise<KeyedCall> {
  const { key, accountId, held } = given
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw badInput({ 'Idempotency-Key': ['idempotency.key'] })
  const id = idOf(key, accountId ? `account ${accountId}` : `browser ${given.browser}`)
  const secret = secretOf(key, held, id)
  const digest = digestOf(given.operation, given.body)
  const rows = await findKept(query, id, accountId)
  const results = new Map<number, unknown>()
  for (const { place, result: sealed, still } of rows) {
    const opened = unseal(secret, `result ${place}`, sealed)
    if (!opened) throw new KeyRefused('idempotency.otherToken')
    const kept = deserialize(opened) as Kept
    if (!digest.equals(kept.digest)) throw new KeyRefused('idempotency.otherCall')
    if (!still) throw new AppError('FORBIDDEN')
    results.set(place, kept.result)
  }
  const answer = rows[0]?.answer && unseal(secret, 'answer', rows[0].answer)?.toString()
  let place = 0

  return {
    answer: answer ?? undefined,

    before() {
      if (!results.has(place)) return null
      return { result: results.get(place++) }
    },

    async begin(tx) {
      if (!(await begin(tx, id, place))) throw new KeyRefused('idempotency.running', 1)
    },

    async keep(tx, result, tenantIds) {
      const about = [...new Set(tenantIds.filter((tenantId) => tenantId !== null))]
      const sealed = seal(secret, `result ${place}`, serialize({ digest, result } satisfies Kept))
      await keepResult(tx, { id, place, result: sealed, accountId, tenantIds: about })
      place += 1
    },

    async keepAnswer(text) {
      if (place) await keepAnswer(query, id, seal(secret, 'answer', Buffer.from(text)))
    },
  }
}

/** A call's one change, outside GraphQL, in its transaction: what `run` gives is what is answered. */
export async function changing<T>(
  keyed: KeyedCall | undefined,
  tx: Tx,
  run: () => Promise<T>,
  tenantIds: readonly (string | null)[] = [],
): Promise<T> {
  await keyed?.begin(tx)
  const result = await run()
  await keyed?.keep(tx, result, tenantIds)
  return result
}
