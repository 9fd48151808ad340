// npm run rotate-keys: a new signing key, with the settings that the server runs with. Running nodes notice it within a
// minute; tokens of the old key stay good until they run out. With --leaked the old keys and every session end at once.
// The embedded database has one process at a time, so with it the server is stopped first.
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { readConfig } from '../server/config.ts'
import { migrate } from '../server/db/migrate.ts'
import { openDatabase } from '../server/db/open.ts'
import { rotateKeys } from '../server/identity/keys.ts'
import { endEverySession } from '../server/sessions/store.ts'

try {
  const { leaked } = parseArgs({ options: { leaked: { type: 'boolean' } } }).values
  const config = readConfig(process.env)
  await using db = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    log: pino({ level: 'warn' }),
  })
  await migrate(db)
  const { kid, ended } = await db.transaction(async (tx) => ({
    ...(await rotateKeys(tx, { leaked })),
    ended: leaked ? await endEverySession(tx) : 0,
  }))
  console.log(`New signing key: ${kid}`)
  if (leaked) console.log(`Sessions ended: ${ended}`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
