import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Cluster, serverNames } from './cluster.ts'
import { answers, until } from './wait.ts'

/** Something that happens to a cluster under load, until it is over. */
export interface Fault {
  name: string
  /** What is to be expected of it. */
  note: string
  run(cluster: Cluster): Promise<void>
}

const seconds = (count: number) => pause(count * 1_000)

const ready = ({ urls }: Cluster, name: (typeof serverNames)[number]) =>
  until(() => answers(`${urls.servers[name]}/readyz`), 60, `${name} did not come back`)

/** The leader, and the process of its PostgreSQL. */
async function primary(cluster: Cluster) {
  const name = (await cluster.leader())!
  return { part: cluster.parts[name], pid: postmaster(cluster, name) }
}

const postmaster = ({ folder }: Cluster, name: string): number =>
  Number.parseInt(readFileSync(join(folder, `${name}-data`, 'postmaster.pid'), 'utf8'), 10)

/** A process and its children. */
function family(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => {
    try {
      return (
        /^\d+$/.test(name) &&
        readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ')[1] === `${pid}`
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

export const faults: readonly Fault[] = [
  {
    name: 'rolling restart of the three servers',
    note: 'no request fails',
    async run(cluster) {
      for (const name of serverNames) {
        await cluster.parts[name].stop()
        cluster.parts[name].start()
        await ready(cluster, name)
        // HAProxy has to have seen it, too.
        await seconds(3)
      }
    },
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
    async run({ relay }) {
      relay!.open = false
      await seconds(20)
      relay!.open = true
    },
  },
  {
    name: 'standby lost',
    note: 'commits wait until Patroni goes on without it',
    async run(cluster) {
      const name = (await cluster.leader()) === 'postgres1' ? 'postgres2' : 'postgres1'
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
    async run({ relay }) {
      relay!.delay = 300
      await seconds(20)
      relay!.delay = 0
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
