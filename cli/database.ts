import { type Logger, pino } from 'pino'
import { type Config, readConfig } from '../server/config.ts'
import { migrate } from '../server/db/migrate.ts'
import { type Database, reachDatabase } from '../server/db/open.ts'
import type { Call } from './command.ts'

/** Warnings go where progress goes: what a command prints is what was asked for. */
export const commandLog = (): Logger => pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }))

/** Where commands find PostgreSQL: past a pool of transactions, which pg_dump and settings of a session do not get through. */
export const addressOf = ({ databaseListenUrl, databaseUrl }: Config): string | undefined =>
  databaseListenUrl ?? databaseUrl

/** Opens the database that the settings name, migrated, for as long as `run` takes. */
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
