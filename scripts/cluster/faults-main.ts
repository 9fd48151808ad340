// npm run cluster:faults: what happens to a cluster under load, fault by fault, held against its database. --help says how.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { last } from '../../contract/required.ts'
import { obtainCredentials } from '../devices/api.ts'
import { startFleet } from '../devices/fleet.ts'
import { judgeAt } from '../lib/judge.ts'
import { type Load, startLoad } from '../lib/load.ts'
import { findNode } from '../lib/node.js'
import { buildConsole } from '../lib/prepare.js'
import { previousRelease } from '../lib/release.ts'
import { main, note } from '../lib/run.js'
import { type Cluster, startCluster } from './cluster.ts'
import { type Fault, faults, rollingUpgrade } from './faults.ts'

const usage = `npm run cluster:faults -- [options]
  --rate N      requests a second (200)
  --devices N   that are connected beside (2000)
  --only TEXT   faults that have this in their name; several with commas
  --json FILE   a list of {fault, requests, failed, acknowledged, lost, unavailableMs, note}
`

/** What a fault came to; unavailableMs: the longest time in which no change was acknowledged. */
interface Row {
  fault: string
  requests: number
  failed: number
  acknowledged: number
  lost: number
  unavailableMs: number
  note: string
}

async function measure(fault: Fault, cluster: Cluster, load: Load): Promise<Row> {
  await cluster.settled()
  await pause(3_000)
  load.take()
  const began = performance.now()
  await fault.run(cluster)
  await cluster.settled()
  await pause(5_000)
  const { requests, failed, acknowledged, writes, slowest, reasons } = load.take()
  const { lost, faults: wrong } = await judgeAt(cluster.urls.primary, load.history)
  const times = [began, ...writes, performance.now()]
  const gaps = times.map((time, index) => time - (times[index - 1] ?? time))
  const why = [...reasons].map(([reason, count]) => `${count} ${reason}`).join(', ')
  return {
    ...{ fault: fault.name, requests, failed, acknowledged, lost },
    unavailableMs: Math.round(Math.max(...gaps)),
    note: [fault.note, ...wrong, why, `slowest ${Math.round(slowest)} ms`].filter(Boolean).join('; '),
  }
}

/** Formats a row of the table in docs/operations/high-availability.md. */
function table(rows: readonly Row[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  const head = ['fault', 'requests', 'failed', 'acknowledged', 'lost', 'ms without a change']
  return [
    line(head),
    line(head.map(() => '---')),
    ...rows.map(({ fault, requests, failed, acknowledged, lost, unavailableMs }) =>
      line([fault, requests, failed, acknowledged, lost, unavailableMs]),
    ),
  ].join('\n')
}

void main(async () => {
  const { values } = parseArgs({
    options: {
      rate: { type: 'string', default: '200' },
      devices: { type: 'string', default: '2000' },
      only: { type: 'string', default: '' },
      json: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const chosen = faults.filter(({ name }) => values.only.split(',').some((part) => name.includes(part)))
  await buildConsole(findNode())
  using release = chosen.some(({ name }) => name === rollingUpgrade) ? previousRelease() : undefined
  const cluster = await startCluster({
    tell: note,
    relayed: true,
    smallDisks: true,
    sources: release?.folder,
    env: { REEVE_LIMITS: '100000', REEVE_LOG_LEVEL: 'error' },
  })
  const ending = new AbortController()
  const rows: Row[] = []
  try {
    const { urls, adminPassword, folder } = cluster
    const count = Number(values.devices)
    const credentials = await obtainCredentials(
      count,
      join(folder, 'devices.json'),
      { url: urls.console, user: 'admin', password: adminPassword },
      undefined,
    )
    const habits = { broker: urls.devices, rate: 100, interval: 60, session: 600 }
    if (count) startFleet(credentials, habits, ending.signal)
    await using load = await startLoad({ url: () => urls.console, adminPassword }, Number(values.rate))
    for (const fault of chosen) {
      const lacks =
        fault.name === rollingUpgrade && !release
          ? 'this checkout has no commit of an earlier release'
          : fault.lacks?.(cluster)
      note(lacks ? `${fault.name}: left out, ${lacks}` : fault.name)
      if (lacks) continue
      rows.push(await measure(fault, cluster, load))
      const { note: about, ...figures } = last(rows, 'rows')
      console.log(JSON.stringify(figures), about)
    }
  } finally {
    // Also of what was measured before something went wrong.
    console.log(table(rows))
    if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`)
    ending.abort()
    await cluster.stop()
  }
  return rows.some(({ lost }) => lost) ? 1 : 0
})
