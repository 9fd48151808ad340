import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import { required } from '../../contract/required.ts'
import type { Tables } from '../db/tables.ts'
import { badInput } from './errors.ts'

/** What a list is sorted by. No value of it is ever null. */
export interface SortKey {
  value: RawBuilder<unknown> | Expression<unknown>
  /** Its SQL type: a cursor holds the value as that type's text. */
  type: 'text' | 'timestamptz' | 'uuid'
  order: 'asc' | 'desc'
}

/** `created_at desc, id desc`. */
export const inOrder = (keys: readonly SortKey[]) =>
  sql.join(keys.map(({ value, order }) => sql`${value} ${sql.raw(order)}`))

/** Rows behind the cursor; as one comparison of rows where all keys have one order, which an index answers. */
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

/** Where a list goes on: behind the row with these values of its sort keys, which `first` rows stand before. */
interface Position {
  first: number
  values: string[]
}

/** Milliseconds after which the key is read again: another node may have a new one. */
const freshFor = 60_000
/** The same for a cursor that this key did not sign, so that made-up ones do not read it each time. */
const lookAgainAfter = 5_000

interface Signer {
  readKey(): Promise<string>
  key?: string
  readAt: number
}

type Reader = Kysely<Tables>
const signers = new WeakMap<Reader, Signer>()

/** Says by which key the cursors of this database are signed; all nodes share it, so that one goes on where another began. */
export function signCursors(db: Reader, readKey: () => Promise<string>): void {
  signers.set(db, { readKey, readAt: Number.NEGATIVE_INFINITY })
}

/** For another way to the same database. */
export const signAlike = (other: Reader, db: Reader): unknown =>
  signers.set(other, required(signers.get(db), 'item of signers'))

async function keyOf(db: Reader, maxAge: number): Promise<string> {
  const signer = signers.get(db)
  if (!signer) throw new Error('no key signs the cursors of this database')
  if (signer.key === undefined || performance.now() - signer.readAt > maxAge) {
    signer.key = await signer.readKey()
    signer.readAt = performance.now()
  }
  return signer.key
}

const signatureOf = (key: string, sorting: string, text: string): string =>
  createHmac('sha256', key).update(`${sorting}\n${text}`).digest('base64url')
const signatureLength = 43

/** A cursor of the list that is sorted this way; its text is a signed position, which only the server can write. */
export async function writeCursor(db: Reader, sorting: string, { first, values }: Position): Promise<string> {
  const text = JSON.stringify([first, ...values])
  return signatureOf(await keyOf(db, freshFor), sorting, text) + Buffer.from(text).toString('base64url')
}

/** Throws BAD_INPUT for one that is not of this list, that was changed, or whose key is gone. */
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
