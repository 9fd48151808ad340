import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../postgres.ts'

// Settings on the command line cannot be changed later, so this setting is written to a file.
const settings = "synchronous_standby_names = '*'\n"

/**
 * Starts a primary server and a synchronous standby. The standby is created from a copy of the primary's data
 * folder.
 */
export async function startPair(folder: string, { durable = false } = {}) {
  // The PostgreSQL server may run as another user, who needs access to the folder.
  chmodSync(folder, 0o755)
  const [first, second] = [join(folder, 'primary'), join(folder, 'standby')]
  const primary = await startPostgres({ folder: first, durable })
  await primary.stop()
  appendFileSync(join(first, 'postgresql.auto.conf'), settings)
  execFileSync('cp', ['-a', first, second])
  execFileSync('cp', ['-a', join(first, 'PG_VERSION'), join(second, 'standby.signal')])
  await primary.start()
  const { port } = new URL(primary.url)
  const following = `host=127.0.0.1 port=${port} user=postgres`
  appendFileSync(join(second, 'postgresql.auto.conf'), `primary_conninfo = '${following}'\n`)
  const standby = await startPostgres({ folder: second, durable })
  return { primary, standby, following }
}
