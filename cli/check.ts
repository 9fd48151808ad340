import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseStorage } from '../server/certification/documents/storage/parse.ts'
import { openStorage } from '../server/certification/documents/storage/s3.ts'
import { countObjects } from '../server/certification/documents/storage/store.ts'
import { type Config, readConfig } from '../server/config.ts'
import { describeCollision, findCollisions } from '../server/core/names/collisions.ts'
import { useProxy } from '../server/core/process/proxy.ts'
import { pendingMigrations } from '../server/db/migrate.ts'
import { type Database, openDatabase, reachDatabase } from '../server/db/open.ts'
import { parseTransport } from '../server/notifications/transports/parse.ts'
import type { Channel } from '../server/notifications/transports/transport.ts'
import type { Run } from './command.ts'
import { commandLog } from './database.ts'

/**
 * The result of one check. A fault means that something does not work. Advice means that everything works,
 * but a change is recommended.
 */
interface Finding {
  name: string
  state: 'ok' | 'advice' | 'fault'
  says: string
  /** The action that is recommended to the operator. */
  do?: string
}

type Look = Omit<Finding, 'name'>

const roomWanted = 1_000_000_000
/**
 * Maximum difference in milliseconds between the clocks of the database and this machine. A larger difference
 * is reported as a fault, because the expiry times of tokens and codes have a precision of seconds.
 */
const clockDifference = 1_000

export const check: Run = async ({ env, progress }) => {
  const config = readConfig(env)
  useProxy(config.proxy)
  const findings: Finding[] = config.warnings.length
    ? config.warnings.map((says) => ({ name: 'settings', state: 'advice', says }))
    : [{ name: 'settings', state: 'ok', says: 'all settings are valid' }]
  const look = async (name: string, at: () => Promise<Look[]>, remedy: string) => {
    progress.say(`Checking ${name}`)
    const looks = await at().catch((error: Error): Look[] => [
      { state: 'fault', says: error.message, do: remedy },
    ])
    findings.push(...looks.map((each) => ({ name, ...each })))
  }
  if (config.databaseUrl === undefined)
    await look('disk', () => lookAtDisk(config.dataDir), 'set REEVE_DATA_DIR to another folder')
  await look(
    'database',
    () => lookAtDatabase(config),
    config.databaseUrl
      ? 'check that PostgreSQL is running and that REEVE_DATABASE_URL is correct'
      : 'see docs/operations/database.md',
  )
  await look(
    'SMS',
    () => lookAtTransport(config.smsUrl, 'sms'),
    'check REEVE_SMS_URL, and that this machine can reach the service',
  )
  const { smsUrl2 } = config
  if (smsUrl2)
    await look(
      'SMS 2',
      () => lookAtTransport(smsUrl2, 'sms'),
      'check REEVE_SMS_FALLBACK_URL, and that this machine can reach the service',
    )
  await look(
    'mail',
    () => lookAtTransport(config.mailUrl, 'mail'),
    'check REEVE_MAIL_URL, and that this machine can reach the service',
  )
  const { documentsUrl } = config
  if (documentsUrl)
    await look(
      'documents',
      () => lookAtStorage(documentsUrl),
      'check REEVE_DOCUMENTS_URL and the permissions of its key',
    )
  const failed = findings.some(({ state }) => state === 'fault')
  return { lines: findings.flatMap(linesOf), data: { findings }, failed }
}

const marks = { ok: 'ok    ', advice: 'advice', fault: 'FAULT ' }

const linesOf = ({ name, state, says, do: remedy }: Finding): string[] => [
  `${marks[state]}  ${name.padEnd(9)}  ${says}`,
  ...(remedy ? [`${' '.repeat(19)}→ ${remedy}`] : []),
]

async function lookAtDisk(dataDir: string): Promise<Look[]> {
  let folder = resolve(dataDir)
  while (!existsSync(folder)) folder = dirname(folder)
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const says = `${(free / 1e9).toFixed(1)} GB free on the disk of ${dataDir}`
  return [free < roomWanted ? { state: 'fault', says, do: 'free at least 1 GB' } : { state: 'ok', says }]
}

async function lookAtDatabase({
  databaseUrl: url,
  databaseListenUrl: listenUrl,
  databaseReadUrl: readUrl,
  dataDir,
  documentsUrl,
}: Config): Promise<Look[]> {
  if (!url && !existsSync(join(dataDir, 'postgres')))
    return [{ state: 'ok', says: `${dataDir} contains no database yet; the first start creates one` }]
  await using db = await reachDatabase({ url, listenUrl, dataDir, log: commandLog() })
  const before = Date.now()
  const { rows } = await db.execute(`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      extract(epoch from clock_timestamp())::float8 * 1000 as clock,
      (select rolsuper from pg_roles where rolname = current_user) as superuser`)
  const after = Date.now()
  const { version, clock, superuser } = rows[0]
  const fault = await db.ping()
  const looks: Look[] = [
    fault
      ? {
          state: 'fault',
          says: `PostgreSQL ${version} does not accept changes: ${String(fault)}`,
          do: 'check the log of PostgreSQL and the free space on its disk',
        }
      : { state: 'ok', says: `PostgreSQL ${version}${url ? '' : ', embedded'}` },
    ...(await lookAtMigrations(db, documentsUrl)),
  ]
  if (url && superuser)
    looks.push({
      state: 'advice',
      says: 'the role is a superuser, so no privilege protects the audit log from changes',
      do: 'use a role without superuser rights that owns the database',
    })
  const difference = clock < before ? before - clock : clock > after ? clock - after : 0
  looks.push(
    difference > clockDifference
      ? {
          state: 'fault',
          says: `the clocks of the database and this machine differ by ${(difference / 1_000).toFixed(1)} s`,
          do: 'synchronize both clocks with NTP',
        }
      : { state: 'ok', says: 'its clock matches the clock of this machine' },
  )
  if (readUrl) looks.push(await lookAtStandby(readUrl))
  return looks
}

async function lookAtStandby(url: string): Promise<Look> {
  await using db = await openDatabase({ url, dataDir: '', log: commandLog() })
  const { rows } = await db.execute('select pg_is_in_recovery() as standby')
  return rows[0].standby
    ? { state: 'ok', says: 'lists can be read from the standby' }
    : {
        state: 'fault',
        says: 'REEVE_DATABASE_READ_URL is not the URL of a standby',
        do: 'set it to the URL of the synchronous standby',
      }
}

async function lookAtMigrations(db: Database, documentsUrl: string | undefined): Promise<Look[]> {
  const { length } = await pendingMigrations(db)
  if (length)
    return [
      {
        state: 'advice',
        says: `${length} pending migrations`,
        do: 'run reeve migrate, or start the server',
      },
    ]
  const collisions = await findCollisions(db)
  const unread = documentsUrl ? 0 : await countObjects(db.query)
  return [
    { state: 'ok', says: 'the schema matches this version' },
    ...collisions.map((collision) => ({
      state: 'advice' as const,
      says: describeCollision(collision),
      do: 'give them different names; duplicates stay valid until they are next edited',
    })),
    ...(unread
      ? [
          {
            state: 'fault' as const,
            says: `${unread} documents are in object storage, but REEVE_DOCUMENTS_URL is not set, so nobody can read them`,
            do: 'set REEVE_DOCUMENTS_URL',
          },
        ]
      : []),
  ]
}

async function lookAtStorage(url: string): Promise<Look[]> {
  const storage = openStorage(parseStorage(url))
  const [name, content] = [`probe-${randomBytes(8).toString('hex')}`, randomBytes(1_000)]
  const { versioned } = await storage.put(name, content)
  const read = await storage.get(name)
  await storage.delete(name)
  if (!read?.equals(content))
    throw new Error('the object that was read differs from the object that was written')
  return [
    { state: 'ok', says: 'an object was written, read and deleted' },
    ...(versioned
      ? [
          {
            state: 'advice' as const,
            says: 'the bucket has versioning enabled, so it retains deleted documents',
            do: 'use a bucket without versioning, or a rule that deletes old versions after some days',
          },
        ]
      : []),
  ]
}

async function lookAtTransport(setting: string, channel: Channel): Promise<Look[]> {
  const transport = parseTransport(setting, channel)
  const missing = transport.missing ?? []
  return [
    { state: 'ok', says: await transport.reach() },
    ...(missing.length
      ? [
          {
            state: 'advice' as const,
            says: `notices without an SMS template are sent by email and in the console only: ${missing.join(', ')}`,
            do: 'have the SMS provider approve their texts, and add template.NAME for each (docs/operations/sms-and-mail.md)',
          },
        ]
      : []),
  ]
}
