// Beside npm run demo: some of its devices connect, report, drop and come back, so that everything moves.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Credential, createCaller } from './api.ts'
import { startFleet } from './fleet.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    password: { type: 'string', default: 'reeve-demo-2026' },
    credentials: { type: 'string', default: 'data-devices.json' },
    count: { type: 'string', default: '300' },
  },
})
/** One of so many has a wrong password, so that a device says why it is refused. */
const refused = 60

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
// It ends with the server, not before it.
const stopped = new Promise((resolve) => stop.signal.addEventListener('abort', resolve))
const alive = setInterval(() => {}, 3_600_000)

try {
  await ready()
  const call = createCaller({ url: values.url, user: 'admin', password: values.password })
  const { queryDevice } = await call<{
    queryDevice: { ids: string[]; data: { gatewayUrl: string | null }[] }
  }>('{ queryDevice(statusSet: [ACTIVE], sort: LAST_SEEN, pageSize: 1) { ids data { gatewayUrl } } }', {})
  const broker = queryDevice.data[0]?.gatewayUrl
  if (broker) {
    const credentials = await credentialsOf(queryDevice.ids)
    const about = await aboutOf(credentials.map(({ username }) => username))
    const habits = { broker, rate: 20, interval: 30, session: 1_800, about }
    await startFleet(credentials, habits, stop.signal).ended
  }

  /** What they have told of themselves, so that they go on telling it. */
  async function aboutOf(ids: readonly string[]): Promise<Map<string, object>> {
    const about = new Map<string, object>()
    for (let from = 0; from < ids.length; from += 100) {
      const { queryDevice } = await call<{ queryDevice: { data: { id: string; infoMap: object }[] } }>(
        'query q($ids: [ID!]) { queryDevice(idSet: $ids, pageSize: 100) { data { id infoMap } } }',
        { ids: ids.slice(from, from + 100) },
      )
      for (const { id, infoMap } of queryDevice.data) about.set(id, infoMap)
    }
    return about
  }

  /** Those of devices that were connected last, all over the platform. Made at the first start and kept: a password is shown only once. */
  async function credentialsOf(ids: readonly string[]): Promise<Credential[]> {
    if (existsSync(values.credentials)) return JSON.parse(readFileSync(values.credentials, 'utf8'))
    const some = ids.slice(0, Number(values.count))
    const { createDeviceCredentials: made } = await call<{ createDeviceCredentials: Credential[] }>(
      'mutation m($ids: [ID!]!) { createDeviceCredentials(ids: $ids) { username password } }',
      { ids: some },
    )
    const credentials = made.map((each, index) =>
      index % refused === refused - 1 ? { ...each, password: 'not-its-password' } : each,
    )
    mkdirSync(dirname(values.credentials), { recursive: true })
    writeFileSync(values.credentials, JSON.stringify(credentials), { mode: 0o600 })
    return credentials
  }
} catch (error) {
  if (!stop.signal.aborted) {
    process.stderr.write(`The devices of the demo stay offline: ${(error as Error).message}\n`)
  }
}
await stopped
clearInterval(alive)

async function ready(): Promise<void> {
  const answers = () =>
    fetch(`${values.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) await pause(500, undefined, { signal: stop.signal })
}
