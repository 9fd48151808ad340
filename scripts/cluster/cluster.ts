import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { required } from '../../contract/required.ts'
import { freePort } from '../../server/testing/postgres.ts'
import { mountSmallDisk, type SmallDisk } from '../../server/testing/small-disk.ts'
import { makeDatabase, takesStatements } from '../lib/client.ts'
import { type Relay, startRelay } from '../lib/relay.ts'
import { Fault, root } from '../lib/run.js'
import { answers, until } from '../lib/wait.ts'
import { ensureInstalled, pathOf, postgresBinaries } from './install.ts'
import { createPart, type Owner, type Part } from './part.ts'

export const serverNames = ['reeve1', 'reeve2', 'reeve3'] as const
const postgresNames = ['postgres1', 'postgres2'] as const
type Server = (typeof serverNames)[number]
export type Postgres = (typeof postgresNames)[number]

export interface Cluster {
  folder: string
  /** Of each PostgreSQL. */
  data: Record<Postgres, string>
  /** By what it is called: etcd, postgres1 (Patroni, with its PostgreSQL), pgbouncer, haproxy, reeve1, prometheus … */
  parts: Record<'etcd' | 'pgbouncer' | 'haproxy' | 'prometheus' | Server | Postgres, Part>
  urls: {
    console: string
    devices: string
    prometheus: string
    /** The primary, as the administrator. */
    primary: string
    servers: Record<Server, string>
    patroni: Record<Postgres, string>
  }
  adminPassword: string
  /** Where they were asked for: between PgBouncer and the primary, and what the standby follows each PostgreSQL by. */
  relays?: { servers: Relay; standby: Record<Postgres, Relay> } | undefined
  /** Where they were asked for and this user may mount them: what each PostgreSQL has its data on. */
  disks?: Record<Postgres, SmallDisk> | undefined
  /** Of a server, what the release before does not know. */
  ownSettings: Record<string, string>
  /** Which PostgreSQL leads now; undefined while none does. */
  leader(): Promise<Postgres | undefined>
  /** Waits until both PostgreSQL and all servers are as they should be. */
  settled(seconds?: number): Promise<void>
  stop(): Promise<void>
}

interface Options {
  /** What happens, a line each. */
  tell?(line: string): void
  /** Of the servers, beside those that lead to the parts. */
  env?: Record<string, string>
  /** PgBouncer reaches the primary, and the standby what it follows, by relays, which can be slow or cut. */
  relayed?: boolean
  /** Each PostgreSQL has a disk of its own that can be filled. */
  smallDisks?: boolean
  /** Where the servers' program is, if not in this checkout: another release's. */
  sources?: string | undefined
}

const host = '127.0.0.1'
/** Of the sources in a folder, what a server is started with. */
export const mainOf = (sources: string): string => join(sources, 'server', 'main.ts')

/** Everything on loopback, in a temporary folder, in the order in which each needs the one before. */
export async function startCluster({
  tell = () => {},
  env = {},
  sources = root,
  relayed = false,
  smallDisks = false,
}: Options = {}): Promise<Cluster> {
  ensureInstalled()
  const folder = mkdtempSync(join(tmpdir(), 'reeve-cluster-'))
  const owner = databaseUser()
  chmodSync(folder, 0o755)
  const own = (path: string) => owner && chownSync(path, owner.uid, owner.gid)
  const inside = (name: string) => {
    const path = join(folder, name)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    own(path)
    return path
  }
  own(folder)
  const password = randomBytes(18).toString('base64url')
  const adminPassword = randomBytes(12).toString('base64url')
  const values: Record<string, string> = {
    HOST: host,
    NETWORK: `${host}/32`,
    PASSWORD: password,
    BINARIES: required(postgresBinaries(), 'result of postgresBinaries'),
    SOCKETS: folder,
    USERS: join(folder, 'users.txt'),
    METRICS_TOKEN: randomBytes(18).toString('base64url'),
  }
  for (const name of ports) values[name] = `${await freePort()}`
  values.ETCD = `${host}:${values.ETCD_PORT}`
  const write = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    own(path)
    return path
  }
  values.RULES = write('rules.yml', readFileSync(join(root, 'deploy/observability/rules.yml'), 'utf8'))
  /** A file of deploy/cluster with its values. */
  const configured = (file: string, name = file, more: Record<string, string> = {}) =>
    write(name, fill(readFileSync(join(root, 'deploy', 'cluster', file), 'utf8'), { ...values, ...more }))

  const parts = {} as Cluster['parts']
  const part = (
    name: keyof Cluster['parts'],
    command: string,
    args: string[],
    more: { env?: Record<string, string>; asSelf?: true } = {},
  ) => {
    const { asSelf, ...rest } = more
    parts[name] = createPart({ name, folder, command, args, ...rest, owner: asSelf ? undefined : owner })
  }

  const peer = `http://${host}:${values.ETCD_PEER_PORT}`
  part('etcd', pathOf('etcd'), [
    ...['--data-dir', inside('etcd'), '--name', 'etcd1', '--log-level', 'warn'],
    ...['--listen-client-urls', `http://${values.ETCD}`, '--advertise-client-urls', `http://${values.ETCD}`],
    ...[
      '--listen-peer-urls',
      peer,
      '--initial-advertise-peer-urls',
      peer,
      '--initial-cluster',
      `etcd1=${peer}`,
    ],
  ])
  const portOf = (name: string) => required(values[`${name.toUpperCase()}_PORT`], 'item of values')
  const relays = relayed
    ? {
        servers: await startRelay(Number(values.PRIMARY_PORT)),
        standby: {
          postgres1: await startRelay(Number(portOf('postgres1'))),
          postgres2: await startRelay(Number(portOf('postgres2'))),
        },
      }
    : undefined
  const disks = smallDisks ? mountDisks() : undefined
  const data = {} as Cluster['data']
  for (const [index, name] of postgresNames.entries()) {
    if (disks) own(disks[name].folder)
    data[name] = disks ? join(disks[name].folder, 'data') : inside(`${name}-data`)
    const more = {
      ...{ NAME: name, DATA: data[name] },
      ...{
        REST_PORT: required(values[`REST${index + 1}_PORT`], 'item of values'),
        POSTGRES_PORT: portOf(name),
      },
      FOLLOWED_PORT: `${relays?.standby[name].port ?? portOf(name)}`,
    }
    part(name, pathOf('patroni'), [configured('patroni.yml', `${name}.yml`, more)])
  }
  write('users.txt', `"reeve" "${password}"\n`)
  const primaryPort = `${relays?.servers.port ?? values.PRIMARY_PORT}`
  part('pgbouncer', pathOf('pgbouncer'), [
    configured('pgbouncer.ini', 'pgbouncer.ini', { PRIMARY_PORT: primaryPort }),
  ])
  part('haproxy', pathOf('haproxy'), ['-W', '-db', '-f', configured('haproxy.cfg')])
  part('prometheus', pathOf('prometheus'), [
    ...['--config.file', configured('prometheus.yml'), '--storage.tsdb.path', inside('prometheus')],
    ...['--web.listen-address', `${host}:${values.PROMETHEUS_PORT}`, '--log.level', 'warn'],
  ])
  const console = `http://${host}:${values.HTTP_PORT}`
  const as = (user: string, port: string, database: string) =>
    `postgres://${user}:${password}@${host}:${port}/${database}`
  const ownSettings = {
    REEVE_DATABASE_READ_URL: as('reeve', required(values.STANDBY_PORT, 'STANDBY_PORT'), 'reeve'),
  }
  for (const [index, name] of serverNames.entries()) {
    part(name, process.execPath, [mainOf(sources)], {
      asSelf: true,
      env: {
        PORT: required(values[`REEVE${index + 1}_PORT`], 'item of values'),
        REEVE_MQTT_PORT: required(values[`REEVE${index + 1}_MQTT_PORT`], 'item of values'),
        REEVE_PUBLIC_URL: console,
        REEVE_TRUSTED_PROXIES: host,
        REEVE_DATABASE_URL: as('reeve', required(values.PGBOUNCER_PORT, 'PGBOUNCER_PORT'), 'reeve'),
        REEVE_DATABASE_LISTEN_URL: as('reeve', primaryPort, 'reeve'),
        REEVE_DATA_DIR: join(folder, name),
        REEVE_SMS_URL: `file:${join(folder, 'messages.jsonl')}`,
        REEVE_MAIL_URL: `file:${join(folder, 'messages.jsonl')}`,
        REEVE_ADMIN_PASSWORD: adminPassword,
        REEVE_METRICS_TOKEN: required(values.METRICS_TOKEN, 'METRICS_TOKEN'),
        ...(sources === root && ownSettings),
        ...env,
      },
    })
  }
  const urls: Cluster['urls'] = {
    console,
    devices: `mqtt://${host}:${values.MQTT_PORT}`,
    prometheus: `http://${host}:${values.PROMETHEUS_PORT}`,
    primary: as('postgres', required(values.PRIMARY_PORT, 'PRIMARY_PORT'), 'reeve'),
    servers: byName(serverNames, (index) => `http://${host}:${values[`REEVE${index}_PORT`]}`),
    patroni: byName(postgresNames, (index) => `http://${host}:${values[`REST${index}_PORT`]}`),
  }

  async function stop(): Promise<void> {
    await Promise.all([parts.prometheus, ...serverNames.map((name) => parts[name])].map((one) => one.stop()))
    await Promise.all([parts.haproxy, parts.pgbouncer].map((one) => one.stop()))
    await Promise.all(postgresNames.map((name) => parts[name].stop()))
    await parts.etcd.stop()
    for (const relay of relays ? [relays.servers, ...Object.values(relays.standby)] : []) relay.close()
    for (const disk of Object.values(disks ?? {})) disk[Symbol.dispose]()
    rmSync(folder, { recursive: true, force: true })
  }
  const leader = async () => {
    for (const name of postgresNames) if (await answers(`${urls.patroni[name]}/primary`)) return name
    return undefined
  }
  const settled = async (seconds = 180) => {
    const all = [
      async () => (await leader()) !== undefined,
      // The synchronous one: what is committed is there, too.
      async () =>
        (await Promise.all(postgresNames.map((name) => answers(`${urls.patroni[name]}/sync`)))).some(Boolean),
      ...serverNames.map((name) => () => answers(`${urls.servers[name]}/readyz`)),
      () => answers(`${console}/readyz`),
    ]
    for (const one of all) await until(one, seconds, 'the cluster did not come to rest')
  }

  try {
    tell('etcd')
    parts.etcd.start()
    await until(() => answers(`http://${values.ETCD}/health`), 20, lastOf(parts.etcd))
    tell('PostgreSQL, two under Patroni')
    for (const name of postgresNames) parts[name].start()
    for (const name of ['pgbouncer', 'haproxy', 'prometheus'] as const) parts[name].start()
    await until(async () => (await leader()) !== undefined, 90, lastOf(parts.postgres1))
    const maintenance = as('postgres', required(values.PRIMARY_PORT, 'PRIMARY_PORT'), 'postgres')
    await until(() => takesStatements(maintenance), 30, lastOf(parts.haproxy))
    await makeDatabase(maintenance, password)
    tell('Reeve, three servers')
    // The first makes the tables; the others would wait for it.
    for (const name of serverNames) {
      parts[name].start()
      await until(() => answers(`${urls.servers[name]}/readyz`), 90, lastOf(parts[name]))
    }
    await settled()
  } catch (error) {
    await stop()
    throw error
  }
  return { folder, data, parts, urls, adminPassword, ownSettings, relays, disks, leader, settled, stop }
}

const numbered = (prefix: string, suffix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}${suffix}`)
const ports = [
  ...[
    'ETCD_PORT',
    'ETCD_PEER_PORT',
    'HTTP_PORT',
    'MQTT_PORT',
    'PRIMARY_PORT',
    'STANDBY_PORT',
    'PGBOUNCER_PORT',
    'PROMETHEUS_PORT',
  ],
  ...numbered('REST', '_PORT', 2),
  ...numbered('POSTGRES', '_PORT', 2),
  ...numbered('REEVE', '_PORT', 3),
  ...numbered('REEVE', '_MQTT_PORT', 3),
]

const megabytes = 1_500

function mountDisks(): Cluster['disks'] {
  const [postgres1, postgres2] = [mountSmallDisk(megabytes), mountSmallDisk(megabytes)]
  if (postgres1 && postgres2) return { postgres1, postgres2 }
  postgres1?.[Symbol.dispose]()
  return undefined
}

const byName = <Name extends string>(names: readonly Name[], of: (number: number) => string) =>
  Object.fromEntries(names.map((name, index) => [name, of(index + 1)])) as Record<Name, string>

/** Puts values in place of ${NAME}; throws for one that is not known. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\$\{([A-Z0-9_]+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for ${name}`)
    return value
  })
}

/** PostgreSQL and PgBouncer refuse to run as root. */
function databaseUser(): Owner | undefined {
  if (userInfo().uid !== 0) return undefined
  const [, , uid, gid] = /^(postgres):[^:]*:(\d+):(\d+)/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  if (!uid) throw new Fault('The user postgres is missing. Debian’s PostgreSQL package creates it.')
  return { uid: Number(uid), gid: Number(gid) }
}

const lastOf = (part: Part) => () =>
  `${part.name} is not ready: ${readFileSync(part.log, 'utf8').slice(-1_500)}`
