// npm run bench:graphql: what the largest answers cost that GraphQL gives, beside a usual page, one that is refused while
// it runs, and a bare argon2id, which is what a sign-in costs. Argument: calls of each (10). Needs /proc, so Linux.

import { rmSync } from 'node:fs'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { required } from '../contract/required.ts'
import { adminPassword, startServer } from '../e2e/harness/server.ts'
import { documentsOfEverything } from '../server/testing/everything.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { cpuTime, figure, machine, median, post, printTable, residentMemory } from './measure.ts'

const runs = Number(process.argv[2] ?? 10)

/** 100 organizations of the same 100 members, who have three sessions each. */
const rows = [
  `insert into account (id, name, mobile_phone) select gen_random_uuid(), 'bench ' || n, '+8615' || lpad(n::text, 9, '0')
   from generate_series(1, 100) as n`,
  `with owner as (select id from account where name = 'bench 1'),
   made as (insert into tenant (id, name, status, owner_id, member_count)
     select gen_random_uuid(), 'bench ' || n, 'FINISH', owner.id, 100 from owner cross join generate_series(1, 100) as n returning id)
   insert into member (tenant_id, account_id)
   select made.id, account.id from made cross join account where account.name like 'bench %'`,
  'analyze',
]

const page = `{ queryTenant(pageSize: 20) { count next data { id name status expireAt createDateTime owner { id name }
  statistics { operatorCount managerCount deviceCount } } } }`
const manyFields = `{ queryTenant(pageSize: 80) { data { id operators { id name admin profile { username firstName lastName
  mobilePhone email emailVerified enabled passwordChangeRequired createdTimestamp } viewerCan { update changePhone resetPassword
  disable enable endSessions seeSessions grant } } } } }`
const manyRows = '{ queryTenant(pageSize: 18) { data { operators { tenants { id } } } } }'
const lookUps = Array.from(
  { length: 29 },
  (_, n) => `m${n}: member(tenantId: "${String(n).padStart(8, '0')}-0000-0000-0000-000000000000") { owner }`,
)
const manyLookUps = (organizations: number) =>
  `{ queryTenant(pageSize: ${organizations}) { data { operators { ${lookUps.join(' ')} } } } }`
const nothing = Object.fromEntries(
  ['id', 'tenantId', 'deviceId', 'webhookId', 'name', 'q', 'instants'].map((name) => [name, '"0"']),
)
const everything = required(documentsOfEverything(nothing, 1).get('queryTenant'), 'queryTenant')
const refused =
  '{ queryTenant(pageSize: 100) { data { operators { tenants { id name status } profile { sessions { id } } } } } }'

async function ask(url: string, token: string, query: string) {
  const response = await fetch(`${url}/api/services/backend/actions/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const text = await response.text()
  return { bytes: text.length, refused: text.startsWith('{"data":null') }
}

const argon: number[] = []
for (let run = 0; run < runs; run += 1) {
  const begin = performance.now()
  await hash('paper-boats-on-wine', { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  argon.push(performance.now() - begin)
}
const table: string[][] = [['bare argon2id', '', '', figure(median(argon), 1), '', '']]

const postgres = await startPostgres()
const server = await startServer({ REEVE_DATABASE_URL: postgres.url })
try {
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 })
  for (const statement of rows) await pool.query(statement)
  await pool.end()
  const form = { client_id: 'web', grant_type: 'password', username: 'admin', password: adminPassword }
  const signedIn = await post(
    `${server.url}/realms/reeve/protocol/openid-connect/token`,
    new URLSearchParams(form),
  )
  const token = String(signedIn.access_token)
  const documents = {
    'usual page': page,
    'many fields': manyFields,
    'many rows': manyRows,
    'many look-ups': manyLookUps(34),
    'twice as many': manyLookUps(68),
    everything,
    refused,
  }
  for (const [name, query] of Object.entries(documents)) {
    for (let run = 0; run < 3; run += 1) await ask(server.url, token, query)
    const before = residentMemory(server.pid)
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, residentMemory(server.pid))
    }, 10)
    const [cpu, times] = [cpuTime(server.pid), [] as number[]]
    let answer = { bytes: 0, refused: false }
    for (let run = 0; run < runs; run += 1) {
      const begin = performance.now()
      answer = await ask(server.url, token, query)
      times.push(performance.now() - begin)
    }
    clearInterval(watch)
    const kilobytes = figure(answer.bytes / 1024)
    const outcome = answer.refused ? 'refused' : 'answered'
    const used = figure((cpuTime(server.pid) - cpu) / runs, 1)
    table.push([
      name,
      outcome,
      kilobytes,
      figure(median(times), 1),
      used,
      `${figure(before)} → ${figure(most)}`,
    ])
  }
} finally {
  await server.stop()
  rmSync(server.dataDir, { recursive: true, force: true })
  await postgres.stop()
}
console.log(`\n${machine()}; medians of ${runs} calls, one after the other\n`)
printTable(['what', '', 'KB', 'ms', 'CPU ms', 'MB before → at most'], table)
