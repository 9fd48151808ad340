import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArgs, findChromium } from './scripts/lib/chromium.ts'
import { distributedTests, embeddedAlone, serverTests } from './scripts/lib/databases.ts'

// Timeouts for a machine with two busy cores. Only a hanging test reaches them.
const patient = {
  testTimeout: 240_000,
  hookTimeout: 600_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 60_000, interval: 50 } },
}
// The export conditions of Node.js. With other conditions, a package could be loaded twice, once in its
// development build.
const ssr = { resolve: { conditions: ['node', 'module-sync'], externalConditions: ['node', 'module-sync'] } }
// Each test file creates its own database and app and leaves no state in the process. The next file can
// therefore reuse the loaded code and the compiled embedded database, which saves three quarters of the time.
// --liftoff-only disables V8's optimizing WebAssembly compiler, which takes longer than the tests of a file.
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
      // Server tests on the embedded database and on PostgreSQL. `npm test` runs most of them only on
      // PostgreSQL.
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
      // Runs the SQL statements for Citus on an ordinary PostgreSQL. server/testing/citus/statements.ts
      // checks each statement before it runs.
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
      // The same tests on a Citus coordinator and its workers, if REEVE_TEST_CITUS_URL is set.
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
      // Tests of the console's components. Each file has its own page in Chromium.
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
      // Browser tests: a server process, and the console in Chromium. The test files of a worker share the
      // process, the browser and the loaded modules. Each file has its own server and data.
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
