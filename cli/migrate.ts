import { readConfig } from '../server/config.ts'
import { collisionsSince } from '../server/core/names/collisions.ts'
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
  const done = (await bringUp(db)).map(({ version, name }) => ({ version, name }))
  const collisions = await collisionsSince(db, done)
  return {
    lines: [
      ...(done.length
        ? done.map(({ version, name }) => `Migration ${version} (${name}) has run.`)
        : ['There is nothing to do. The database already has the schema of this version.']),
      ...collisions.map((collision) => `Unchanged: ${collision}.`),
    ],
    data: { migrations: done, ...(collisions.length && { collisions }) },
  }
}
