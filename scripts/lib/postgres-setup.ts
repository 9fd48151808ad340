import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
  }
}

/**
 * Provides a PostgreSQL URL to the tests of one run: REEVE_TEST_DATABASE_URL if set, otherwise that of a
 * server started for this run.
 */
export default async function setup(project: TestProject): Promise<undefined | (() => Promise<void>)> {
  const given = process.env.REEVE_TEST_DATABASE_URL
  if (given) {
    project.provide('databaseUrl', given)
    return
  }
  const { startPostgres } = await import('../../server/testing/postgres.ts')
  const postgres = await startPostgres()
  project.provide('databaseUrl', postgres.url)
  return () => postgres.stop()
}
