import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import { required } from '../../contract/required.ts'
import type { Tables } from '../db/tables.ts'
import { badInput } from './errors.ts'

/** A sort key of a list. Its value is never null. */
export interface SortKey {
  value: RawBuilder<unknown> | Expression<unknown>
  /** SQL type of the value. A cursor stores the value as text of this type. */
  type: 'text' | 'timestamptz' | 'uuid'
  order: 'asc' | 'desc'
}

/** Returns the ORDER BY clause, such as `created_at desc, id desc`. */
export const inOrder = (keys: readonly SortKey[]) =>
  sql.join(keys.map(({ value, order }) => sql`${value} ${sql.raw(order)}`))

/**
 * Returns the SQL condition for rows after the cursor. If all keys have the same order, the condition is a
 * single row comparison, which can use an index.
 */
export function isAfter(keys: readonly SortKey[], values: readonly string[]) {
  const all = keys.map(({ value, type, order }, index) => ({
    value,
    order,
    given: sql`${values[index]}::text::${sql.raw(type)}`,
  }))
  const beyond = (order: SortKey['order']) => sql.raw(order === 'desc' ? '<' : '>')
  if (all.every(({ order }) => order === required(all[0], 'item of all').order)) {
    const [own, given] = [sql.join(all.map(({ value }) => value)), sql.join(all.map((key) => key.given))]
    return sql<boolean>`(${own}) ${beyond(required(all[0], 'item of all').order)} (${given})`
  }
  const cases = all.map(({ value, order, given }, index) => {
    const before = all.slice(0, index).map((key) => sql`${key.value} = ${key.given} and `)
    return sql`(${sql.join(before, sql``)}${value} ${beyond(order)} ${given})`
  })
  return sql<boolean>`(${sql.join(cases, sql` or `)})`
}

/**
 * Position in a list, directly after the row with these sort key values. `first` is the number of rows before
 * that position.
 */
interface Position {
  first: number
  values: string[]
}

/** Milliseconds after which the signing key is read again, because another server may have replaced it. */
const freshFor = 60_000
/**
 * Minimum number of milliseconds between two reads of the key after a wrong signature. Without this limit,
 * every forged cursor would cause a read.
 */
const lookAgainAfter = 5_000

interface Signer {
  readKey(): Promise<string>
  key?: string
  readAt: number
}

type Reader = Kysely<Tables>
const signers = new WeakMap<Reader, Signer>()

/**
 * Sets the function that reads the signing key for cursors of this database. All servers share the key, so
 * the next page of a list can be requested from another server.
 */
export function signCursors(db: Reader, readKey: () => Promise<string>): void {
  signers.set(db, { readKey, readAt: Number.NEGATIVE_INFINITY })
}

/** Shares the signing key with another connection to the same database. */
export const shareSigner = (other: Reader, db: Reader): unknown =>
  signers.set(other, required(signers.get(db), 'item of signers'))

async function keyOf(db: Reader, maxAge: number): Promise<string> {
  const signer = signers.get(db)
  if (!signer) throw new Error('this database has no key for signing cursors')
  if (signer.key === undefined || performance.now() - signer.readAt > maxAge) {
    signer.key = await signer.readKey()
    signer.readAt = performance.now()
  }
  return signer.key
}

const signatureOf = (key: string, sorting: string, text: string): string =>
  createHmac('sha256', key).update(`${sorting}\n${text}`).digest('base64url')
const signatureLength = 43

/**
 * Returns a signed cursor. `sorting` is the list's name and sort order. The cursor is valid only for this
 * list in this order. The signature prevents clients from creating cursors.
 */
export async function writeCursor(db: Reader, sorting: string, { first, values }: Position): Promise<string> {
  const text = JSON.stringify([first, ...values])
  return signatureOf(await keyOf(db, freshFor), sorting, text) + Buffer.from(text).toString('base64url')
}

/**
 * Returns the position of a cursor. Throws BAD_INPUT if the cursor belongs to another list, was modified, or
 * was signed with a key that no longer exists.
 */
export async function readCursor(db: Reader, sorting: string, cursor: string): Promise<Position> {
  const text = Buffer.from(cursor.slice(signatureLength), 'base64url').toString()
  for (const maxAge of [freshFor, lookAgainAfter]) {
    const whole =
      signatureOf(await keyOf(db, maxAge), sorting, text) + Buffer.from(text).toString('base64url')
    if (!isSame(cursor, whole)) continue
    const [first, ...values] = JSON.parse(text) as [number, ...string[]]
    return { first, values }
  }
  throw badInput({ after: ['page.cursor'] })
}

function isSame(given: string, whole: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(whole)]
  return one.length === other.length && timingSafeEqual(one, other)
}
