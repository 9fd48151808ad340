import { readConfig } from '../server/config.ts'
import { migrate as bringUp, pendingMigrations } from '../server/db/migrate.ts'
import { reachDatabase } from '../server/db/open.ts'
import type { Run } from './command.ts'
import { addressOf, commandLog } from './database.ts'

export const migrate: Run = async ({ env, progress }) => {
  const config = readConfig(env)
  progress.say('Opening the database')
  await using db = await reachDatabase({
    url: addressOf(config),
    dataDir: config.dataDir,
    log: commandLog(),
  })
  const pending = await pendingMigrations(db)
  progress.say(`Running ${pending.length} migrations`)
  await bringUp(db)
  const done = pending.map(({ version, name }) => ({ version, name }))
  return {
    lines: done.length
      ? done.map(({ version, name }) => `Migration ${version} (${name}) has run.`)
      : ['There is nothing to do: the database is of this version.'],
    data: { migrations: done },
  }
}
