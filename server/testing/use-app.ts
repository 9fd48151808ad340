import { afterAll, beforeAll } from 'vitest'
import { adminTokens, startApp, type TestApp, type Tokens } from './app.ts'

/** An app for all tests of a file: started before the first of them, closed after the last. Empty until then. */
export function useApp(env?: Record<string, string>): TestApp {
  const app = {} as TestApp
  beforeAll(async () => void Object.assign(app, await startApp(env)))
  afterAll(() => app[Symbol.asyncDispose]?.())
  return app
}

/** The first administrator, signed in before the first test of a file. */
export function useAdmin(app: TestApp): Tokens {
  const admin = {} as Tokens
  beforeAll(async () => void Object.assign(admin, await adminTokens(app)))
  return admin
}
