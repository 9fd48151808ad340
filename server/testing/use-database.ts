import { afterAll, beforeAll } from 'vitest'
import type { Database } from '../db/open.ts'
import { testDatabase } from './database.ts'

/** Provides one database to all tests in a file. The returned object is empty until the first test. */
export function useDatabase(): Database {
  const db = {} as Database
  beforeAll(async () => void Object.assign(db, await testDatabase()))
  afterAll(() => db.close())
  return db
}
