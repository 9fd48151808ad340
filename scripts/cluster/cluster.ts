import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { required } from '../../contract/required.ts'
import { freePort } from '../../server/testing/postgres.ts'
import { mountSmallDisk, type SmallDisk } from '../../server/testing/small-disk.ts'
import { takesStatements, withClient } from '../lib/client.ts'
import { type Relay, startRelay } from '../lib/relay.ts'
import { Fault, root } from '../lib/run.js'
import { ensureInstalled, pathOf, postgresBinaries } from './install.ts'
import { createPart, type Owner, type Part } from './part.ts'
import { isUp, until } from './wait.ts'

export const serverNames = ['reeve1', 'reeve2', 'reeve3'] as const
const postgresNames = ['postgres1', 'postgres2'] as const
type Server = (typeof serverNames)[number]
export type Postgres = (typeof postgresNames)[number]

export interface Cluster {
  folder: string
  /** Data folders of the PostgreSQL instances. */
  data: Record<Postgres, string>
  /**
   * The processes of the cluster. Each of postgres1 and postgres2 is a Patroni process that runs a PostgreSQL
   * instance.
   */
  parts: Record<'etcd' | 'pgbouncer' | 'haproxy' | 'prometheus' | Server | Postgres, Part>
  urls: {
    console: string
    devices: string
    prometheus: string
    /** URL of the primary PostgreSQL with the credentials of the database administrator. */
    primary: string
    servers: Record<Server, string>
    patroni: Record<Postgres, string>
  }
  adminPassword: string
  /**
   * TCP relays that can interrupt connections: from PgBouncer to the primary, and from the standby to each
   * PostgreSQL.
   */
  relays?: { servers: Relay; standby: Record<Postgres, Relay> } | undefined
  disks?: Record<Postgres, SmallDisk> | undefined
  /** Server settings that the previous release does not support. */
  newSettings: Record<string, string>
  /** Returns the primary PostgreSQL, or undefined during a failover. */
  leader(): Promise<Postgres | undefined>
  /** Waits until both PostgreSQL instances and all servers are ready. */
  settled(): Promise<void>
  stop(): Promise<void>
}

interface Options {
  progress?(step: string): void
  /** Additional environment variables for the Reeve servers. */
  env?: Record<string, string>
  /**
   * Routes the connections of PgBouncer and of the standby through relays. If the user can mount disks, also
   * puts each PostgreSQL on a small disk, so that a fault can fill the disk.
   */
  forFaults?: boolean
  /** Checkout from which the servers run. Defaults to this checkout. */
  sources?: string | undefined
}

const host = '127.0.0.1'
export const mainOf = (sources: string): string => join(sources, 'server', 'main.ts')

const numbered = (prefix: string, suffix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}${suffix}`)
const ports = [
  ...['ETCD', 'ETCD_PEER', 'HTTP', 'MQTT', 'PRIMARY', 'STANDBY', 'PGBOUNCER', 'PROMETHEUS'],
  ...numbered('REST', '', 2),
  ...numbered('POSTGRES', '', 2),
  ...numbered('REEVE', '', 3),
  ...numbered('REEVE', '_MQTT', 3),
]

/**
 * Starts all processes on the loopback address, with a temporary folder, in the order of their dependencies.
 */
export async function startCluster({
  progress = () => {},
  env = {},
  sources = root,
  forFaults = false,
}: Options = {}): Promise<Cluster> {
  ensureInstalled()
  const folder = mkdtempSync(join(tmpdir(), 'reeve-cluster-'))
  const owner = databaseUser()
  chmodSync(folder, 0o755)
  const own = (path: string) => {
    if (owner) chownSync(path, owner.uid, owner.gid)
    return path
  }
  own(folder)
  const createFolder = (name: string) => {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
    return own(join(folder, name))
  }
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    return own(join(folder, name))
  }
  const password = randomBytes(18).toString('base64url')
  const adminPassword = randomBytes(12).toString('base64url')
  const values: Record<string, string> = {
    HOST: host,
    NETWORK: `${host}/32`,
    PASSWORD: password,
    BINARIES: required(postgresBinaries(), 'programs of PostgreSQL'),
    SOCKETS: folder,
    USERS: write('users.txt', `"reeve" "${password}"\n`),
    METRICS_TOKEN: randomBytes(18).toString('base64url'),
    RULES: write('rules.yml', readFileSync(join(root, 'deploy/observability/rules.yml'), 'utf8')),
  }
  for (const name of ports) values[`${name}_PORT`] = `${await freePort()}`
  const value = (name: string) => required(values[name], name)
  const portOf = (name: string) => value(`${name.toUpperCase()}_PORT`)
  values.ETCD = `${host}:${portOf('etcd')}`
  /** Writes a configuration file of deploy/cluster with its placeholders filled in. */
  const configure = (file: string, name = file, more: Record<string, string> = {}) => {
    const text = readFileSync(join(root, 'deploy', 'cluster', file), 'utf8')
    return write(
      name,
      text.replace(/\$\{([A-Z0-9_]+)\}/g, (_, key: string) => more[key] ?? value(key)),
    )
  }

  const parts = {} as Cluster['parts']
  const addPart = (name: keyof Cluster['parts'], command: string, args: string[]) => {
    parts[name] = createPart({ name, folder, command, args, env: {}, owner })
  }
  const etcd = `http://${values.ETCD}`
  const peer = `http://${host}:${portOf('etcd_peer')}`
  addPart('etcd', pathOf('etcd'), [
    ...['--data-dir', createFolder('etcd'), '--name', 'etcd1', '--log-level', 'warn'],
    ...['--listen-client-urls', etcd, '--advertise-client-urls', etcd],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', `etcd1=${peer}`],
  ])
  const relayTo = (name: string) => startRelay(Number(portOf(name)))
  const relays = forFaults
    ? {
        servers: await relayTo('primary'),
        standby: { postgres1: await relayTo('postgres1'), postgres2: await relayTo('postgres2') },
      }
    : undefined
  const disks = forFaults ? mountDisks() : undefined
  const data = {} as Cluster['data']
  for (const [index, name] of postgresNames.entries()) {
    data[name] = disks ? join(own(disks[name].folder), 'data') : createFolder(`${name}-data`)
    const more = {
      ...{ NAME: name, DATA: data[name], POSTGRES_PORT: portOf(name), REST_PORT: portOf(`rest${index + 1}`) },
      FOLLOWED_PORT: `${relays?.standby[name].port ?? portOf(name)}`,
    }
    addPart(name, pathOf('patroni'), [configure('patroni.yml', `${name}.yml`, more)])
  }
  const primaryPort = `${relays?.servers.port ?? portOf('primary')}`
  const pgbouncer = configure('pgbouncer.ini', 'pgbouncer.ini', { PRIMARY_PORT: primaryPort })
  addPart('pgbouncer', pathOf('pgbouncer'), [pgbouncer])
  addPart('haproxy', pathOf('haproxy'), ['-W', '-db', '-f', configure('haproxy.cfg')])
  addPart('prometheus', pathOf('prometheus'), [
    ...['--config.file', configure('prometheus.yml'), '--storage.tsdb.path', createFolder('prometheus')],
    ...['--web.listen-address', `${host}:${portOf('prometheus')}`, '--log.level', 'warn'],
  ])
  const databaseUrl = (user: string, port: string, database: string) =>
    `postgres://${user}:${password}@${host}:${port}/${database}`
  const urls: Cluster['urls'] = {
    console: `http://${host}:${portOf('http')}`,
    devices: `mqtt://${host}:${portOf('mqtt')}`,
    prometheus: `http://${host}:${portOf('prometheus')}`,
    primary: databaseUrl('postgres', portOf('primary'), 'reeve'),
    servers: byName(serverNames, (number) => `http://${host}:${portOf(`reeve${number}`)}`),
    patroni: byName(postgresNames, (number) => `http://${host}:${portOf(`rest${number}`)}`),
  }
  const newSettings = { REEVE_DATABASE_READ_URL: databaseUrl('reeve', portOf('standby'), 'reeve') }
  const outbox = `file:${join(folder, 'messages.jsonl')}`
  for (const name of serverNames) {
    const settings = {
      PORT: portOf(name),
      REEVE_MQTT_PORT: portOf(`${name}_mqtt`),
      REEVE_PUBLIC_URL: urls.console,
      REEVE_TRUSTED_PROXIES: host,
      REEVE_DATABASE_URL: databaseUrl('reeve', portOf('pgbouncer'), 'reeve'),
      REEVE_DATABASE_LISTEN_URL: databaseUrl('reeve', primaryPort, 'reeve'),
      REEVE_DATA_DIR: join(folder, name),
      REEVE_SMS_URL: outbox,
      REEVE_MAIL_URL: outbox,
      REEVE_ADMIN_PASSWORD: adminPassword,
      REEVE_METRICS_TOKEN: value('METRICS_TOKEN'),
      ...(sources === root && newSettings),
      ...env,
    }
    const args = [mainOf(sources)]
    // Reeve servers run as the current user, even if that user is root. PostgreSQL and PgBouncer refuse to
    // run as root.
    parts[name] = createPart({
      name,
      folder,
      command: process.execPath,
      args,
      env: settings,
      owner: undefined,
    })
  }

  async function stop(): Promise<void> {
    const stopAll = (names: readonly (keyof Cluster['parts'])[]) =>
      Promise.all(names.map((name) => parts[name].stop()))
    await stopAll(['prometheus', ...serverNames])
    await stopAll(['haproxy', 'pgbouncer'])
    await stopAll(postgresNames)
    await stopAll(['etcd'])
    for (const relay of relays ? [relays.servers, ...Object.values(relays.standby)] : []) relay.close()
    for (const disk of Object.values(disks ?? {})) disk[Symbol.dispose]()
    rmSync(folder, { recursive: true, force: true })
  }
  const leader = async () => {
    for (const name of postgresNames) if (await isUp(`${urls.patroni[name]}/primary`)) return name
    return undefined
  }
  const hasSynchronousStandby = async () =>
    (await Promise.all(postgresNames.map((name) => isUp(`${urls.patroni[name]}/sync`)))).some(Boolean)
  const settled = async () => {
    const conditions = [
      async () => (await leader()) !== undefined,
      hasSynchronousStandby,
      ...[...Object.values(urls.servers), urls.console].map((url) => () => isUp(`${url}/readyz`)),
    ]
    for (const each of conditions) await until(each, 180, () => 'The cluster is not ready after 180 s.')
  }
  const untilReady = (part: Part, seconds: number, condition: () => Promise<boolean>) =>
    until(condition, seconds, () => `${part.name} is not ready: ${part.output()}`)

  try {
    progress('etcd')
    parts.etcd.start()
    await untilReady(parts.etcd, 20, () => isUp(`${etcd}/health`))
    progress('PostgreSQL, two under Patroni')
    for (const name of postgresNames) parts[name].start()
    for (const name of ['pgbouncer', 'haproxy', 'prometheus'] as const) parts[name].start()
    await untilReady(parts.postgres1, 90, async () => (await leader()) !== undefined)
    const maintenance = databaseUrl('postgres', portOf('primary'), 'postgres')
    await untilReady(parts.haproxy, 30, () => takesStatements(maintenance))
    await withClient(maintenance, async (client) => {
      await client.query(`create role reeve login password ${pg.escapeLiteral(password)}`)
      await client.query('create database reeve owner reeve')
    })
    progress('Reeve, three servers')
    // Start the servers one after another, because the first one creates the tables. The others would only
    // wait for it.
    for (const name of serverNames) {
      parts[name].start()
      await untilReady(parts[name], 90, () => isUp(`${urls.servers[name]}/readyz`))
    }
    await settled()
  } catch (error) {
    await stop()
    throw error
  }
  return { folder, data, parts, urls, adminPassword, newSettings, relays, disks, leader, settled, stop }
}

const megabytes = 1_500

function mountDisks(): Cluster['disks'] {
  const [postgres1, postgres2] = [mountSmallDisk(megabytes), mountSmallDisk(megabytes)]
  if (postgres1 && postgres2) return { postgres1, postgres2 }
  postgres1?.[Symbol.dispose]()
  return undefined
}

const byName = <Name extends string>(names: readonly Name[], value: (number: number) => string) =>
  Object.fromEntries(names.map((name, index) => [name, value(index + 1)])) as Record<Name, string>

/** Returns the user `postgres` if this process runs as root, because PostgreSQL refuses to run as root. */
function databaseUser(): Owner | undefined {
  if (userInfo().uid !== 0) return undefined
  const [, , uid, gid] = /^(postgres):[^:]*:(\d+):(\d+)/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  if (!uid) throw new Fault('The user postgres is missing. The Debian package postgresql creates it.')
  return { uid: Number(uid), gid: Number(gid) }
}
