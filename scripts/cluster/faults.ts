import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { required } from '../../contract/required.ts'
import { movedClock } from '../lib/clock.ts'
import { root } from '../lib/run.js'
import { answers, until } from '../lib/wait.ts'
import { type Cluster, mainOf, type Postgres, serverNames } from './cluster.ts'

/** Something that happens to a cluster under load, until it is over. */
export interface Fault {
  name: string
  /** What is to be expected of it. */
  note: string
  /** Why it cannot be had here; undefined: it can. */
  lacks?(cluster: Cluster): string | undefined
  run(cluster: Cluster): Promise<void>
}

const seconds = (count: number) => pause(count * 1_000)

const ready = ({ urls }: Cluster, name: (typeof serverNames)[number]) =>
  until(() => answers(`${urls.servers[name]}/readyz`), 60, `${name} did not come back`)

/** The leader, and the process of its PostgreSQL. */
async function primary(cluster: Cluster) {
  const name = required(await cluster.leader(), 'result of leader')
  return { part: cluster.parts[name], pid: postmaster(cluster, name) }
}

const postmaster = ({ data }: Cluster, name: Postgres): number =>
  Number.parseInt(readFileSync(join(data[name], 'postmaster.pid'), 'utf8'), 10)

const standbyOf = async (cluster: Cluster): Promise<Postgres> =>
  (await cluster.leader()) === 'postgres1' ? 'postgres2' : 'postgres1'

/** A process and its children. */
function family(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => {
    try {
      return (
        /^\d+$/.test(name) &&
        required(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1], 'item of readFileSync').split(
          ' ',
        )[1] === `${pid}`
      )
    } catch {
      return false // it has just ended
    }
  })
  return [pid, ...children.map(Number)]
}

const signalAll = (pids: readonly number[], signal: NodeJS.Signals) => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended.
    }
  }
}

/** As an operator tells HAProxy over its socket. */
function tellHaproxy({ folder }: Cluster, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(join(folder, 'haproxy.sock'), () => socket.end(`${command}\n`))
    socket.on('error', reject)
    socket.resume().on('close', () => resolve())
  })
}

/** One server after the other, by those of this checkout. */
async function replaceServers(cluster: Cluster): Promise<void> {
  for (const name of serverNames) {
    const part = cluster.parts[name]
    await part.stop()
    part.args = [mainOf(root)]
    part.env = { ...part.env, ...cluster.ownSettings }
    part.start()
    await ready(cluster, name)
    // HAProxy has to have seen it, too.
    await seconds(3)
  }
}

/** Of a cluster whose servers are of the release before. */
export const rollingUpgrade = 'rolling upgrade from the release before'

export const faults: readonly Fault[] = [
  {
    name: rollingUpgrade,
    note: 'no request fails',
    run: replaceServers,
  },
  {
    name: 'rolling restart of the three servers',
    note: 'no request fails',
    run: replaceServers,
  },
  {
    name: 'one server kill -9',
    note: 'its requests in flight',
    async run(cluster) {
      await cluster.parts.reeve2.stop('SIGKILL')
      await seconds(5)
      cluster.parts.reeve2.start()
      await ready(cluster, 'reeve2')
    },
  },
  {
    name: 'primary stopped',
    note: 'started again or replaced',
    async run(cluster) {
      signalAll([(await primary(cluster)).pid], 'SIGINT')
    },
  },
  {
    name: 'primary and its Patroni kill -9',
    note: 'the standby takes over after 20 s',
    async run(cluster) {
      const { part, pid } = await primary(cluster)
      await part.stop('SIGKILL')
      signalAll(family(pid), 'SIGKILL')
      await seconds(35)
      part.start()
    },
  },
  {
    name: 'primary frozen for 40 s (SIGSTOP)',
    note: 'the standby takes over; the old one rejoins',
    async run(cluster) {
      const { part, pid } = await primary(cluster)
      const all = [...family(pid), part.pid()]
      signalAll(all, 'SIGSTOP')
      await seconds(40)
      signalAll(all, 'SIGCONT')
    },
  },
  {
    name: 'servers cut off from the database for 20 s',
    note: 'nothing is answered that is not known',
    async run({ relays }) {
      required(relays, 'relays').servers.open = false
      await seconds(20)
      required(relays, 'relays').servers.open = true
    },
  },
  {
    name: 'primary cut off from its standby for 30 s',
    note: 'commits wait until Patroni goes on without it',
    async run(cluster) {
      const relay = required(cluster.relays, 'relays').standby[
        required(await cluster.leader(), 'result of leader')
      ]
      relay.open = false
      await seconds(30)
      relay.open = true
    },
  },
  {
    name: 'disk of the primary full for 40 s',
    note: 'the standby takes over where it cannot go on',
    lacks: ({ disks }) => (disks ? undefined : 'only root can mount a disk for it'),
    async run(cluster) {
      const disk = required(cluster.disks, 'disks')[required(await cluster.leader(), 'result of leader')]
      disk.fill()
      await seconds(40)
      disk.clear()
    },
  },
  {
    name: 'standby lost',
    note: 'commits wait until Patroni goes on without it',
    async run(cluster) {
      const name = await standbyOf(cluster)
      const pid = postmaster(cluster, name)
      await cluster.parts[name].stop('SIGKILL')
      signalAll(family(pid), 'SIGKILL')
      await seconds(35)
      cluster.parts[name].start()
    },
  },
  {
    name: 'PgBouncer restarted',
    note: 'statements in flight',
    async run({ parts }) {
      await parts.pgbouncer.stop()
      parts.pgbouncer.start()
    },
  },
  {
    name: 'HAProxy reloaded',
    note: 'no request fails',
    async run({ parts }) {
      parts.haproxy.signal('SIGUSR2')
      await seconds(5)
    },
  },
  {
    name: 'etcd lost for 40 s',
    note: 'failsafe_mode: the primary stays',
    async run({ parts }) {
      await parts.etcd.stop('SIGKILL')
      await seconds(40)
      parts.etcd.start()
    },
  },
  {
    name: 'slow database (300 ms) for 20 s',
    note: 'slow, not wrong',
    async run({ relays }) {
      required(relays, 'relays').servers.delay = 300
      await seconds(20)
      required(relays, 'relays').servers.delay = 0
    },
  },
  {
    name: 'clock of one server an hour ahead for 30 s',
    note: 'what ends ends by the clock of the database',
    async run(cluster) {
      const { reeve3 } = cluster.parts
      await reeve3.stop()
      reeve3.start(movedClock('+1h'))
      await ready(cluster, 'reeve3')
      await seconds(30)
      await reeve3.stop()
      reeve3.start()
      await ready(cluster, 'reeve3')
    },
  },
  {
    name: 'all devices return at once',
    note: 'people notice little',
    async run(cluster) {
      for (const name of serverNames) await tellHaproxy(cluster, `shutdown sessions server gateways/${name}`)
      await seconds(20)
    },
  },
]
