// npm run rotate-keys: a new signing key, for the same settings that the server runs with. Running nodes notice it
// within a minute; tokens of the old key stay good until they run out. The embedded database has one process at a
// time, so with it the server is stopped first.
import { pino } from 'pino'
import { readConfig } from '../server/config.ts'
import { migrate } from '../server/db/migrate.ts'
import { openDatabase } from '../server/db/open.ts'
import { rotateKeys } from '../server/identity/keys.ts'

try {
  const config = readConfig(process.env)
  const log = pino({ level: 'warn' })
  await using db = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log })
  await migrate(db)
  console.log(`New signing key: ${(await rotateKeys(db)).kid}`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
