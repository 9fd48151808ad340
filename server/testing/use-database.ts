import { afterAll, beforeAll } from 'vitest'
import type { Database } from '../db/open.ts'
import { testDatabase } from './database.ts'

/** A database for all tests of a file, closed after the last of them. Empty until the first. */
export function useDatabase(): Database {
  const db = {} as Database
  beforeAll(async () => void Object.assign(db, await testDatabase()))
  afterAll(() => db.close())
  return db
}
