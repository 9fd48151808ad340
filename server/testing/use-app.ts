import { afterAll, beforeAll } from 'vitest'
import { adminTokens, startApp, type TestApp, type Tokens } from './app.ts'
import { expectLabels } from './audit.ts'
import { expectCounted } from './counts.ts'

/** Provides one app to all tests in a file. The returned object is empty until the first test. */
export function useApp(env?: Record<string, string>): TestApp {
  const app = {} as TestApp
  beforeAll(async () => void Object.assign(app, await startApp(env)))
  afterAll(async () => {
    // Check the stored counts and the audit events that all tests of the file have written.
    if (app.db) {
      await expectCounted(app)
      await expectLabels(app.db)
    }
    await app[Symbol.asyncDispose]?.()
  })
  return app
}

/** Signs in the first administrator before the first test of a file. */
export function useAdmin(app: TestApp): Tokens {
  const admin = {} as Tokens
  beforeAll(async () => void Object.assign(admin, await adminTokens(app)))
  return admin
}

/**
 * Returns a function that renews tokens every two minutes. It is needed in test files that run longer than
 * access tokens are valid, which is five minutes.
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
