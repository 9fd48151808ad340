// npm run bench: measures each list, search, change and token request over HTTP on a real server, with
// several database sizes, and compares them with minimal programs that do the same work. The first run fills
// its own databases. Requires Linux, because it reads /proc.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { drive } from './drive/drive.ts'
import { openCluster } from './fill/cluster.ts'
import { ensureFilled } from './fill/fill.ts'
import { readSizes, type Size, sizes } from './fill/sizes.ts'
import { machine } from './measure.ts'
import { report, writeDocs } from './report/docs.ts'
import { recordsOf } from './report/records.ts'

const help = `npm run bench -- [CASE …] [--quick] [--sizes 10k,300k,1M,10M] [--minutes 40] [--json FILE] [--docs] [--data FOLDER]

  CASE       measures only cases with one of these texts in their name, such as devices or "application:"
  --quick    10k and 300k devices, in three minutes once the databases are filled; otherwise all sizes
  --sizes    numbers of devices; accounts are a tenth, organizations a hundredth
  --minutes  total duration of all loads: three rounds, or five from 10 minutes on
  --json     file to which the results are written
  --docs     updates docs/performance.md and its charts
  --data     folder of the databases: ./data-bench`

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean' },
    sizes: { type: 'string' },
    minutes: { type: 'string' },
    json: { type: 'string' },
    docs: { type: 'boolean' },
    data: { type: 'string', default: './data-bench' },
    help: { type: 'boolean' },
  },
})

async function main(): Promise<void> {
  const wanted = values.sizes ? readSizes(values.sizes) : values.quick ? sizes.slice(0, 2) : [...sizes]
  const minutes = Number(values.minutes ?? (values.quick ? 1.25 : 40))
  if (!(minutes > 0)) throw new Error('--minutes must be greater than 0.')
  if (values.docs && names.length) throw new Error('--docs requires all cases. Omit the names.')
  const cluster = await openCluster(join(values.data, 'postgres'))
  try {
    const databases = new Map<Size, string>()
    for (const size of wanted.sort((a, b) => a - b)) databases.set(size, await ensureFilled(cluster, size))
    const rounds = minutes < 10 ? 3 : 5
    const driven = await drive(cluster, databases, { rounds, seconds: minutes * 60, names })
    const records = recordsOf(driven)
    console.log(report(records, driven))
    if (values.json) writeFileSync(values.json, `${JSON.stringify(records, null, 2)}\n`)
    if (values.docs) writeDocs(records, driven)
    if (driven.series.some(({ failed }) => failed)) process.exitCode = 1
  } finally {
    await cluster.stop()
  }
}

// Call process.exit() on these signals, so that the child processes are stopped too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))

if (values.help) console.log(help)
else {
  console.log(machine())
  await main()
}
