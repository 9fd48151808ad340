import { afterAll, beforeAll } from 'vitest'
import { adminTokens, startApp, type TestApp, type Tokens } from './app.ts'
import { expectLabels } from './audit.ts'
import { expectCounted } from './counts.ts'

/** Provides one app to all tests of a file. The object is empty until the first test. */
export function useApp(env?: Record<string, string>): TestApp {
  const app = {} as TestApp
  beforeAll(async () => void Object.assign(app, await startApp(env)))
  afterAll(async () => {
    // Check the counts after all writes of the file's tests.
    if (app.db) {
      await expectCounted(app)
      await expectLabels(app.db)
    }
    await app[Symbol.asyncDispose]?.()
  })
  return app
}

/** Signs the first administrator in before the first test of a file. */
export function useAdmin(app: TestApp): Tokens {
  const admin = {} as Tokens
  beforeAll(async () => void Object.assign(admin, await adminTokens(app)))
  return admin
}

/**
 * Returns a function that renews tokens every two minutes, for files that run longer than the five minutes of
 * an access token.
 */
export function useRenewal(app: TestApp): (holders: Tokens[]) => Promise<void> {
  let last = performance.now()
  return async (holders) => {
    if (performance.now() - last < 120_000) return
    last = performance.now()
    for (const holder of holders) {
      const { refresh_token } = holder
      Object.assign(holder, (await app.token({ grant_type: 'refresh_token', refresh_token })).body)
    }
  }
}
