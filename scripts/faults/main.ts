// npm run faults: injects faults into servers on this machine, and checks that their databases contain all
// acknowledged changes.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findNode } from '../lib/node.js'
import { buildConsole } from '../lib/prepare.js'
import { main, note } from '../lib/run.js'
import { faults } from './faults.ts'
import { createReport, type Fault, type Row, table } from './report.ts'

const usage = `npm run faults -- [options]
  --only TEXT   faults with this text in their name, or with one of several texts separated by commas
  --rate N      requests per second (60)
  --json FILE   writes a list of {fault, held, acknowledged, lost, note}
The exit code is 1 if a promise is broken.
`

async function inject({ name, run }: Fault, rate: number): Promise<Row> {
  const report = createReport(name)
  const began = performance.now()
  try {
    await run(report, rate)
  } catch (error) {
    report.assert(false, (error as Error).message.slice(0, 2_000))
  }
  note(`${name}: ${Math.round((performance.now() - began) / 1_000)} s`)
  return report.row()
}

void main(async () => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      rate: { type: 'string', default: '60' },
      json: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  await buildConsole(findNode())
  const rows: Row[] = []
  const texts = values.only.split(',')
  for (const fault of faults.filter(({ name }) => texts.some((text) => name.includes(text)))) {
    const row = await inject(fault, Number(values.rate))
    rows.push(row)
    note(`  ${JSON.stringify(row)}`)
    if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`)
  }
  console.log(table(rows))
  return rows.every(({ held }) => held) ? 0 : 1
})
