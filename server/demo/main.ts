// `npm run demo`: loads the demo data if the database is empty, and then starts the server.
import { hashPassword } from '../accounts/passwords/hash.ts'
import { ConfigError, readConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { createLog } from '../http/log.ts'
import { loadDemo } from './load.ts'

const password = 'reeve-demo-2026'

try {
  const config = readConfig(process.env)
  const log = createLog(config)
  await using db = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log })
  await migrate(db)
  const signIns = await loadDemo(db, await hashPassword(password))
  if (signIns) {
    const lines = signIns.map(([loginId, what]) => `  ${loginId.padEnd(16)} ${what}`)
    process.stdout.write(`Demo data loaded. Password of every account: ${password}\n${lines.join('\n')}\n`)
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
await import('../main.ts')
