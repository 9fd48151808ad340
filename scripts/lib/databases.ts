// Defines the databases on which the server's tests run. Tests that are not listed here run only on
// PostgreSQL. Most deployments use it, and only there do concurrent requests run in parallel. The browser
// tests cover each module on the embedded database.

export const serverTests = '{server,cli}/**/*.test.ts'

/** Folder of the tests that are named after the modules of the OpenID Foundation's conformance suite. */
export const conformanceTests = 'server/identity/openid/conformance'

/**
 * Tests that run only on the embedded database: tests of that database, tests without a database, and tests
 * of permissions, which do not depend on the database.
 */
export const embeddedAlone = [
  'server/arguments.test.ts',
  'server/audit/sending/tls.test.ts',
  'server/config.test.ts',
  'server/core/hash-queue.test.ts',
  'server/db/{embedded,folder}.test.ts',
  'server/db/prepared/**',
  'server/gateway/open.test.ts',
  'server/events/webhooks/addresses.test.ts',
  `${conformanceTests}/**`,
  'server/http/!(identity|refused-values).test.ts',
  'server/notifications/transports/**',
  'server/telemetry/**',
  'server/testing/**',
  'server/transfer/{thread,xlsx}.test.ts',
  'server/**/who-may.test.ts',
  'cli/{words,documents,embedded}.test.ts',
]

/** Tests that run on both databases, because the behavior could differ on the embedded one. */
export const onBoth = [
  // Data types, transactions, notifications (LISTEN), migrations and writes.
  'server/db/{listen,migrate,tables,transaction,values,writes}.test.ts',
  'server/core/subscription.test.ts',
  // The job queue, which skips locked rows, and the event feed, which follows the commit order.
  'server/core/jobs/**',
  'server/notifications/outbox.test.ts',
  'server/events/feed.test.ts',
  // Search for letters of all languages, and the sort order of names.
  'server/core/search/{lists,search}.test.ts',
  'server/{members,tenants}/list.test.ts',
  // Privileges of the server's database role on the audit log.
  'server/audit/{retention,seals/seal}.test.ts',
  // Concurrent requests that share a single database connection.
  'server/gateway/race.test.ts',
]

/**
 * Tests whose statements are checked against the rules for distributed tables (server/db/citus/placement.ts).
 * They do not require Citus.
 */
export const distributedTests = [
  'server/{devices,gateway}/**/*.test.ts',
  'server/workplace/**/*.test.ts',
  'server/core/counts/*.test.ts',
  'server/core/search/pages.test.ts',
  'server/transfer/{write-export,run-import}.test.ts',
  'server/events/webhooks/webhooks.test.ts',
  'server/demo/load.test.ts',
]
