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

/** fault: it does not work. advice: it works, and something had better be done. */
interface Finding {
  name: string
  state: 'ok' | 'advice' | 'fault'
  says: string
  /** What to do about it. */
  do?: string
}

type Look = Omit<Finding, 'name'>

const roomWanted = 1_000_000_000
/** ms. Tokens and codes count in seconds. */
const clockDifference = 1_000

export const check: Run = async ({ env, progress }) => {
  const config = readConfig(env)
  useProxy(config.proxy)
  const findings: Finding[] = config.warnings.length
    ? config.warnings.map((says) => ({ name: 'settings', state: 'advice', says }))
    : [{ name: 'settings', state: 'ok', says: 'nothing is wrong with them' }]
  const look = async (name: string, at: () => Promise<Look[]>, remedy: string) => {
    progress.say(`Looking at ${name}`)
    const looks = await at().catch((error: Error): Look[] => [
      { state: 'fault', says: error.message, do: remedy },
    ])
    findings.push(...looks.map((each) => ({ name, ...each })))
  }
  if (config.databaseUrl === undefined)
    await look('disk', () => lookAtDisk(config.dataDir), 'name another folder in REEVE_DATA_DIR')
  await look(
    'database',
    () => lookAtDatabase(config),
    config.databaseUrl
      ? 'see that PostgreSQL runs, and that REEVE_DATABASE_URL leads to it'
      : 'see docs/operations/database.md',
  )
  await look(
    'SMS',
    () => lookAtTransport(config.smsUrl, 'sms'),
    'see that this machine may reach it, and REEVE_SMS_URL',
  )
  const { smsUrl2 } = config
  if (smsUrl2)
    await look(
      'SMS 2',
      () => lookAtTransport(smsUrl2, 'sms'),
      'see that this machine may reach it, and REEVE_SMS_FALLBACK_URL',
    )
  await look(
    'mail',
    () => lookAtTransport(config.mailUrl, 'mail'),
    'see that this machine may reach it, and REEVE_MAIL_URL',
  )
  const { documentsUrl } = config
  if (documentsUrl)
    await look(
      'papers',
      () => lookAtStorage(documentsUrl),
      'see REEVE_DOCUMENTS_URL, and what its key may do',
    )
  const failed = findings.some(({ state }) => state === 'fault')
  return { lines: findings.flatMap(linesOf), data: { findings }, failed }
}

const marks = { ok: 'ok    ', advice: 'advice', fault: 'FAULT ' }

const linesOf = ({ name, state, says, do: remedy }: Finding): string[] => [
  `${marks[state]}  ${name.padEnd(8)}  ${says}`,
  ...(remedy ? [`${' '.repeat(18)}→ ${remedy}`] : []),
]

async function lookAtDisk(dataDir: string): Promise<Look[]> {
  let folder = resolve(dataDir)
  while (!existsSync(folder)) folder = dirname(folder)
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const says = `${(free / 1e9).toFixed(1)} GB free where ${dataDir} is`
  return [
    free < roomWanted ? { state: 'fault', says, do: 'free some room: 1 GB at least' } : { state: 'ok', says },
  ]
}

async function lookAtDatabase({
  databaseUrl: url,
  databaseListenUrl: listenUrl,
  databaseReadUrl: readUrl,
  dataDir,
  documentsUrl,
}: Config): Promise<Look[]> {
  if (!url && !existsSync(join(dataDir, 'postgres')))
    return [{ state: 'ok', says: `there is none in ${dataDir} yet: the first start makes it` }]
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
          says: `PostgreSQL ${version} takes no changes: ${String(fault)}`,
          do: 'see its log and the room on its disk',
        }
      : { state: 'ok', says: `PostgreSQL ${version}${url ? '' : ', embedded'}` },
    ...(await lookAtMigrations(db, documentsUrl)),
  ]
  if (url && superuser)
    looks.push({
      state: 'advice',
      says: 'the role is a superuser, whom no privilege keeps from changing the audit log',
      do: 'give the database to a role of its own',
    })
  const difference = clock < before ? before - clock : clock > after ? clock - after : 0
  looks.push(
    difference > clockDifference
      ? {
          state: 'fault',
          says: `its clock and this machine's differ by ${(difference / 1_000).toFixed(1)} s`,
          do: 'keep both by NTP',
        }
      : { state: 'ok', says: "its clock is this machine's" },
  )
  if (readUrl) looks.push(await lookAtStandby(readUrl))
  return looks
}

async function lookAtStandby(url: string): Promise<Look> {
  await using db = await openDatabase({ url, dataDir: '', log: commandLog() })
  const { rows } = await db.execute('select pg_is_in_recovery() as standby')
  return rows[0].standby
    ? { state: 'ok', says: 'lists are read of a standby' }
    : {
        state: 'fault',
        says: 'REEVE_DATABASE_READ_URL leads to no standby',
        do: 'let it lead to the synchronous one',
      }
}

async function lookAtMigrations(db: Database, documentsUrl: string | undefined): Promise<Look[]> {
  const { length } = await pendingMigrations(db)
  if (length)
    return [
      {
        state: 'advice',
        says: `${length} migrations to run`,
        do: 'reeve migrate, or the next start does it',
      },
    ]
  const collisions = await findCollisions(db)
  const unread = documentsUrl ? 0 : await countObjects(db.query)
  return [
    { state: 'ok', says: 'it is of this version' },
    ...collisions.map((collision) => ({
      state: 'advice' as const,
      says: describeCollision(collision),
      do: 'give them different names: only the next change of a name requires it',
    })),
    ...(unread
      ? [
          {
            state: 'fault' as const,
            says: `${unread} papers are in object storage, which no setting names: nobody can read them`,
            do: 'name it in REEVE_DOCUMENTS_URL',
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
  if (!read?.equals(content)) throw new Error('what was written is not what is read')
  return [
    { state: 'ok', says: 'an object was written, read and deleted' },
    ...(versioned
      ? [
          {
            state: 'advice' as const,
            says: 'the bucket keeps versions: what is deleted stays there',
            do: 'take a bucket without them, or have former versions deleted after some days',
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
            says: `notices without a template go by mail and in the console only: ${missing.join(', ')}`,
            do: 'have their texts approved (docs/operations/sms-and-mail.md) and add template.NAME for each',
          },
        ]
      : []),
  ]
}
