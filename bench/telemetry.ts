// npm run bench:telemetry: what OpenTelemetry costs a call where it is off, and where it sends everything; by turns, over
// one PostgreSQL. Arguments: rounds (200), calls in each (50), and a checkout of before to hold against it.
// `off again` is the same as `off`: what lies between the two is what cannot be told apart.
// Needs /proc, so Linux.

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { required } from '../contract/required.ts'
import { adminPassword, type Server, startServer } from '../e2e/harness/server.ts'
import { inStatement } from '../server/telemetry/trace.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { call, figure, machine, median, post, printTable, quantile } from './measure.ts'

const [rounds = 200, callsEach = 50] = process.argv.slice(2, 4).map(Number)
const before = process.argv[4]

const page =
  '{ queryTenant(pageSize: 20) { count next data { id name status createDateTime owner { id name } } } }'

/** Takes whatever it is sent. */
const collector = createServer((request, response) => {
  request.resume().on('end', () => response.end())
})
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))

const postgres = await startPostgres()
const shared = { REEVE_DATABASE_URL: postgres.url, REEVE_LOG_LEVEL: 'warn' }
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
const servers: Record<string, Server> = {
  off: await startServer(shared),
  'off again': await startServer(shared),
  on: await startServer({ ...shared, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }),
  ...(before && { before: await startServer(shared, { sources: before }) }),
}
const names = Object.keys(servers)
const used: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]))
try {
  let calls: (() => Promise<string>)[] = []
  let signedIn = Number.NEGATIVE_INFINITY
  for (let round = -1; round < rounds; round += 1) {
    // A token is good for five minutes.
    if (performance.now() - signedIn > 120_000) {
      signedIn = performance.now()
      calls = await Promise.all(names.map((name) => reader(required(servers[name], 'item of servers'))))
    }
    // Who comes first changes, so that what a machine does meanwhile meets all of them.
    for (const [index] of names.entries()) {
      const turn = (index + round + 1) % names.length
      const { pid } = required(servers[required(names[turn], 'item of names')], 'item of servers')
      const begin = onCpu(pid)
      for (let time = 0; time < callsEach; time += 1) await required(calls[turn], 'item of calls')()
      if (round >= 0)
        required(used[required(names[turn], 'item of names')], 'item of used').push(
          (onCpu(pid) - begin) / callsEach,
        )
    }
  }
} finally {
  for (const server of Object.values(servers)) {
    await server.stop()
    rmSync(server.dataDir, { recursive: true, force: true })
  }
  await postgres.stop()
  collector.close()
}

/** Milliseconds of CPU, by the scheduler's own count: a hundredth of a second is too coarse for a round. */
function onCpu(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const times = threads.map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
  )
  return times.reduce((sum, time) => sum + time, 0) / 1e6
}

/** Reads a page of organizations. */
async function reader({ url }: Server) {
  const form = { client_id: 'web', grant_type: 'password', username: 'admin', password: adminPassword }
  const { access_token } = await post(
    `${url}/realms/reeve/protocol/openid-connect/token`,
    new URLSearchParams(form),
  )
  const path = `${url}/api/services/backend/actions/graphql`
  const body = JSON.stringify({ query: page })
  return () => call(path, 'application/json', body, 200, { authorization: `Bearer ${access_token}` })
}

/** Nanoseconds that the seam takes of a statement where nothing is traced. */
async function seam(): Promise<number> {
  const times = 1_000_000
  const answer = Promise.resolve()
  const measure = async (work: () => Promise<void>) => {
    const begin = performance.now()
    for (let time = 0; time < times; time += 1) await work()
    return performance.now() - begin
  }
  const [bare, through] = [() => answer, () => inStatement('select 1', () => answer)]
  await measure(through)
  const differences: number[] = []
  for (let round = 0; round < 7; round += 1)
    differences.push((await measure(through)) - (await measure(bare)))
  return (median(differences) / times) * 1e6
}

console.log(`\n${machine()}; CPU of the server a call, ${rounds} rounds of ${callsEach} calls\n`)
printTable(
  ['', 'CPU ms: median', 'quartiles', 'beside off, median of the rounds'],
  names.map((name) => [
    name,
    figure(median(required(used[name], 'item of used')), 3),
    `${figure(quantile(required(used[name], 'item of used'), 0.25), 3)} to ${figure(quantile(required(used[name], 'item of used'), 0.75), 3)}`,
    `${figure((median(required(used[name], 'item of used').map((cpu, round) => cpu / required(required(used.off, 'off')[round], 'item of off'))) - 1) * 100, 1)} %`,
  ]),
)
console.log(`\nA statement passes the seam, where it is off, in ${figure(await seam())} ns.`)
