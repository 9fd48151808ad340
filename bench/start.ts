// npm run bench:start: what a start takes and how much memory it leaves, what sign-ins and refreshes cost, on both kinds of
// database, with a bare hash and a bare UPDATE measured in the same minute to compare.
// Arguments: seconds a round (3) and rounds (5); for an hour of load 60 and 15. Needs /proc, so Linux.

import { rmSync } from 'node:fs'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { last, required } from '../contract/required.ts'
import { type Server, startServer } from '../e2e/harness/server.ts'
import { createProver } from '../server/identity/proofs/prover.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { figure, type Load, load, machine, median, post, printTable, residentMemory } from './measure.ts'

const seconds = Number(process.argv[2] ?? 3)
const rounds = Number(process.argv[3] ?? 5)
const accounts = 8
const password = 'paper-boats-on-wine'

const tokenPath = '/realms/reeve/protocol/openid-connect/token'
const form = (fields: Record<string, string>) => new URLSearchParams({ client_id: 'web', ...fields })
const phone = (index: number) => `+861390000${String(1000 + index)}`

const signIn = (server: Server, index: number) =>
  post(server.url + tokenPath, form({ grant_type: 'password', username: phone(index), password }))

const refresh = (server: Server, token: string) =>
  post(server.url + tokenPath, form({ grant_type: 'refresh_token', refresh_token: token }))

/** A browser with a key, which its session is bound to: each call has a proof, and brings the nonce of the next. */
async function createBound(server: Server, index: number): Promise<() => Promise<void>> {
  const url = server.url + tokenPath
  const { prove } = await createProver(url)
  let nonce: string | undefined
  const ask = async (fields: Record<string, string>) => {
    const headers = { dpop: await prove({ nonce }) }
    const answer = await fetch(url, { method: 'POST', body: form(fields), headers })
    nonce = answer.headers.get('dpop-nonce') ?? nonce
    return (await answer.json()) as { refresh_token?: string }
  }
  const credentials = { grant_type: 'password', username: phone(index), password }
  await ask(credentials)
  let { refresh_token } = await ask(credentials)
  return async () => {
    ;({ refresh_token } = await ask({
      grant_type: 'refresh_token',
      refresh_token: required(refresh_token, 'refresh_token'),
    }))
    if (!refresh_token) throw new Error('a refresh was refused')
  }
}

async function register(server: Server, index: number): Promise<void> {
  await post(`${server.url}/RegisterCode`, { mobilePhone: phone(index), purpose: 'register' })
  const mobilePhoneCode = await server.newestCode(phone(index))
  await post(`${server.url}/Register`, { mobilePhone: phone(index), mobilePhoneCode, password }, 201)
}

interface Series {
  [what: string]: Load[]
}

/** Also how many MB the server has after each round. */
async function measure(server: Server, baseline: pg.Pool | undefined): Promise<[Series, number[]]> {
  for (let index = 0; index < accounts; index++) await register(server, index)
  const tokens = await Promise.all(
    Array.from(
      { length: accounts },
      async (_, index) => (await signIn(server, index)).refresh_token as string,
    ),
  )
  const bound = await Promise.all(Array.from({ length: accounts }, (_, index) => createBound(server, index)))
  await baseline?.query('create table bare (id int primary key, n int not null)')
  await baseline?.query(`insert into bare select generate_series(0, ${accounts - 1}), 0`)
  const series: Series = {}
  const memory: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const results = {
      'sign-in': await load(server.pid, accounts, seconds, (caller) => signIn(server, caller)),
      'bare argon2id': await load(process.pid, 2, seconds, () =>
        hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
      ),
      refresh: await load(server.pid, accounts, seconds, async (caller) => {
        tokens[caller] = (await refresh(server, required(tokens[caller], 'item of tokens')))
          .refresh_token as string
      }),
      'refresh with a proof': await load(server.pid, accounts, seconds, (caller) =>
        required(bound[caller], 'item of bound')(),
      ),
      ...(baseline && {
        'bare UPDATE … RETURNING': await load(process.pid, accounts, seconds, (caller) =>
          baseline.query({
            name: 'bare',
            text: 'update bare set n = n + 1 where id = $1 returning n',
            values: [caller],
          }),
        ),
      }),
    }
    // The first round warms up.
    if (round === 0) continue
    memory.push(residentMemory(server.pid))
    for (const [what, result] of Object.entries(results)) series[what] = [...(series[what] ?? []), result]
  }
  return [series, memory]
}

const rest = async () => {
  await new Promise((resolve) => setTimeout(resolve, 5_000))
}

async function timedStart(env: Record<string, string>, options = {}): Promise<[Server, number]> {
  const begin = performance.now()
  const server = await startServer(env, options)
  return [server, performance.now() - begin]
}

const rows: string[][] = []
const starts: string[][] = []

async function bench(kind: string, env: Record<string, string>, baseline?: pg.Pool): Promise<void> {
  const [first, cold] = await timedStart(env)
  await rest()
  const atRest = residentMemory(first.pid)
  const [series, loaded] = await measure(first, baseline)
  // The data stay: kill leaves the folder, the next two servers start on it.
  await first.kill()
  const again: number[] = []
  let atRestAgain = 0
  for (let count = 0; count < 3; count++) {
    const [server, time] = await timedStart(env, { dataDir: first.dataDir })
    again.push(time)
    if (count === 2) await rest()
    atRestAgain = residentMemory(server.pid)
    await server.stop()
  }
  rmSync(first.dataDir, { recursive: true, force: true })
  const half = required(loaded[Math.ceil(loaded.length / 2) - 1], 'item of loaded')
  const figures = [cold, median(again), atRest, atRestAgain, half, last(loaded, 'loaded')]
  starts.push([kind, ...figures.map((each) => figure(each))])
  for (const [what, results] of Object.entries(series)) {
    const middle = (key: Exclude<keyof Load, 'times'>) => median(results.map((result) => result[key]))
    rows.push([
      kind,
      what,
      figure(middle('perSecond')),
      figure(middle('cpu'), 2),
      figure(middle('p50'), 1),
      figure(middle('p95'), 1),
    ])
  }
}

const postgres = await startPostgres()
try {
  const pool = new pg.Pool({ connectionString: postgres.url, max: accounts })
  await pool.query('create database bench')
  const url = new URL(postgres.url)
  url.pathname = '/bench'
  await bench('PostgreSQL', { REEVE_DATABASE_URL: url.href }, pool)
  await pool.end()
  await bench('embedded', {})
} finally {
  await postgres.stop()
}

console.log(`\n${machine()}; ${accounts} callers, medians of ${rounds} rounds of ${seconds} s, interleaved\n`)
printTable(['database', 'what', 'per second', 'CPU ms each', 'p50 ms', 'p95 ms'], rows)
console.log()
printTable(
  [
    'database',
    'first start ms',
    'second',
    'MB at rest',
    'at the second',
    'MB after half of the load',
    'after all',
  ],
  starts,
)
