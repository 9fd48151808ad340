// npm run devices -- --count 1000: a fleet that connects to the gateway, reports, drops and comes back.

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { required } from '../../contract/required.ts'
import { type Credential, obtainCredentials } from './api.ts'
import { type Figures, startFleet } from './fleet.ts'

const usage = `npm run devices -- [options]
  --count N          devices (100)
  --url URL          the server, where devices are registered (http://127.0.0.1:3000)
  --broker URL       where they connect (mqtt://127.0.0.1:1883)
  --user NAME        an administrator, or one with account_management (admin)
  --password TEXT    theirs; not needed for devices that the file of credentials has
  --tenant ID        the organization of devices that are registered (none)
  --credentials FILE [{username, password}], read and written (data-devices.json)
  --rate N           connections begun a second at the start (200)
  --interval N       seconds between two reports of a device (60)
  --session N        seconds that a connection lasts on average; 0: until stopped (600)
  --seconds N        stop after so long; 0: on Ctrl-C (0)
  --pid N            the server's process: its CPU and memory are shown, too
`

const number = (text: string): number => {
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0) throw new Error(`Not a number: ${text}\n\n${usage}`)
  return value
}

const percentile = (values: number[], share: number): string => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted.length
    ? `${Math.round(required(sorted[Math.floor((sorted.length - 1) * share)], 'item of sorted'))}`
    : '-'
}

/** CPU seconds and resident megabytes of a process, where the system tells them. */
function usageOf(pid: string | undefined): { cpu: number; memory: number } | null {
  if (!pid) return null
  try {
    const fields = required(
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1],
      'item of readFileSync',
    ).split(' ')
    const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return { cpu: (Number(fields[11]) + Number(fields[12])) / 100, memory: Number(memory) / 1024 }
  } catch {
    return null
  }
}

function report(figures: Figures, pid: string | undefined, before: { cpu: number } | null, seconds: number) {
  const { online, connected, dropped, refused, failed, reports } = figures
  const now = usageOf(pid)
  const server =
    now && before
      ? `, server ${Math.round(((now.cpu - before.cpu) / seconds) * 100)} % CPU ${Math.round(now.memory)} MB`
      : ''
  process.stdout.write(
    `${new Date().toISOString().slice(11, 19)} online ${online}, connected ${connected}, dropped ${dropped}, refused ${refused}, failed ${failed}, ` +
      `let in after ms p50 ${percentile(figures.entries, 0.5)} p95 ${percentile(figures.entries, 0.95)}, ` +
      `reports ${reports} acknowledged after ms p50 ${percentile(figures.latencies, 0.5)} p95 ${percentile(figures.latencies, 0.95)}${server}\n`,
  )
  figures.latencies = []
  figures.entries = []
  return now
}

try {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '100' },
      url: { type: 'string', default: 'http://127.0.0.1:3000' },
      broker: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
      user: { type: 'string', default: 'admin' },
      password: { type: 'string', default: '' },
      tenant: { type: 'string' },
      credentials: { type: 'string', default: 'data-devices.json' },
      rate: { type: 'string', default: '200' },
      interval: { type: 'string', default: '60' },
      session: { type: 'string', default: '600' },
      seconds: { type: 'string', default: '0' },
      pid: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(usage)
    process.exit(0)
  }
  const credentials: Credential[] = await obtainCredentials(
    number(values.count),
    values.credentials,
    { url: values.url, user: values.user, password: values.password },
    values.tenant,
  )
  const stop = new AbortController()
  const habits = {
    broker: values.broker,
    rate: Math.max(1, number(values.rate)),
    interval: number(values.interval),
    session: number(values.session),
  }
  const { figures, ended } = startFleet(credentials, habits, stop.signal)
  const every = 5
  let before = usageOf(values.pid)
  const shown = setInterval(() => {
    before = report(figures, values.pid, before, every)
  }, every * 1_000)
  process.once('SIGINT', () => stop.abort())
  process.once('SIGTERM', () => stop.abort())
  const seconds = number(values.seconds)
  if (seconds) setTimeout(() => stop.abort(), seconds * 1_000)
  await ended
  clearInterval(shown)
  report(figures, values.pid, null, every)
} catch (error) {
  const { message } = error as Error
  process.stderr.write(
    message === 'fetch failed'
      ? 'The server does not answer. Start one with npm run demo, or name another one with --url.\n'
      : `${message}\n`,
  )
  process.exit(1)
}
