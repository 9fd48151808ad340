import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArgs, findChromium } from './scripts/lib/chromium.ts'
import { distributedTests, embeddedAlone, serverTests } from './scripts/lib/databases.ts'

// Two busy cores are the machine to expect: two workers, and limits that only something stuck reaches.
const patient = {
  testTimeout: 240_000,
  hookTimeout: 180_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 60_000, interval: 50 } },
}
// What Node itself would choose, so that no package is loaded twice, once in a build for development.
const ssr = { resolve: { conditions: ['node', 'module-sync'], externalConditions: ['node', 'module-sync'] } }
// Each file makes its own database and app and leaves nothing behind in the process, so that the next one finds the
// server's code, and the embedded database's, loaded and compiled: a quarter of the time. V8 compiles that database, which
// is WebAssembly, for its start alone: what it would spend on making it faster takes longer than the tests of a file.
const server = {
  ...patient,
  include: [serverTests],
  environment: 'node' as const,
  isolate: false,
  execArgv: ['--liftoff-only'],
}

const citus = process.env.REEVE_TEST_CITUS_URL

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    reporters: ['default'],
    projects: [
      {
        ssr,
        test: {
          ...patient,
          name: 'unit',
          isolate: false,
          include: [
            'contract/**/*.test.ts',
            'checks/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'web/**/*.test.ts',
          ],
        },
      },
      // The server's tests on the embedded database, and on PostgreSQL: npm test tells most of them on the latter alone.
      { ssr, test: { ...server, name: 'server', env: { REEVE_TEST_DATABASE_URL: '' } } },
      {
        ssr,
        test: {
          ...server,
          name: 'postgres',
          exclude: embeddedAlone,
          globalSetup: ['scripts/lib/postgres-setup.ts'],
          setupFiles: ['scripts/lib/postgres-url.ts'],
        },
      },
      // The statements for Citus on PostgreSQL. server/testing/citus/statements.ts checks each before it runs.
      {
        ssr,
        test: {
          ...server,
          name: 'distributed',
          include: distributedTests,
          exclude: embeddedAlone,
          env: { REEVE_TEST_DISTRIBUTED: '1' },
          globalSetup: ['scripts/lib/postgres-setup.ts'],
          setupFiles: ['scripts/lib/postgres-url.ts'],
        },
      },
      // The same on a Citus coordinator and its workers, where one is named.
      ...(citus
        ? [
            {
              ssr,
              test: {
                ...server,
                name: 'citus',
                exclude: embeddedAlone,
                env: { REEVE_TEST_DATABASE_URL: citus },
              },
            },
          ]
        : []),
      // Parts of the console, each file in a page of its own in Chromium.
      {
        plugins: [react()],
        test: {
          ...patient,
          name: 'parts',
          include: ['web/**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: process.env.CHROMIUM_PATH ?? findChromium(),
                args: chromiumArgs,
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      // The whole: server process and console in Chromium; each file has both to itself, and its worker's modules.
      {
        test: {
          ...patient,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          isolate: false,
          globalSetup: ['e2e/harness/setup.ts'],
        },
      },
    ],
  },
})
