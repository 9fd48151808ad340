// Runs in parallel to npm run demo and simulates some of the demo devices, which connect, report, disconnect
// and reconnect.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Credential, createCaller, createCredentials, readCredentials, writeCredentials } from './api.ts'
import { startFleet } from './fleet.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    password: { type: 'string', default: 'reeve-demo-2026' },
    credentials: { type: 'string', default: 'data-devices.json' },
    count: { type: 'string', default: '300' },
  },
})
/** Every 60th device uses a wrong password, so that the console shows devices that were refused. */
const refused = 60

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
// The timer keeps this process running until it is stopped. If it exited earlier, npm run demo would stop the
// server.
const stopped = new Promise((resolve) => stop.signal.addEventListener('abort', resolve))
const alive = setInterval(() => {}, 3_600_000)
const call = createCaller({ url: values.url, user: 'admin', password: values.password })

interface Devices {
  queryDevice: { ids: string[]; data: { id: string; infoMap: object; gatewayUrl: string | null }[] }
}

try {
  while (!(await isReady())) await pause(500, undefined, { signal: stop.signal })
  const { queryDevice } = await call<Devices>(
    '{ queryDevice(statusSet: [ACTIVE], sort: LAST_SEEN, pageSize: 1) { ids data { gatewayUrl } } }',
  )
  const broker = queryDevice.data[0]?.gatewayUrl
  if (broker) {
    const credentials = readCredentials(values.credentials) ?? (await makeCredentials(queryDevice.ids))
    const info = await infoOf(credentials.map(({ username }) => username))
    const habits = { broker, rate: 20, interval: 30, session: 1_800, info }
    await startFleet(credentials, habits, stop.signal).ended
  }
} catch (error) {
  if (!stop.signal.aborted)
    process.stderr.write(`The demo's devices stay offline: ${(error as Error).message}\n`)
}
await stopped
clearInterval(alive)

function isReady(): Promise<boolean> {
  return fetch(`${values.url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/**
 * Returns the values that each device last reported, so that the simulated device reports the same values.
 */
async function infoOf(ids: readonly string[]): Promise<Map<string, object>> {
  const query = 'query q($ids: [ID!]) { queryDevice(idSet: $ids, pageSize: 100) { data { id infoMap } } }'
  const info = new Map<string, object>()
  for (let from = 0; from < ids.length; from += 100) {
    const { queryDevice } = await call<Devices>(query, { ids: ids.slice(from, from + 100) })
    for (const { id, infoMap } of queryDevice.data) info.set(id, infoMap)
  }
  return info
}

/**
 * Creates credentials for the devices in `ids`, up to the number in `--count`, and saves them to the file for
 * the next start.
 */
async function makeCredentials(ids: readonly string[]): Promise<Credential[]> {
  const created = await createCredentials(call, ids.slice(0, Number(values.count)))
  const credentials = created.map((each, index) =>
    index % refused === refused - 1 ? { ...each, password: 'not-its-password' } : each,
  )
  mkdirSync(dirname(values.credentials), { recursive: true })
  writeCredentials(values.credentials, credentials)
  return credentials
}
