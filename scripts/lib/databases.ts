// Which of the server's tests are told on which database. All that is not named here is told on PostgreSQL alone, which most
// servers have and where two callers really act at once. The browser's stories make their journeys on the embedded database,
// so each module is told there too.

export const serverTests = '{server,cli}/**/*.test.ts'

/** Of the embedded database itself, or of none, which a second one proves no better; and who may do what, which our own code decides. */
export const embeddedAlone = [
  'server/arguments.test.ts',
  'server/audit/sending/tls.test.ts',
  'server/config.test.ts',
  'server/core/hash-queue.test.ts',
  'server/db/{embedded,folder}.test.ts',
  'server/gateway/open.test.ts',
  'server/events/webhooks/addresses.test.ts',
  'server/http/!(identity|refused-values).test.ts',
  'server/notifications/transports/**',
  'server/telemetry/**',
  'server/testing/**',
  'server/transfer/{thread,xlsx}.test.ts',
  'server/**/who-may.test.ts',
  'cli/{words,documents,embedded}.test.ts',
]

/** What the embedded database could do otherwise. */
export const onBoth = [
  // Types, transactions, notices, migrations, writes.
  'server/db/{listen,migrate,tables,transaction,values,writes}.test.ts',
  'server/core/subscription.test.ts',
  // The job queue, which takes rows that others pass over, and the feed, whose order is that of commits.
  'server/core/jobs/**',
  'server/notifications/outbox.test.ts',
  'server/events/feed.test.ts',
  // Letters of all languages, and the order of names.
  'server/core/search/{lists,search}.test.ts',
  'server/{members,tenants}/list.test.ts',
  // What the server's own role may not do to the record.
  'server/audit/{retention,seals/seal}.test.ts',
  // Many at once, over its single connection.
  'server/devices/race.test.ts',
]

/** Tests of the statements for distributed tables (server/db/citus/placement.ts). They need no Citus. */
export const distributedTests = [
  'server/devices/**/*.test.ts',
  'server/workplace/**/*.test.ts',
  'server/core/counts/*.test.ts',
  'server/core/search/pages.test.ts',
  'server/transfer/{export,import}.test.ts',
  'server/events/webhooks/webhooks.test.ts',
  'server/demo/load.test.ts',
]
