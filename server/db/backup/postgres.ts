import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import pg from 'pg'

// PostgreSQL databases are backed up and restored with pg_dump and pg_restore:
// https://www.postgresql.org/docs/current/app-pgdump.html

interface Backup {
  url: string
  file: string
  /** Environment variables for pg_dump and pg_restore: PATH and the variables of libpq. */
  env: Record<string, string | undefined>
  onProgress: (text: string) => void
}

/**
 * Writes a backup in pg_dump's custom format. The backup includes the privileges that protect the audit log.
 */
export async function dumpPostgres({ url, file, env, onProgress }: Backup): Promise<{ bytes: number }> {
  if (existsSync(file)) throw new Error(`The file ${file} already exists. Choose another name.`)
  await withClient(url, (client) => checkProgram('pg_dump', client, env))
  const unfinished = `${file}.unfinished`
  const timer = setInterval(async () => {
    const size = await stat(unfinished).then(
      (found) => found.size,
      () => 0,
    )
    onProgress(`Writing: ${Math.round(size / 1e6)} MB`)
  }, 500)
  try {
    // Creates the file with restricted permissions before pg_dump writes to it, because the backup contains
    // keys.
    await (await open(unfinished, 'w', 0o600)).close()
    await runProgram('pg_dump', { url, env }, ['--format=custom', `--file=${unfinished}`])
    const target = await open(unfinished)
    await target.sync()
    const { size } = await target.stat()
    await target.close()
    await rename(unfinished, file)
    return { bytes: size }
  } finally {
    clearInterval(timer)
    await rm(unfinished, { force: true })
  }
}

/**
 * Restores a backup into an empty database. With `replace`, everything that the role owns in the database is
 * dropped first.
 */
export async function restorePostgres({
  url,
  file,
  env,
  replace,
  onProgress,
}: Backup & { replace: boolean }): Promise<void> {
  await withClient(url, async (client) => {
    await checkProgram('pg_restore', client, env)
    const connected = await client.query(
      "select from pg_stat_activity where datname = current_database() and application_name = 'reeve'",
    )
    if (connected.rowCount) throw new Error('Servers are connected to this database. Stop them first.')
    const { rowCount } = await client.query(`
      select from pg_class join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p') and nspname !~ '^pg_' and nspname <> 'information_schema' limit 1`)
    if (!rowCount) return
    if (!replace) throw new Error('The database is not empty. Create another database, or use --replace.')
    onProgress('Dropping the existing tables')
    await client.query('drop owned by current_user cascade')
  })
  onProgress('Restoring')
  await runProgram('pg_restore', { url, env }, [
    '--single-transaction',
    '--exit-on-error',
    '--no-comments',
    file,
  ])
}

async function withClient(url: string, run: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'reeve backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await run(client)
  } finally {
    await client.end()
  }
}

/**
 * Throws if the program is missing or older than the database server. PostgreSQL's programs support servers
 * of their own version and of older versions.
 */
async function checkProgram(program: string, client: pg.Client, env: Backup['env']): Promise<void> {
  const { rows } = await client.query("select current_setting('server_version_num')::int / 10000 as major")
  const server: number = rows[0].major
  const advice = `Install PostgreSQL's client programs, version ${server} or newer (Debian: apt-get install postgresql-client-${server}).`
  const said = await output(program, ['--version'], env).catch(() => undefined)
  if (said === undefined) throw new Error(`${program} is not installed on this machine. ${advice}`)
  const own = Number(/(\d+)/.exec(said)?.[1])
  if (own < server)
    throw new Error(
      `The server is PostgreSQL ${server}, but ${program} on this machine has version ${own}. ${advice}`,
    )
}

/**
 * Runs the program. The password is passed in the environment, because all users of the machine can see
 * command-line arguments.
 */
function runProgram(
  program: string,
  { url, env }: Pick<Backup, 'url' | 'env'>,
  args: string[],
): Promise<string> {
  const bare = new URL(url)
  const password = decodeURIComponent(bare.password)
  bare.password = ''
  return output(program, [`--dbname=${bare.href}`, ...args], {
    ...env,
    ...(password && { PGPASSWORD: password }),
  })
}

/** Returns the program's standard output. If the program fails, rejects with its standard error. */
async function output(program: string, args: string[], env: Backup['env']): Promise<string> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [code, said, faults] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  if (code !== 0) throw new Error(faults.trim() || `${program} exited with code ${code}`)
  return said
}
