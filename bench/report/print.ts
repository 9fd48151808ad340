import type { Drive } from '../drive/drive.ts'
import { sizeName } from '../fill/sizes.ts'
import { figure, printTable } from '../measure.ts'
import type { Figures } from './records.ts'
import { short } from './tables.ts'

const head = [
  'case',
  'size',
  'one p50',
  'p95',
  'eight p50',
  'p95',
  'p99',
  'calls/s',
  'server ms',
  'database ms',
  'statements',
  'limit',
  'pgbench',
  'growth',
]

export function printRecords(records: readonly Figures[], { argon2id, pgbench }: Drive): void {
  printTable(
    head,
    records.map((each) => [
      each.case,
      sizeName(each.size),
      ...[each.one.p50, each.one.p95, each.p50, each.p95, each.p99, each.rps].map(short),
      figure(each.serverCpuMs, 2),
      figure(each.dbCpuMs, 2),
      each.statements,
      short(each.limitRatio),
      each.pgbenchRatio ? short(each.pgbenchRatio) : '',
      short(each.growth),
    ]),
  )
  console.log(`\nms by one caller and by eight; CPU ms a call, where a bare argon2id is ${figure(argon2id, 1)} ms.
limit: how many times as many calls the least program answers that does the same (the same statements behind a bare
node:http server; argon2id alone; oidc-provider in memory; one UPDATE; one INSERT). growth: p50 beside the smallest size.`)
  if (!pgbench) console.log('pgbench is not installed: its column is empty.')
}
