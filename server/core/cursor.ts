import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { badInput } from './errors.ts'

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
