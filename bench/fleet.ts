// npm run bench:fleet: a simulated fleet reports, drops and returns while two pages of the console follow one device
// more: how soon they show a change, what the server takes, and what is left after it was stopped and killed.
// Argument: devices (1000).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectAsync } from 'mqtt'
import { launch, openContext } from '../e2e/harness/browser.ts'
import { demoPassword, type Server, startServer } from '../e2e/harness/server.ts'
import { freePort } from '../server/testing/postgres.ts'
import { cpuTime, machine, median, printTable, residentMemory } from './measure.ts'

const devices = Number(process.argv[2] ?? 1000)
const dataDir = mkdtempSync(join(tmpdir(), 'reeve-fleet-'))
const [port, mqttPort] = [await freePort(), await freePort()]
const broker = `mqtt://127.0.0.1:${mqttPort}`
const user = { username: 'admin', password: demoPassword }
const start = (): Promise<Server> =>
  startServer(
    { PORT: `${port}`, REEVE_MQTT_PORT: `${mqttPort}`, REEVE_LOG_LEVEL: 'error' },
    { demo: true, dataDir },
  )

async function signIn(): Promise<{ access_token: string; refresh_token: string }> {
  const body = new URLSearchParams({ client_id: 'web', grant_type: 'password', ...user })
  const answer = await fetch(`${server.url}/realms/reeve/protocol/openid-connect/token`, {
    method: 'POST',
    body,
  })
  return answer.json() as Promise<{ access_token: string; refresh_token: string }>
}

// biome-ignore lint/suspicious/noExplicitAny: the answer of whatever is asked
async function ask(query: string): Promise<any> {
  const { access_token } = await signIn()
  const answer = await fetch(`${server.url}/api/services/backend/actions/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ query }),
  })
  return Object.values(((await answer.json()) as { data: object }).data)[0]
}

/** Seconds until so large a part of the fleet is online. */
async function untilBack(share: number): Promise<string> {
  const began = performance.now()
  const online = '{ queryDevice(q: "SIM-", connectStatus: ONLINE, pageSize: 1) { count } }'
  while ((await ask(online)).count < devices * share) await pause(200)
  return ((performance.now() - began) / 1000).toFixed(1)
}

let server = await start()
const fleet = spawn(
  process.execPath,
  [
    'scripts/devices/main.ts',
    ...[
      '--count',
      `${devices}`,
      '--url',
      server.url,
      '--broker',
      broker,
      '--interval',
      '20',
      '--session',
      '60',
    ],
    ...['--user', user.username, '--password', user.password, '--credentials', join(dataDir, 'fleet.json')],
  ],
  { stdio: 'ignore' },
)
console.log(`${machine()}; ${devices} devices, 90 % connected after ${await untilBack(0.9)} s`)

const id = 'PROBE-1'
await ask(`mutation { saveDeviceByPalgo(id: "${id}", name: "Probe") { id } }`)
const { password } = await ask(`mutation { createDeviceCredential(id: "${id}") { password } }`)
const browser = await launch()
async function open(path: string) {
  const context = await openContext(browser, server.url, [])
  await context.addInitScript(
    (given) => {
      if (localStorage.getItem('token')) return
      localStorage.setItem('token', given.access_token)
      localStorage.setItem('refresh_token', given.refresh_token)
    },
    await signIn(),
  )
  const page = await context.newPage()
  await page.goto(path)
  return page
}
const list = await open('/all-management/device-management?size=50')
const row = list.getByRole('row').filter({ hasText: id })
const detail = await open(`/all-management/device-management/${id}`)
await Promise.all([row.waitFor(), detail.getByText('设备从未连接').waitFor()])

let version = 0
const connect = () =>
  connectAsync(broker, { clientId: id, username: id, password, reconnectPeriod: 0, connectTimeout: 60_000 })
const report = async (client: Awaited<ReturnType<typeof connect>>) => {
  const firmware = `9.0.${++version}`
  await client.publishAsync(`devices/${id}/versions`, JSON.stringify({ firmware }), { qos: 1 })
  return firmware
}

/** Milliseconds from what the device did to both pages showing it. */
async function follow(rounds: number): Promise<{ list: number[]; detail: number[] }> {
  const times = { list: [] as number[], detail: [] as number[] }
  const shown = async (inList: string, inDetail: string) => {
    const began = performance.now()
    const until = async (page: 'list' | 'detail', seen: Promise<unknown>) => {
      await seen
      times[page].push(performance.now() - began)
    }
    await Promise.all([
      until('list', row.getByText(inList).first().waitFor()),
      until('detail', detail.getByText(inDetail).first().waitFor()),
    ])
  }
  for (let round = 0; round < rounds; round++) {
    const client = await connect()
    await shown('在线', '连接中')
    const firmware = await report(client)
    await shown(firmware, firmware)
    await client.endAsync()
    await shown('刚刚', '离线')
  }
  return times
}

const rows: (string | number)[][] = []
async function measure(when: string, rounds: number): Promise<void> {
  const before = { cpu: cpuTime(server.pid), at: performance.now() }
  const times = await follow(rounds)
  const busy = ((cpuTime(server.pid) - before.cpu) / (performance.now() - before.at)) * 100
  const shown = (all: number[]) => `${Math.round(median(all))} / ${Math.round(Math.max(...all))}`
  rows.push([
    when,
    shown(times.list),
    shown(times.detail),
    `${Math.round(busy)} %`,
    Math.round(residentMemory(server.pid)),
  ])
}

await measure('while the fleet reports', 15)
for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  const client = await connect()
  const firmware = await report(client)
  const began = performance.now()
  await (signal === 'SIGTERM' ? server.stop() : server.kill())
  server = await start()
  const ready = ((performance.now() - began) / 1000).toFixed(1)
  const kept = (await ask(`{ device(id: "${id}") { versionMap } }`)).versionMap.firmware === firmware
  const back = await untilBack(0.9)
  console.log(
    `${signal}: ready after ${ready} s, last acknowledged report ${kept ? 'kept' : 'LOST'}, 90 % of the fleet back after ${back} s more`,
  )
  if (!kept) process.exitCode = 1
  await measure(`just after ${signal}`, 4)
}
printTable(['', 'list ms, median / most', 'detail ms', 'CPU', 'MB'], rows)

fleet.kill('SIGTERM')
await once(fleet, 'exit')
await browser.close()
await server.stop()
rmSync(dataDir, { recursive: true, force: true })
