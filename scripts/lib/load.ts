import { setTimeout as pause } from 'node:timers/promises'
import { required } from '../../contract/required.ts'
import { type Answer, ask, must, refresh, signIn } from './caller.ts'

/** ok: answered; failed: refused, so nothing was to change; unknown: nobody was told. */
type Outcome = 'ok' | 'failed' | 'unknown'

/** A device's name as somebody set it. */
export interface Saved {
  device: string
  name: string
  outcome: Outcome
}

/** The refresh tokens of one session. */
export interface Chain {
  session: string
  ok: number
  unknown: number
  /** It was told that it is over. */
  ended: boolean
}

export interface History {
  saves: Saved[]
  /** Names that were read, of devices that are saved; `known`: the last that was acknowledged before it was asked. */
  reads: { device: string; name: string; known: string }[]
  chains: Chain[]
  tenantId: string
  owners: string[]
}

/** What became of the requests since they were last looked at. */
export interface Figures {
  requests: number
  failed: number
  acknowledged: number
  /** Of those that failed: how often which kind had which status. */
  reasons: Map<string, number>
  /** When a change was acknowledged, milliseconds of performance.now(). */
  writes: number[]
  slowest: number
  /** Of those that failed: 503 that did not say when to try again. */
  withoutRetryAfter: number
}

/** Ends once all that was asked has been answered. */
export interface Load extends AsyncDisposable {
  history: History
  take(): Figures
  /** Requests a second from now on. */
  pace(rate: number): void
  /** Resolves with the next change that is acknowledged. */
  nextChange(): Promise<void>
}

export interface Access {
  /** Where the next request goes. */
  url(): string
  adminPassword: string
}

/** Of 100 requests; changes are as many as two cores bear beside everything else. */
const mix = { auth: 55, list: 15, save: 14, refresh: 14, handOver: 2 }
const [deviceCount, chainCount] = [40, 12]
/** Seconds after which everybody signs in anew: a hand-over asks who was so lately. */
const renewal = 200

const listDevices = `{ queryDevice(q: "FAULT-", pageSize: 50) { count data { id name status tenant { id name } } } }`
const saveDevice =
  'mutation m($id: ID, $name: String!) { saveDeviceByPalgo(id: $id, name: $name) { id name } }'

/** `rate` requests a second, whatever becomes of them. */
export async function startLoad({ url, adminPassword }: Access, rate: number): Promise<Load> {
  const enter = () => must(signIn(url(), 'admin', adminPassword))
  let { access_token: token } = await enter()
  const devices = Array.from({ length: deviceCount }, (_, index) => `FAULT-${index}`)
  for (const id of devices) await must(ask(url(), token, saveDevice, { id, name: id }))
  const history: History = { saves: [], reads: [], chains: [], ...(await organization(url(), token)) }

  let figures = empty()
  let changed = Promise.withResolvers<void>()
  const free = { devices: [...devices], chains: [] as (Chain & { token: string })[], organization: true }
  const open = async () => {
    const { access_token, refresh_token } = await enter()
    const chain = { session: sessionOf(access_token), ok: 0, unknown: 0, ended: false, token: refresh_token }
    history.chains.push(chain)
    free.chains.push(chain)
  }
  for (let count = 0; count < chainCount; count += 1) await open()

  async function note(kind: string, change: boolean, asked: Promise<Answer>): Promise<[Outcome, Answer]> {
    const began = performance.now()
    figures.requests += 1
    const answer = await asked
    const now = performance.now()
    figures.slowest = Math.max(figures.slowest, now - began)
    if (answer.status === 200) {
      if (change) {
        figures.acknowledged += 1
        figures.writes.push(now)
        changed.resolve()
        changed = Promise.withResolvers()
      }
      return ['ok', answer]
    }
    figures.failed += 1
    if (answer.status === 503 && !answer.retryAfter) figures.withoutRetryAfter += 1
    const reason = `${kind} ${answer.status || answer.body}`
    figures.reasons.set(reason, (figures.reasons.get(reason) ?? 0) + 1)
    // A 5xx may come of an answer of the database that was lost on its way.
    return [answer.status >= 400 && answer.status < 500 ? 'failed' : 'unknown', answer]
  }

  let saves = 0
  const acknowledged = new Map<string, string>()
  const operations: Record<keyof typeof mix, () => Promise<unknown>> = {
    auth: () => note('auth', false, ask(url(), token, '{ auth { id name } }')),
    async list() {
      const known = new Map(acknowledged)
      const [outcome, { body }] = await note('list', false, ask(url(), token, listDevices))
      if (outcome === 'ok')
        history.reads.push(
          ...body.data.map(({ id, name }: { id: string; name: string }) => ({
            device: id,
            name,
            known: known.get(id) ?? id,
          })),
        )
    },
    async save() {
      const device = free.devices.shift()
      if (!device) return
      const name = `${device} ${++saves}`
      const saved: Saved = { device, name, outcome: 'unknown' }
      history.saves.push(saved)
      const [outcome] = await note('save', true, ask(url(), token, saveDevice, { id: device, name }))
      saved.outcome = outcome
      if (outcome === 'ok') acknowledged.set(device, name)
      free.devices.push(device)
    },
    async refresh() {
      const chain = free.chains.shift()
      if (!chain) return
      const [outcome, { body }] = await note('refresh', true, refresh(url(), chain.token))
      if (outcome === 'ok') {
        chain.ok += 1
        chain.token = body.refresh_token
      } else if (outcome === 'unknown') chain.unknown += 1
      else {
        chain.ended = true
        return open().catch(() => {})
      }
      free.chains.push(chain)
    },
    async handOver() {
      if (!free.organization) return
      free.organization = false
      const { tenantId, owners } = history
      const operatorId = owners[Math.floor(Math.random() * owners.length)]
      const handOver = `mutation { changeTenantOwner(tenantId: "${tenantId}", operatorId: "${operatorId}") { id } }`
      await note('hand over', true, ask(url(), token, handOver))
      free.organization = true
    },
  }
  const wheel = Object.entries(mix).flatMap(([kind, share]) =>
    Array<keyof typeof mix>(share).fill(kind as never),
  )

  const stopped = new AbortController()
  const under = new Set<Promise<unknown>>()
  const run = async () => {
    const began = performance.now()
    let renewed = began
    let [due, last] = [0, began]
    for (let sent = 0; !stopped.signal.aborted; ) {
      const now = performance.now()
      due += ((now - last) / 1000) * rate
      last = now
      for (; sent < due; sent += 1) {
        const kind = required(wheel[Math.floor(Math.random() * wheel.length)], 'item of wheel')
        const work = operations[kind]().finally(() => under.delete(work))
        under.add(work)
      }
      if (performance.now() - renewed > renewal * 1000) {
        renewed = performance.now()
        enter().then(
          (tokens) => {
            token = tokens.access_token
          },
          () => {
            renewed -= (renewal - 2) * 1000
          },
        )
      }
      await pause(10)
    }
  }
  const running = run()
  return {
    history,
    take() {
      const taken = figures
      figures = empty()
      return taken
    },
    pace(next) {
      rate = next
    },
    nextChange: () => changed.promise,
    async [Symbol.asyncDispose]() {
      stopped.abort()
      await running
      await Promise.all(under)
    },
  }
}

const empty = (): Figures => ({
  ...{ requests: 0, failed: 0, acknowledged: 0, slowest: 0, withoutRetryAfter: 0 },
  ...{ reasons: new Map(), writes: [] },
})

/** One that is handed over between its two members. */
async function organization(url: string, token: string): Promise<Pick<History, 'tenantId' | 'owners'>> {
  const owners: string[] = []
  for (const mobilePhone of ['+8613800000001', '+8613800000002']) {
    const create = `mutation { createOperator(mobilePhone: "${mobilePhone}", nickName: "Owner", password: "paper-boats-on-wine") { id } }`
    owners.push((await must(ask(url, token, create))).id)
  }
  const { id: tenantId } = await must(
    ask(
      url,
      token,
      `mutation { createTenant(name: "Handed over", areaIds: ["330106"], contact: { name: "Li", mobilePhone: "13800138000" },
        ownerId: "${owners[0]}", uploadAudit: false, internal: true) { id } }`,
    ),
  )
  await must(
    ask(
      url,
      token,
      `mutation { addTenantOperator(tenantId: "${tenantId}", operatorId: "${owners[1]}") { id } }`,
    ),
  )
  return { tenantId, owners }
}

const sessionOf = (token: string): string =>
  JSON.parse(Buffer.from(required(token.split('.')[1], 'item of token'), 'base64url').toString()).sid
