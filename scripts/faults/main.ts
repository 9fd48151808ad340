// npm run faults: what happens to servers on this machine, fault by fault, held against their databases. --help says how.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findNode } from '../lib/node.js'
import { buildConsole } from '../lib/prepare.js'
import { main, note } from '../lib/run.js'
import { createReport, type Fault, type Row, type Settings, table } from './fault.ts'
import { faults } from './list.ts'
import { watchStrain } from './strain.ts'

const usage = `npm run faults -- [options]
  --only TEXT   faults that have this in their name; several with commas
  --rate N      requests a second beside most faults (60)
  --hours N     how long the mixed load runs (0.05)
  --json FILE   a list of {fault, held, acknowledged, lost, note}; held is null where a fault was not tried
Ends with 1 where one does not hold.
`

async function attempt({ name, lacks, run }: Fault, settings: Settings): Promise<Row> {
  const missing = lacks?.()
  if (missing) return { fault: name, held: null, acknowledged: 0, lost: 0, note: `not tried: ${missing}` }
  const strain = watchStrain()
  const report = createReport(name, strain)
  const began = performance.now()
  try {
    await run(report, settings)
  } catch (error) {
    report.demand(false, (error as Error).message.slice(0, 2_000))
  }
  strain.stop()
  note(`${name}: ${Math.round((performance.now() - began) / 1_000)} s`)
  return report.row()
}

void main(async () => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      rate: { type: 'string', default: '60' },
      hours: { type: 'string', default: '0.05' },
      json: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const settings = { rate: Number(values.rate), hours: Number(values.hours) }
  await buildConsole(findNode())
  const rows: Row[] = []
  for (const fault of faults.filter(({ name }) =>
    values.only.split(',').some((part) => name.includes(part)),
  )) {
    rows.push(await attempt(fault, settings))
    note(`  ${JSON.stringify(rows.at(-1))}`)
    if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`)
  }
  console.log(table(rows))
  return rows.some(({ held }) => held === false) ? 1 : 0
})
