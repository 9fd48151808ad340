// npm run bench:webhooks: events to a receiver on this machine by one server on PostgreSQL, beside the same requests sent
// bare; then the server is ended with kill -9 while it sends, and every event that was committed is looked for.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { first, required } from '../contract/required.ts'
import { adminPassword, startServer } from '../e2e/harness/server.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { cpuTime, figure, machine, post, printTable } from './measure.ts'

const size = Number(process.env.EVENTS ?? 20_000)
const kills = Number(process.env.KILLS ?? 3)

const times = new Map<string, number>()
const receiver = createServer((request, response) => {
  const id = String(request.headers['webhook-id'])
  times.set(id, (times.get(id) ?? 0) + 1)
  request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`

const postgres = await startPostgres({ durable: true })
const settings = {
  REEVE_DATABASE_URL: postgres.url,
  REEVE_WEBHOOK_NETWORKS: '127.0.0.1',
  REEVE_LIMITS: '1000000',
  REEVE_LOG_LEVEL: 'error',
}
let server = await startServer(settings)
const client = new pg.Client({ connectionString: postgres.url })
await client.connect()

const form = { client_id: 'web', grant_type: 'password', username: 'admin', password: adminPassword }
const token = await fetch(`${server.url}/realms/reeve/protocol/openid-connect/token`, {
  method: 'POST',
  body: new URLSearchParams(form),
}).then((answer) => answer.json() as Promise<{ access_token: string }>)
const made = await fetch(`${server.url}/api/services/backend/actions/graphql`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: `Bearer ${token.access_token}` },
  body: JSON.stringify({
    query:
      'mutation m($url: String!) { createWebhook(url: $url, events: ["device.status"]) { webhook { id } } }',
    variables: { url },
  }),
}).then((answer) => answer.json() as Promise<{ errors?: unknown }>)
if (made.errors) throw new Error(JSON.stringify(made.errors))

/** As mutations write them: so many events of a tenth as many devices, committed together. */
async function happen(count: number): Promise<string[]> {
  const { rows } = await client.query(
    `with made as (
       insert into event_pending (id, tenant_id, platform, object, type, payload)
       select gen_random_uuid(), gen_random_uuid(), true, 'device ' || n % greatest($1 / 10, 1), 'device.status',
         jsonb_build_object('deviceId', n, 'tenantId', null, 'status', 'ACTIVE', 'formerStatus', 'PRODUCED')
       from generate_series(1, $1::integer) as n returning id)
     select id, pg_notify('event_pending', '') from made`,
    [count],
  )
  return rows.map(({ id }) => id)
}

async function received(ids: readonly string[], seconds: number): Promise<string[]> {
  for (let left = seconds * 50; left > 0; left -= 1) {
    if (ids.every((id) => times.has(id))) return []
    await pause(20)
  }
  return ids.filter((id) => !times.has(id))
}

console.log(machine())
await received(await happen(1_000), 60)
const cpuBefore = cpuTime(server.pid)
const begin = performance.now()
const ids = await happen(size)
const missing = await received(ids, 300)
const seconds = (performance.now() - begin) / 1000
const cpu = (cpuTime(server.pid) - cpuBefore) / size

const body = {
  id: first(ids, 'ids'),
  type: 'device.status',
  dateTime: new Date(),
  payload: { deviceId: 1, status: 'ACTIVE' },
}
const bareBegin = performance.now()
let left = size
await Promise.all(
  Array.from({ length: 32 }, async () => {
    while (left-- > 0) await post(url, body)
  }),
)
const bareSeconds = (performance.now() - bareBegin) / 1000
printTable(
  ['', 'events', 'a second', 'ms of server CPU each', 'against bare'],
  [
    ['webhook', size, figure(size / seconds), figure(cpu, 2), figure(bareSeconds / seconds, 2)],
    ['bare POST, 32 at once', size, figure(size / bareSeconds), '', 1],
  ],
)
if (missing.length) console.log(`${missing.length} were not delivered`)

const all: string[] = []
for (let kill = 0; kill < kills; kill += 1) {
  for (let part = 0; part < 20; part += 1) all.push(...(await happen(200)))
  await pause(200 + Math.random() * 800)
  await server.kill()
  all.push(...(await happen(200)))
  server = await startServer(settings)
}
// Another takes over after a minute at most.
const lost = await received(all, 180)
const again = all.filter((id) => required(times.get(id), 'item of times') > 1).length
console.log(`${kills} kills, ${all.length} events, ${lost.length} lost, ${again} more than once`)

await server.stop()
await client.end()
await postgres.stop()
receiver.close()
if (lost.length || missing.length || size / seconds < 500) process.exitCode = 1
