// npm run bench:openid: what applications ask of the OpenID provider, with ten thousand grants and with ten million,
// beside oidc-provider alone with everything in memory. It fills databases of its own the first time and keeps them.
// Needs /proc, so Linux.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { first, required } from '../../contract/required.ts'
import { bare } from '../drive/bare-clients.ts'
import { hashCost } from '../drive/drive.ts'
import { password, startProgram, startReeve, type Target } from '../drive/reeve.ts'
import { type Cluster, openCluster } from '../fill/cluster.ts'
import { amounts, readSizes, type Size } from '../fill/sizes.ts'
import { familyCpuTime, figure, type Load, load, machine, median, printTable, quantile } from '../measure.ts'
import { writePart } from '../report/docs.ts'
import { chooseApplications, ensureFilled } from './fill.ts'
import { operationsOf, type Party } from './operations.ts'

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10k,10M' },
    seconds: { type: 'string', default: '1' },
    json: { type: 'string' },
    docs: { type: 'boolean' },
    data: { type: 'string', default: './data-bench' },
  },
})
const [callers, rounds] = [8, 5]
const path = '/realms/reeve/protocol/openid-connect'

/** A provider under load. `database`: the process of its own. */
interface Side {
  name: string
  target: Target
  operations: ReturnType<typeof operationsOf>
  database?: number
}

async function reeveSide(cluster: Cluster, size: Size): Promise<Side> {
  const url = cluster.urlOf(await ensureFilled(cluster, size))
  const { servers, programs, usernames } = await chooseApplications(url, size, callers)
  const target = await startReeve(url)
  const paths = {
    authorization: `${target.url}${path}/auth`,
    token: `${target.url}${path}/token`,
    introspection: `${target.url}${path}/token/introspect`,
  }
  const cookies = await Promise.all(usernames.map((username) => signIn(paths.token, target.url, username)))
  const party: Party = { paths, audience: {}, servers, programs, openBrowsers: async () => cookies }
  const { accounts: applications } = amounts(size)
  const name = `${applications.toLocaleString('en')} applications, ${size.toLocaleString('en')} grants`
  return { name, target, operations: operationsOf(party), database: cluster.pid }
}

/** As the console's page does: the browser's cookie. */
async function signIn(token: string, origin: string, username: string): Promise<string> {
  const answer = await fetch(token, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ client_id: 'web', grant_type: 'password', username, password }),
  })
  await answer.arrayBuffer()
  return answer.headers
    .getSetCookie()
    .map((line) => first(line.split(';'), 'line'))
    .join('; ')
}

async function bareSide(): Promise<Side> {
  const target = await startProgram('bench/drive/oidc-server.ts', { path: '/chain' })
  const paths = {
    authorization: `${target.url}/auth`,
    token: `${target.url}/token`,
    introspection: `${target.url}/token/introspection`,
  }
  const many = <T>(one: T) => Array.from({ length: callers }, () => one)
  // It keeps its last thousand things: a session of a round ago may have gone.
  const openBrowsers = () =>
    Promise.all(many(0).map(async () => (await fetch(`${target.url}/cookie`)).text()))
  const party = { paths, openBrowsers, servers: many(bare.server), programs: many(bare.program) }
  const operations = operationsOf({ ...party, audience: { resource: bare.resource } })
  return { name: 'oidc-provider in memory', target, operations }
}

type Measured = Load & { databaseCpu: number }

async function measure({ target, operations, database }: Side, name: string): Promise<Measured> {
  const operation = await required(operations[name], 'item of operations')()
  const before = database ? familyCpuTime(database) : 0
  const measured = await load(target.pid, callers, Number(values.seconds), operation)
  const spent = database ? familyCpuTime(database) - before : 0
  return { ...measured, databaseCpu: spent / measured.times.length }
}

async function main(): Promise<void> {
  const cluster = await openCluster(join(values.data, 'postgres'))
  const sides: Side[] = []
  try {
    sides.push(await bareSide())
    for (const size of readSizes(values.sizes)) sides.push(await reeveSide(cluster, size))
    const names = Object.keys(first(sides, 'sides').operations)
    const all = new Map<string, Measured[][]>()
    const hashes: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      hashes.push(await hashCost())
      for (const name of names) {
        const measured: Measured[] = []
        for (const side of sides) measured.push(await measure(side, name))
        // The first warms up.
        if (round) all.set(name, [...(all.get(name) ?? []), measured])
      }
    }
    report(sides, all, median(hashes))
  } finally {
    for (const { target } of sides) await target.stop()
    await cluster.stop()
  }
}

function report(sides: readonly Side[], all: ReadonlyMap<string, Measured[][]>, hash: number): void {
  const records = [...all].flatMap(([operation, measured]) =>
    sides.map(({ name }, index) => {
      const of = (value: (one: Measured) => number, beside?: number) =>
        Number(
          median(
            measured.map(
              (each) =>
                value(required(each[index], 'item of each')) /
                (beside === undefined ? 1 : value(required(each[beside], 'item of each'))),
            ),
          ).toPrecision(3),
        )
      const times = measured.flatMap((each) => required(each[index], 'item of each').times)
      return {
        ...{ operation, at: name, rps: of(({ perSecond }) => perSecond) },
        ...{ p50: of(({ p50 }) => p50), p95: Number(quantile(times, 0.95).toPrecision(3)) },
        ...{ serverCpuMs: of(({ cpu }) => cpu), databaseCpuMs: of(({ databaseCpu }) => databaseCpu) },
        cpuBesideBare: of(({ cpu }) => cpu, 0),
        ...(index > 1 && { growth: of(({ p50 }) => p50, 1) }),
      }
    }),
  )
  const head = ['', 'at', 'a second', 'p50', 'p95', 'server ms', 'database ms', 'beside bare', 'growth']
  const rows = records.map((each) => [
    ...[each.operation, each.at, each.rps, each.p50, each.p95, each.serverCpuMs, each.databaseCpuMs],
    ...[each.cpuBesideBare, each.growth ?? ''],
  ])
  const said = `${new Date().toISOString().slice(0, 10)}; ${machine()}; bare argon2id ${figure(hash, 1)} ms; ${callers} callers, median of ${rounds} rounds that go through all of them.`
  console.log(said)
  printTable(head, rows)
  if (values.json) writeFileSync(values.json, `${JSON.stringify(records, null, 2)}\n`)
  if (values.docs) {
    const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
    writePart('openid', [said, '', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'))
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))

console.log(machine())
await main()
