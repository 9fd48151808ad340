import { readConfig } from '../server/config.ts'
import { createJobs } from '../server/core/jobs/jobs.ts'
import { migrate } from '../server/db/migrate.ts'
import { moveDatabase } from '../server/db/move/move.ts'
import { openDatabase } from '../server/db/open.ts'
import { type Run, UsageError } from './command.ts'
import { commandLog } from './database.ts'

/** Statement timeout in milliseconds. It must be long enough for computing the checksum of a large table. */
const statementTimeout = 3_600_000

export const move: Run = async ({ options, env, progress }) => {
  const { dataDir, databaseUrl: url } = readConfig({
    ...env,
    REEVE_DATABASE_URL: String(options.to ?? ''),
    REEVE_DATABASE_LISTEN_URL: undefined,
  })
  if (!url)
    throw new UsageError(
      'A target database is required: reeve move --to postgres://USER@HOST/DATABASE. See reeve move --help.',
    )
  const log = commandLog()
  progress.say('Opening the database')
  await using source = await openDatabase({ dataDir, log, statementTimeout })
  await migrate(source)
  await using target = await openDatabase({ url, dataDir, log, statementTimeout })
  const moved = await moveDatabase(source, target, {
    async prepare() {
      progress.say('Creating the tables')
      await migrate(target, undefined, { moving: true })
      const jobs = createJobs({ db: target, log })
      await jobs.start()
      await jobs.stop()
    },
    onProgress: (text) => progress.say(text),
  })
  const { tables, rows, rowsPerSecond } = moved
  return {
    lines: [
      `Copied and compared ${rows} rows in ${tables} tables (${rowsPerSecond} rows per second).`,
      'Start the server with REEVE_DATABASE_URL.',
    ],
    data: { ...moved },
  }
}
