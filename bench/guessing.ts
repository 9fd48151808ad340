// npm run bench:guessing: how long one person's sign-in takes while others guess, beside a bare hash. Seconds a row: 10.
import { rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { adminPassword, type Server, startServer } from '../e2e/harness/server.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { figure, load, machine, printTable, quantile } from './measure.ts'

const seconds = Number(process.argv[2] ?? 10)
const guessers = 100
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

interface Try {
  username: string
  password: string
  /** Where it comes from, as the proxy says. */
  from: string
  cookie?: string
}

function signIn(server: Server, { username, password, from, cookie }: Try) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    ok: boolean
    refused: boolean
    cookie: string | undefined
  }>()
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-forwarded-for': from,
    ...(cookie && { cookie }),
  }
  const path = `${server.url}/realms/reeve/protocol/openid-connect/token`
  const call = request(path, { method: 'POST', agent, headers }, (answer) => {
    let body = ''
    answer.setEncoding('utf8').on('data', (part) => {
      body += part
    })
    answer.on('end', () =>
      resolve({
        ok: answer.statusCode === 200,
        // Asked to wait, or to work first: guessers do neither.
        refused: answer.statusCode === 429 || body.includes('proof_required'),
        cookie: answer.headers['set-cookie']?.[0]?.split(';')[0],
      }),
    )
  })
  call.on('error', reject)
  call.end(new URLSearchParams({ client_id: 'web', grant_type: 'password', username, password }).toString())
  return promise
}

/** One person signs in again and again, for as long as guessers at `addresses` addresses try names that nobody has. */
async function measure(server: Server, addresses: number, cookie: string | undefined) {
  const person = {
    username: 'admin',
    password: adminPassword,
    from: '198.51.100.7',
    ...(cookie && { cookie }),
  }
  const end = performance.now() + seconds * 1000
  const guesses = { tried: 0, refused: 0 }
  const guessing = Array.from({ length: addresses ? guessers : 0 }, async (_, index) => {
    while (performance.now() < end) {
      const username = `nobody-${index}-${guesses.tried + guesses.refused}`
      const { refused } = await signIn(server, {
        username,
        password: 'wrong',
        from: `203.0.113.${index % addresses}`,
      })
      guesses[refused ? 'refused' : 'tried'] += 1
    }
  })
  const times: number[] = []
  let refused = 0
  while (performance.now() < end) {
    const begin = performance.now()
    if ((await signIn(server, person)).ok) times.push(performance.now() - begin)
    else refused += 1
  }
  await Promise.all(guessing)
  return [
    figure(times.length),
    figure(refused),
    ...[0.5, 0.95, 1].map((share) => figure(quantile(times, share), 1)),
    figure(guesses.tried),
    figure(guesses.refused),
  ]
}

console.log(`${machine()}; ${guessers} connections that guess, ${seconds} s a row, PostgreSQL\n`)
const bare = await load(process.pid, 1, 3, () =>
  hash('no one has this', { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
)
const postgres = await startPostgres()
const databases = new pg.Pool({ connectionString: postgres.url, max: 1 })

async function newDatabase(): Promise<string> {
  const name = `bench_${rows.length}`
  await databases.query(`create database ${name}`)
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  return url.href
}

const rows: string[][] = []
for (const [who, known] of [
  ['known browser', true],
  ['new browser', false],
] as const) {
  for (const addresses of [0, 1, 100]) {
    // Each row begins with its budgets whole.
    const server = await startServer({
      REEVE_DATABASE_URL: await newDatabase(),
      REEVE_LIMITS: '1',
      REEVE_TRUSTED_PROXIES: '127.0.0.1',
    })
    const first = await signIn(server, { username: 'admin', password: adminPassword, from: '198.51.100.7' })
    rows.push([
      who,
      addresses ? `${addresses}` : 'none',
      ...(await measure(server, addresses, known ? first.cookie : undefined)),
    ])
    await server.stop()
    rmSync(server.dataDir, { recursive: true, force: true })
  }
}
await databases.end()
await postgres.stop()
printTable(
  [
    'sign-in by',
    'guessers at addresses',
    'signed in',
    'refused',
    'p50 ms',
    'p95 ms',
    'longest',
    'guesses tried',
    'refused',
  ],
  rows,
)
console.log(`\nbare argon2id: ${figure(bare.p50, 1)} ms, one at a time`)
