import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { required } from '../../contract/required.ts'
import { root } from '../lib/run.js'
import { type Cluster, mainOf, type Postgres, serverNames } from './cluster.ts'
import { movedClock } from './install.ts'
import { isUp, until } from './wait.ts'

export interface Fault {
  name: string
  /** The expected effect of the fault. */
  note: string
  /** Returns the reason why the fault cannot be injected on this machine, or undefined if it can. */
  missing?(cluster: Cluster): string | undefined
  /** Injects the fault and removes it. The effects can last longer. */
  run(cluster: Cluster): Promise<void>
}

const seconds = (count: number) => pause(count * 1_000)

const untilReady = ({ urls }: Cluster, name: (typeof serverNames)[number]) =>
  until(
    () => isUp(`${urls.servers[name]}/readyz`),
    60,
    () => `${name} is not ready again.`,
  )

const leaderOf = async (cluster: Cluster): Promise<Postgres> => required(await cluster.leader(), 'primary')

const standbyOf = async (cluster: Cluster): Promise<Postgres> =>
  (await cluster.leader()) === 'postgres1' ? 'postgres2' : 'postgres1'

/** Returns the process id of the postmaster. */
const postmaster = ({ data }: Cluster, name: Postgres): number =>
  Number.parseInt(readFileSync(join(data[name], 'postmaster.pid'), 'utf8'), 10)

/** Returns the ids of a process and its children. */
function family(pid: number): number[] {
  const isChild = (name: string) => {
    try {
      const [, fields] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')
      return fields?.split(' ')[1] === `${pid}`
    } catch {
      return false // The process has just exited.
    }
  }
  return [
    pid,
    ...readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && isChild(name))
      .map(Number),
  ]
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has already exited.
    }
  }
}

/** Kills Patroni and its PostgreSQL, and restarts Patroni after 35 seconds. */
async function killDatabase(cluster: Cluster, name: Postgres): Promise<void> {
  const pid = postmaster(cluster, name)
  await cluster.parts[name].stop('SIGKILL')
  signalAll(family(pid), 'SIGKILL')
  await seconds(35)
  cluster.parts[name].start()
}

/** Sends a command to HAProxy's control socket. */
function commandHaproxy({ folder }: Cluster, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(join(folder, 'haproxy.sock'), () => socket.end(`${command}\n`))
    socket.on('error', reject)
    socket.resume().on('close', () => resolve())
  })
}

/** Upgrades the servers one by one to the code of this checkout. */
async function replaceServers(cluster: Cluster): Promise<void> {
  for (const name of serverNames) {
    const part = cluster.parts[name]
    await part.stop()
    part.args = [mainOf(root)]
    part.env = { ...part.env, ...cluster.newSettings }
    part.start()
    await untilReady(cluster, name)
    // HAProxy takes a moment to notice that the server is up.
    await seconds(3)
  }
}

/** Name of the fault that requires servers which still run the previous release. */
export const rollingUpgrade = 'rolling upgrade from the previous release'

export const faults: readonly Fault[] = [
  { name: rollingUpgrade, note: 'no request fails', run: replaceServers },
  { name: 'rolling restart of the three servers', note: 'no request fails', run: replaceServers },
  {
    name: 'one server kill -9',
    note: 'the requests in progress on this server fail',
    async run(cluster) {
      await cluster.parts.reeve2.stop('SIGKILL')
      await seconds(5)
      cluster.parts.reeve2.start()
      await untilReady(cluster, 'reeve2')
    },
  },
  {
    name: 'primary stopped',
    note: 'the primary is restarted or replaced',
    async run(cluster) {
      signalAll([postmaster(cluster, await leaderOf(cluster))], 'SIGINT')
    },
  },
  {
    name: 'primary and its Patroni kill -9',
    note: 'the standby takes over after 20 s',
    run: async (cluster) => killDatabase(cluster, await leaderOf(cluster)),
  },
  {
    name: 'primary frozen for 40 s (SIGSTOP)',
    note: 'the standby takes over and the old primary rejoins as the standby',
    async run(cluster) {
      const name = await leaderOf(cluster)
      const all = [...family(postmaster(cluster, name)), cluster.parts[name].pid()]
      signalAll(all, 'SIGSTOP')
      await seconds(40)
      signalAll(all, 'SIGCONT')
    },
  },
  {
    name: 'servers cut off from the database for 20 s',
    note: 'no response is wrong',
    async run({ relays }) {
      const { servers } = required(relays, 'relays')
      servers.open = false
      await seconds(20)
      servers.open = true
    },
  },
  {
    name: 'primary cut off from its standby for 30 s',
    note: 'commits wait until Patroni continues without the standby',
    async run(cluster) {
      const relay = required(cluster.relays, 'relays').standby[await leaderOf(cluster)]
      relay.open = false
      await seconds(30)
      relay.open = true
    },
  },
  {
    name: 'disk of the primary full for 40 s',
    note: 'changes are refused',
    missing: ({ disks }) => (disks ? undefined : 'only root can mount the disk'),
    async run(cluster) {
      const disk = required(cluster.disks, 'disks')[await leaderOf(cluster)]
      disk.fill()
      await seconds(40)
      disk.clear()
    },
  },
  {
    name: 'standby lost',
    note: 'commits wait until Patroni continues without the standby',
    run: async (cluster) => killDatabase(cluster, await standbyOf(cluster)),
  },
  {
    name: 'PgBouncer restarted',
    note: 'statements in progress fail',
    async run({ parts }) {
      await parts.pgbouncer.stop()
      parts.pgbouncer.start()
    },
  },
  {
    name: 'HAProxy reloaded',
    note: 'no request fails',
    async run({ parts }) {
      process.kill(parts.haproxy.pid(), 'SIGUSR2')
      await seconds(5)
    },
  },
  {
    name: 'etcd lost for 40 s',
    note: 'the primary keeps its role (failsafe_mode)',
    async run({ parts }) {
      await parts.etcd.stop('SIGKILL')
      await seconds(40)
      parts.etcd.start()
    },
  },
  {
    name: 'slow database (300 ms) for 20 s',
    note: 'responses are slow but correct',
    async run({ relays }) {
      const { servers } = required(relays, 'relays')
      servers.delay = 300
      await seconds(20)
      servers.delay = 0
    },
  },
  {
    name: 'clock of one server an hour ahead for 30 s',
    note: 'lifetimes follow the clock of the database',
    async run(cluster) {
      const { reeve3 } = cluster.parts
      for (const env of [movedClock('+1h'), {}]) {
        await reeve3.stop()
        reeve3.start(env)
        await untilReady(cluster, 'reeve3')
        if (env.FAKETIME) await seconds(30)
      }
    },
  },
  {
    name: 'all devices return at once',
    note: 'other requests are hardly affected',
    async run(cluster) {
      for (const name of serverNames)
        await commandHaproxy(cluster, `shutdown sessions server gateways/${name}`)
      await seconds(20)
    },
  },
]
