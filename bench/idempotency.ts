// npm run bench:idempotency: what an Idempotency-Key costs a mutation, and a repetition by it; by turns, one call at a time,
// over one PostgreSQL. Arguments: rounds (40), calls in each (25).

import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { required } from '../contract/required.ts'
import { adminPassword, startServer } from '../e2e/harness/server.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { call, cpuTime, figure, machine, median, post, printTable, quantile } from './measure.ts'

const [rounds = 40, callsEach = 25] = process.argv.slice(2, 4).map(Number)
const postgres = await startPostgres()
const server = await startServer({ REEVE_DATABASE_URL: postgres.url, REEVE_LOG_LEVEL: 'warn' })
const mutation = 'mutation m($name: String!) { updateProfile(nickName: $name) { id name } }'

let token = ''
let signedIn = Number.NEGATIVE_INFINITY
let last: Record<string, string> = {}

/** One change of a name, an audit row with it. */
const change = (name: string, headers: Record<string, string>) =>
  call(
    `${server.url}/api/services/backend/actions/graphql`,
    'application/json',
    JSON.stringify({ query: mutation, variables: { name } }),
    200,
    { authorization: `Bearer ${token}`, ...headers },
  ).then((text) => {
    if (text.includes('"errors"')) throw new Error(text)
  })

const kinds: Record<string, (nth: number) => Promise<void>> = {
  'without a key': (nth) => change(`name ${nth}`, {}),
  'with a key': (nth) => {
    last = { 'idempotency-key': randomUUID() }
    return change(`name ${nth}`, last)
  },
  'repeated by its key': (nth) => change(`name ${nth - (nth % callsEach) + callsEach - 1}`, last),
}
const names = Object.keys(kinds)
const times: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]))
const cpu: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]))
try {
  for (let round = -1; round < rounds; round += 1) {
    // A token is good for five minutes.
    if (performance.now() - signedIn > 120_000) {
      signedIn = performance.now()
      const form = { client_id: 'web', grant_type: 'password', username: 'admin', password: adminPassword }
      const url = `${server.url}/realms/reeve/protocol/openid-connect/token`
      token = String((await post(url, new URLSearchParams(form))).access_token)
    }
    for (const name of names) {
      const begin = cpuTime(server.pid)
      for (let time = 0; time < callsEach; time += 1) {
        const started = performance.now()
        await required(kinds[name], 'item of kinds')((round + 1) * callsEach + time)
        if (round >= 0) required(times[name], 'item of times').push(performance.now() - started)
      }
      if (round >= 0) cpu[name] = (cpu[name] ?? 0) + cpuTime(server.pid) - begin
    }
  }
} finally {
  await server.stop()
  rmSync(server.dataDir, { recursive: true, force: true })
  await postgres.stop()
}

console.log(`\n${machine()}; ${rounds} rounds of ${callsEach} calls\n`)
printTable(
  ['updateProfile', 'ms: median', 'p95', 'CPU of the server'],
  names.map((name) => [
    name,
    figure(median(required(times[name], 'item of times')), 2),
    figure(quantile(required(times[name], 'item of times'), 0.95), 2),
    figure(required(cpu[name], 'item of cpu') / (rounds * callsEach), 2),
  ]),
)
