import { setTimeout as pause } from 'node:timers/promises'
import { required } from '../../contract/required.ts'
import { type Answer, ask, assertOk, refresh, signIn } from './caller.ts'

/**
 * `ok` means that the change was acknowledged. `failed` means that it was refused, so it must not be in the
 * database. `unknown` means that the response does not show whether the change was made.
 */
type Outcome = 'ok' | 'failed' | 'unknown'

/** An attempt to change a device's name. */
export interface SavedName {
  device: string
  name: string
  outcome: Outcome
}

/** A session and the number of its refreshes by outcome. */
interface Chain {
  session: string
  ok: number
  unknown: number
}

export interface History {
  saves: SavedName[]
  /**
   * Device names in the responses to list requests. `known` is the last name that was acknowledged before the
   * request was sent.
   */
  reads: { device: string; name: string; known: string }[]
  chains: Chain[]
  tenantId: string
  owners: string[]
}

/** Request statistics since the last call to take(). */
export interface Figures {
  requests: number
  failed: number
  acknowledged: number
  /** Number of failed requests by kind of request and HTTP status. */
  reasons: Map<string, number>
  /** Times at which changes were acknowledged, as values of performance.now(). */
  writes: number[]
  slowest: number
  /** Number of responses with status 503 that lack a Retry-After header. */
  withoutRetryAfter: number
}

/** A running load. Disposing of it waits for the responses to all requests. */
export interface Load extends AsyncDisposable {
  history: History
  take(): Figures
  /** Resolves when the next change is acknowledged. */
  nextChange(): Promise<void>
}

interface Access {
  /** Returns the server URL for the next request. */
  url(): string
  adminPassword: string
}

/** Number of requests of each kind per 100 requests. Two CPU cores can handle this share of changes. */
const mix = { auth: 55, list: 15, save: 14, refresh: 14, transfer: 2 }
type Kind = keyof typeof mix
const kinds = Object.entries(mix).flatMap(([kind, share]) => Array<Kind>(share).fill(kind as Kind))
const [deviceCount, chainCount] = [40, 12]
/**
 * Seconds after which the administrator signs in again, because transferring ownership requires a recent
 * proof of identity.
 */
const renewal = 200

const listDevices = `{ queryDevice(q: "FAULT-", pageSize: 50) { count data { id name status tenant { id name } } } }`
const saveDevice =
  'mutation m($id: ID, $name: String!) { saveDeviceByPalgo(id: $id, name: $name) { id name } }'

/** Sends `rate` requests per second, even while requests fail. */
export async function startLoad({ url, adminPassword }: Access, rate: number): Promise<Load> {
  const signInAdmin = () => assertOk(signIn(url(), 'admin', adminPassword))
  let { access_token: token } = await signInAdmin()
  const devices = Array.from({ length: deviceCount }, (_, index) => `FAULT-${index}`)
  for (const id of devices) await assertOk(ask(url(), token, saveDevice, { id, name: id }))
  const history: History = { saves: [], reads: [], chains: [], ...(await createTenant(url(), token)) }

  let figures = newFigures()
  let changed = Promise.withResolvers<void>()
  const idle = { devices: [...devices], chains: [] as (Chain & { token: string })[], tenant: true }
  const openChain = async () => {
    const { access_token, refresh_token } = await signInAdmin()
    const chain = { session: sessionOf(access_token), ok: 0, unknown: 0, token: refresh_token }
    history.chains.push(chain)
    idle.chains.push(chain)
  }
  for (let count = 0; count < chainCount; count += 1) await openChain()

  async function count(kind: Kind, request: Promise<Answer>): Promise<[Outcome, Answer['body']]> {
    const began = performance.now()
    figures.requests += 1
    const { status, body, retryAfter } = await request
    const now = performance.now()
    figures.slowest = Math.max(figures.slowest, now - began)
    if (status === 200) {
      if (kind !== 'auth' && kind !== 'list') {
        figures.acknowledged += 1
        figures.writes.push(now)
        changed.resolve()
        changed = Promise.withResolvers()
      }
      return ['ok', body]
    }
    figures.failed += 1
    if (status === 503 && !retryAfter) figures.withoutRetryAfter += 1
    const reason = `${kind} ${status || body}`
    figures.reasons.set(reason, (figures.reasons.get(reason) ?? 0) + 1)
    // After a 5xx response, the change may have been made, because the database's response can be lost after
    // COMMIT.
    return [status >= 400 && status < 500 ? 'failed' : 'unknown', body]
  }

  let saves = 0
  const acknowledged = new Map<string, string>()
  const operations: Record<Kind, () => Promise<unknown>> = {
    auth: () => count('auth', ask(url(), token, '{ auth { id name } }')),
    async list() {
      const known = new Map(acknowledged)
      const [outcome, body] = await count('list', ask(url(), token, listDevices))
      if (outcome !== 'ok') return
      for (const { id, name } of body.data as { id: string; name: string }[])
        history.reads.push({ device: id, name, known: known.get(id) ?? id })
    },
    async save() {
      const device = idle.devices.shift()
      if (!device) return
      const name = `${device} ${++saves}`
      const saved: SavedName = { device, name, outcome: 'unknown' }
      history.saves.push(saved)
      ;[saved.outcome] = await count('save', ask(url(), token, saveDevice, { id: device, name }))
      if (saved.outcome === 'ok') acknowledged.set(device, name)
      idle.devices.push(device)
    },
    async refresh() {
      const chain = idle.chains.shift()
      if (!chain) return
      const [outcome, body] = await count('refresh', refresh(url(), chain.token))
      if (outcome === 'failed') return openChain().catch(() => {})
      chain[outcome] += 1
      if (outcome === 'ok') chain.token = body.refresh_token
      idle.chains.push(chain)
    },
    async transfer() {
      if (!idle.tenant) return
      idle.tenant = false
      const { tenantId, owners } = history
      const operatorId = owners[Math.floor(Math.random() * owners.length)]
      const mutation = `mutation { changeTenantOwner(tenantId: "${tenantId}", operatorId: "${operatorId}") { id } }`
      await count('transfer', ask(url(), token, mutation))
      idle.tenant = true
    },
  }

  const stopped = new AbortController()
  const pending = new Set<Promise<unknown>>()
  const run = async () => {
    const began = performance.now()
    let renewed = began
    for (let sent = 0; !stopped.signal.aborted; await pause(10)) {
      for (const due = ((performance.now() - began) / 1000) * rate; sent < due; sent += 1) {
        const kind = required(kinds[Math.floor(Math.random() * kinds.length)], 'kind')
        const request = operations[kind]().finally(() => pending.delete(request))
        pending.add(request)
      }
      if (performance.now() - renewed < renewal * 1000) continue
      renewed = performance.now()
      signInAdmin().then(
        (tokens) => (token = tokens.access_token),
        // Try to sign in again after two seconds.
        () => (renewed -= (renewal - 2) * 1000),
      )
    }
  }
  const running = run()
  return {
    history,
    take() {
      const taken = figures
      figures = newFigures()
      return taken
    },
    nextChange: () => changed.promise,
    async [Symbol.asyncDispose]() {
      stopped.abort()
      await running
      await Promise.all(pending)
    },
  }
}

const newFigures = (): Figures => ({
  ...{ requests: 0, failed: 0, acknowledged: 0, slowest: 0, withoutRetryAfter: 0 },
  ...{ reasons: new Map(), writes: [] },
})

/** Creates an organization with two members. The load transfers the ownership between them. */
async function createTenant(url: string, token: string): Promise<Pick<History, 'tenantId' | 'owners'>> {
  const run = async (mutation: string): Promise<string> =>
    (await assertOk(ask(url, token, `mutation { ${mutation} { id } }`))).id
  const create = (phone: string) =>
    run(`createOperator(mobilePhone: "${phone}", nickName: "Owner", password: "paper-boats-on-wine")`)
  const owners = [await create('+8613800000001'), await create('+8613800000002')]
  const tenantId = await run(`createTenant(name: "Transferred", areaIds: ["330106"], ownerId: "${owners[0]}",
    contact: { name: "Li", mobilePhone: "13800138000" }, uploadAudit: false, internal: true)`)
  await run(`addTenantOperator(tenantId: "${tenantId}", operatorId: "${owners[1]}")`)
  return { tenantId, owners }
}

const sessionOf = (token: string): string =>
  JSON.parse(Buffer.from(required(token.split('.')[1], 'payload'), 'base64url').toString()).sid
