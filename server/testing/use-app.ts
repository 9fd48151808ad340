import { afterAll, beforeAll } from 'vitest'
import { adminTokens, startApp, type TestApp, type Tokens } from './app.ts'
import { expectLabels } from './audit.ts'
import { expectCounted } from './counts.ts'

/** An app for all tests of a file: started before the first of them, closed after the last. Empty until then. */
export function useApp(env?: Record<string, string>): TestApp {
  const app = {} as TestApp
  beforeAll(async () => void Object.assign(app, await startApp(env)))
  afterAll(async () => {
    // Whatever the file's tests have written, and by whichever way.
    if (app.db) {
      await expectCounted(app)
      await expectLabels(app.db)
    }
    await app[Symbol.asyncDispose]?.()
  })
  return app
}

/** The first administrator, signed in before the first test of a file. */
export function useAdmin(app: TestApp): Tokens {
  const admin = {} as Tokens
  beforeAll(async () => void Object.assign(admin, await adminTokens(app)))
  return admin
}

/** For a file that takes longer than the five minutes of an access token: new ones for all, now and then. */
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
