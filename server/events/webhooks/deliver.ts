import { performance } from 'node:perf_hooks'
import { first, required } from '../../../contract/required.ts'
import { bodyOf, type Post, type RecordedAttempt } from './post.ts'
import type { DeliveryResult, Item, Lease, Outcome, Work } from './queue.ts'

/**
 * Delays before the retries in seconds, about a day in total. If the attempt after the last delay fails, the
 * webhook is disabled.
 */
export const pauses = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 36_000]

/** Maximum number of objects whose events a lease sends in parallel. */
const atOnce = 32
/**
 * A lease ends early after `mostFailures` failed attempts or after `longest` milliseconds. The remaining
 * events are sent in the next lease.
 */
const mostFailures = 10
const longest = 30_000

/**
 * Sends the events of one lease. Sends events of the same object in order, and events of different objects in
 * parallel. If an event fails, later events of the same object wait. Starts no new attempts while the server
 * shuts down.
 */
export async function deliver(
  post: Post,
  leased: Lease,
  { due, fresh, taken, waiting }: Work,
  isStopping: () => boolean,
): Promise<Outcome> {
  const results: DeliveryResult[] = []
  const end = performance.now() + longest
  const goesOn = () => failures < mostFailures && performance.now() < end && !isStopping()
  let failures = 0
  let error: string | null | undefined
  let off = false

  const lanes = new Map<string, Item[]>()
  for (const item of due) push(lanes, item.again ? `again ${item.position}` : item.object, item)
  for (const item of fresh) {
    if (waiting.has(item.object)) results.push(row(item, { due: 'wait' }))
    else push(lanes, item.object, item)
  }

  async function run(lane: readonly Item[]): Promise<void> {
    let next = 0
    for (; next < lane.length && goesOn(); next += 1) {
      const item = required(lane[next], 'item of lane')
      const tried = await send(post, leased, item)
      const delivered = isDelivered(tried)
      if (delivered) error ??= null
      else {
        failures += 1
        error = tried.reason ?? `HTTP ${tried.status}`
      }
      if (delivered || item.again) {
        results.push(row(item, { due: null, delivered, tried }))
        continue
      }
      const pause = pauses[item.attempt]
      off ||= pause === undefined
      results.push(row({ ...item, attempt: item.attempt + 1 }, { due: pause ?? 0, tried }))
      for (const later of lane.slice(next + 1)) results.push(row(later, { due: 'wait' }))
      return
    }
    // The lease ended early. The first remaining event is due again, and the others wait behind it.
    for (const [index, item] of lane.slice(next).entries())
      results.push(
        row(item, { due: index > 0 ? 'wait' : failures < mostFailures ? 0 : first(pauses, 'pauses') }),
      )
  }

  const queue = [...lanes.values()]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let lane = queue.shift(); lane; lane = queue.shift()) await run(lane)
    }),
  )
  return { taken, results, error, off }
}

const isDelivered = ({ status }: RecordedAttempt): boolean => status !== null && status >= 200 && status < 300

const send = (post: Post, { url, secret, former_secret }: Lease, event: Item) =>
  post(url, {
    id: event.id,
    body: bodyOf(event),
    secrets: former_secret ? [secret, former_secret] : [secret],
  })

function push(lanes: Map<string, Item[]>, key: string, item: Item): void {
  const lane = lanes.get(key)
  if (lane) lane.push(item)
  else lanes.set(key, [item])
}

const row = (
  { position, at, tenant_id, object, attempt, again, due_at }: Item,
  {
    due,
    delivered = false,
    tried,
  }: { due: DeliveryResult['due']; delivered?: boolean; tried?: RecordedAttempt },
): DeliveryResult => {
  const { answer = null, ...rest } = tried ?? {}
  return {
    ...{ position, at, tenant_id, object, attempt, again, due_at },
    ...{ due, delivered, answer, tried: tried ? (rest as DeliveryResult['tried']) : null },
  }
}
