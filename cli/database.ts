import { type Logger, pino } from 'pino'
import { type Config, readConfig } from '../server/config.ts'
import { migrate } from '../server/db/migrate.ts'
import { type Database, reachDatabase } from '../server/db/open.ts'
import type { Call } from './command.ts'

/**
 * Creates a logger that writes warnings to standard error, because standard output must contain only the
 * result.
 */
export const commandLog = (): Logger => pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }))

/**
 * Returns the PostgreSQL URL that commands use. It bypasses a transaction-mode pooler, because such a pooler
 * supports neither pg_dump nor session settings.
 */
export const addressOf = ({ databaseListenUrl, databaseUrl }: Config): string | undefined =>
  databaseListenUrl ?? databaseUrl

/** Opens and migrates the configured database, calls `run` and closes the database. */
export async function withDatabase<Result>(
  { env, progress }: Call,
  run: (parts: { db: Database; config: Config; log: Logger }) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(env)
  const log = commandLog()
  progress.say('Opening the database')
  await using db = await reachDatabase({ url: addressOf(config), dataDir: config.dataDir, log })
  await migrate(db)
  return await run({ db, config, log })
}
