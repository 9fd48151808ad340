// npm run cluster:faults: injects faults into a cluster under load, and checks that the database contains all
// acknowledged changes.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { obtainCredentials } from '../devices/api.ts'
import { startFleet } from '../devices/fleet.ts'
import { judgeAt } from '../lib/judge.ts'
import { type Load, startLoad } from '../lib/load.ts'
import { markdownTable } from '../lib/markdown.ts'
import { findNode } from '../lib/node.js'
import { buildConsole } from '../lib/prepare.js'
import { previousRelease } from '../lib/release.ts'
import { main, note } from '../lib/run.js'
import { type Cluster, startCluster } from './cluster.ts'
import { type Fault, faults, rollingUpgrade } from './faults.ts'

const usage = `npm run cluster:faults -- [options]
  --rate N      requests per second (200)
  --devices N   connected devices (2000)
  --only TEXT   faults with this text in their name, or with one of several texts separated by commas
`

/** The result of one fault. `unavailableMs` is the longest period without an acknowledged change. */
interface Row {
  fault: string
  requests: number
  failed: number
  acknowledged: number
  lost: number
  unavailableMs: number
  note: string
}

async function inject(fault: Fault, cluster: Cluster, load: Load): Promise<Row> {
  await cluster.settled()
  await pause(3_000)
  load.take()
  const began = performance.now()
  await fault.run(cluster)
  await cluster.settled()
  await pause(5_000)
  const { requests, failed, acknowledged, writes, slowest, reasons } = load.take()
  const verdict = await judgeAt(cluster.urls.primary, load.history)
  const times = [began, ...writes, performance.now()]
  const gaps = times.map((time, index) => time - (times[index - 1] ?? time))
  const failures = [...reasons].map(([reason, count]) => `${count} ${reason}`).join(', ')
  return {
    ...{ fault: fault.name, requests, failed, acknowledged, lost: verdict.lost },
    unavailableMs: Math.round(Math.max(...gaps)),
    note: [fault.note, ...verdict.faults, failures, `slowest ${Math.round(slowest)} ms`]
      .filter(Boolean)
      .join('; '),
  }
}

/** Returns the results as a Markdown table, in the format of docs/operations/high-availability.md. */
const table = (rows: readonly Row[]): string =>
  markdownTable(
    ['fault', 'requests', 'failed', 'acknowledged', 'lost', 'ms without a change'],
    rows.map(({ note: _, ...figures }) => Object.values(figures)),
  )

void main(async () => {
  const { values } = parseArgs({
    options: {
      rate: { type: 'string', default: '200' },
      devices: { type: 'string', default: '2000' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const texts = values.only.split(',')
  const chosen = faults.filter(({ name }) => texts.some((text) => name.includes(text)))
  await buildConsole(findNode())
  using release = chosen.some(({ name }) => name === rollingUpgrade) ? previousRelease() : undefined
  const cluster = await startCluster({
    progress: note,
    forFaults: true,
    sources: release?.folder,
    env: { REEVE_LIMITS: '100000', REEVE_LOG_LEVEL: 'error' },
  })
  const stop = new AbortController()
  const rows: Row[] = []
  try {
    const { urls, adminPassword, folder } = cluster
    const access = { url: urls.console, user: 'admin', password: adminPassword }
    const credentials = await obtainCredentials(Number(values.devices), join(folder, 'devices.json'), access)
    const habits = { broker: urls.devices, rate: 100, interval: 60, session: 600 }
    startFleet(credentials, habits, stop.signal)
    await using load = await startLoad({ url: () => urls.console, adminPassword }, Number(values.rate))
    for (const fault of chosen) {
      const reason =
        fault.name === rollingUpgrade && !release
          ? 'this checkout has no commit of an earlier release'
          : fault.missing?.(cluster)
      note(reason ? `${fault.name}: skipped, ${reason}` : fault.name)
      if (reason) continue
      const row = await inject(fault, cluster, load)
      rows.push(row)
      console.log(JSON.stringify(row))
    }
  } finally {
    // Prints the results even after an unexpected error.
    console.log(table(rows))
    stop.abort()
    await cluster.stop()
  }
  return rows.some(({ lost }) => lost) ? 1 : 0
})
