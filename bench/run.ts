// npm run bench: what each list, search, change and token costs at each size, over HTTP against a real server, beside the
// limits. It fills databases of its own the first time and keeps them. Needs /proc, so Linux.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { drive } from './drive/drive.ts'
import { openCluster } from './fill/cluster.ts'
import { ensureFilled } from './fill/fill.ts'
import { readSizes, type Size, sizes } from './fill/sizes.ts'
import { machine } from './measure.ts'
import { writeDocs } from './report/docs.ts'
import { printRecords } from './report/print.ts'
import { recordsOf } from './report/records.ts'

const help = `npm run bench -- [--quick] [--sizes 10k,300k,1M,10M] [--minutes 40] [--only TEXT] [--json FILE] [--docs] [--fill] [--data FOLDER]

  --quick    10k and 300k, in three minutes once filled; otherwise all sizes
  --sizes    of devices; accounts are a tenth, organizations a hundredth
  --minutes  that the loads take together, divided among the cases: three rounds, from 10 on five
  --only     cases that have this in their name; several with commas
  --json     a file to write the figures to
  --docs     writes them into docs/performance.md, with its pictures
  --fill     fills what is missing and ends
  --data     where the databases are kept: ./data-bench`

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    sizes: { type: 'string' },
    minutes: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'string' },
    docs: { type: 'boolean' },
    fill: { type: 'boolean' },
    data: { type: 'string', default: './data-bench' },
    help: { type: 'boolean' },
  },
})

async function main(): Promise<void> {
  const wanted: Size[] = values.sizes
    ? readSizes(values.sizes)
    : values.quick
      ? sizes.slice(0, 2)
      : [...sizes]
  const minutes = Number(values.minutes ?? (values.quick ? 1.25 : 40))
  if (!(minutes > 0)) throw new Error('--minutes takes a number above 0.')
  if (values.docs && values.only) throw new Error('--docs writes all cases: without --only.')
  const cluster = await openCluster(join(values.data, 'postgres'))
  try {
    const databases = new Map<Size, string>()
    for (const size of wanted.sort((a, b) => a - b)) databases.set(size, await ensureFilled(cluster, size))
    if (values.fill) return
    const { only } = values
    const driven = await drive(cluster, databases, {
      rounds: minutes < 10 ? 3 : 5,
      seconds: minutes * 60,
      only,
    })
    const records = recordsOf(driven)
    printRecords(records, driven)
    if (values.json) writeFileSync(values.json, `${JSON.stringify(records, null, 2)}\n`)
    if (values.docs) writeDocs(records, driven)
    const failed = driven.series.filter((each) => each.failed)
    for (const each of failed) console.error(`${each.case}, ${each.size}: ${each.failed}`)
    if (failed.length) process.exitCode = 1
  } finally {
    await cluster.stop()
  }
}

// Whoever is waited for would keep a run that was ended: the children end with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))

if (values.help) console.log(help)
else {
  console.log(machine())
  await main()
}
