// npm run devices -- --count 1000: runs simulated devices that connect to the gateway, report, disconnect and
// reconnect.
import { parseArgs } from 'node:util'
import { obtainCredentials } from './api.ts'
import { type Figures, startFleet } from './fleet.ts'

const usage = `npm run devices -- [options]
  --count N          number of devices (100)
  --url URL          server that registers the devices (http://127.0.0.1:3000)
  --broker URL       gateway of the devices (mqtt://127.0.0.1:1883)
  --user NAME        account that can manage devices (admin)
  --password TEXT    password of the account; not needed if the file contains all credentials
  --tenant ID        organization of newly registered devices (none)
  --credentials FILE list of {username, password}, read and written (data-devices.json)
  --rate N           new connections per second at the start (200)
  --interval N       seconds between two reports of a device (60)
  --session N        average duration of a connection in seconds; 0: until the end (600)
  --seconds N        duration of the simulation; 0: until Ctrl-C (0)
`

function number(text: string): number {
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0) throw new Error(`Not a number of at least 0: ${text}\n\n${usage}`)
  return value
}

function percentiles(values: number[]): string {
  const sorted = values.splice(0).sort((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN)
  return sorted.length ? `p50 ${at(0.5)} p95 ${at(0.95)} ms` : '-'
}

function print(figures: Figures): void {
  const { online, connected, dropped, refused, failed, reports } = figures
  process.stdout.write(
    `${new Date().toISOString().slice(11, 19)} online ${online}, connected ${connected}, dropped ${dropped}, ` +
      `refused ${refused}, failed ${failed}, admitted after ${percentiles(figures.entries)}, ` +
      `reports ${reports} acknowledged after ${percentiles(figures.latencies)}\n`,
  )
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
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(usage)
    process.exit(0)
  }
  const habits = {
    broker: values.broker,
    rate: Math.max(1, number(values.rate)),
    interval: number(values.interval),
    session: number(values.session),
  }
  const credentials = await obtainCredentials(number(values.count), values.credentials, values, values.tenant)
  const stop = new AbortController()
  const { figures, ended } = startFleet(credentials, habits, stop.signal)
  const printing = setInterval(() => print(figures), 5_000)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const seconds = number(values.seconds)
  if (seconds) setTimeout(() => stop.abort(), seconds * 1_000)
  await ended
  clearInterval(printing)
  print(figures)
} catch (error) {
  const { message } = error as Error
  process.stderr.write(
    message === 'fetch failed'
      ? 'The server does not respond. Start a server with npm run demo, or set the URL of another server with --url.\n'
      : `${message}\n`,
  )
  process.exit(1)
}
