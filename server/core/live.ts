import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { required } from '../../contract/required.ts'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { AppError, rateLimited } from './errors.ts'

/** A change that is sent to the subscribers of its topic. */
export interface Change {
  topic: string
  id: string
}

/**
 * Notifies the subscribers on all servers when the transaction commits. Sends only ids, because the receiving
 * servers decide which subscribers can see the objects.
 */
export async function publish(
  tx: Kysely<Tables>,
  channel: string,
  changes: readonly Change[],
): Promise<void> {
  const payloads = changes.map(({ topic, id }) => `${topic} ${id}`)
  await sql`select pg_notify(${`live_${channel}`}, payload) from unnest(${payloads}::text[]) as payload`.execute(
    tx,
  )
}

/** Topic name that subscribes to every topic of a channel. */
export const anyTopic = '*'

interface Subscriber {
  /** Id of the account or service account. Each has a limited number of open subscriptions. */
  subject: string
  onChange(id: string): void
  /**
   * Called when the subscription must end, because of a shutdown or because changes may have been missed. The
   * client must then resubscribe and repeat its query.
   */
  onEnd(): void
}

export interface LiveChannels {
  /**
   * Resolves with a function that unsubscribes. From then on, the subscriber receives every committed change.
   * Throws UNAVAILABLE during shutdown, and RATE_LIMITED if the account has too many subscriptions.
   */
  subscribe(channel: string, topics: readonly string[], subscriber: Subscriber): Promise<() => void>
  /** Ends all subscriptions and rejects new ones. */
  close(): void
}

/**
 * Maximum number of open subscriptions per account and server. A person with many windows stays below this
 * number, but a faulty program does not.
 */
const openAtOnce = 50

/**
 * Creates live channels that use one LISTEN per channel and process, regardless of the number of subscribers.
 */
export function createLive({ db, log }: { db: Database; log: Logger }): LiveChannels {
  const listening = new Map<string, Promise<unknown>>()
  const subscribers = new Map<string, Set<Subscriber>>()
  const opened = new Map<string, number>()
  let closed = false

  const keyOf = (channel: string, topic: string) => `${channel} ${topic}`

  function listen(channel: string): Promise<unknown> {
    const started = db.listen(
      `live_${channel}`,
      (payload) => {
        const [topic = '', id = ''] = payload.split(' ')
        for (const name of [topic, anyTopic])
          for (const subscriber of subscribers.get(keyOf(channel, name)) ?? []) subscriber.onChange(id)
      },
      () => {
        log.info(
          { channel },
          'live updates may have been missed; ending subscriptions so that clients resubscribe',
        )
        endAll(`${channel} `)
      },
    )
    started.catch(() => listening.delete(channel))
    return started
  }

  function remove(key: string, subscriber: Subscriber): void {
    const set = subscribers.get(key)
    set?.delete(subscriber)
    if (!set?.size) subscribers.delete(key)
  }

  function endAll(prefix = ''): void {
    const ended = new Set<Subscriber>()
    for (const [key, set] of subscribers) if (key.startsWith(prefix)) for (const each of set) ended.add(each)
    for (const subscriber of ended) subscriber.onEnd()
  }

  return {
    async subscribe(channel, topics, subscriber) {
      const { subject } = subscriber
      if ((opened.get(subject) ?? 0) >= openAtOnce) throw rateLimited(60)
      if (!listening.has(channel)) listening.set(channel, listen(channel))
      await listening.get(channel)
      if (closed) throw new AppError('UNAVAILABLE', { retryAfter: 1 })
      const keys = topics.map((topic) => keyOf(channel, topic))
      for (const key of keys) subscribers.set(key, (subscribers.get(key) ?? new Set()).add(subscriber))
      opened.set(subject, (opened.get(subject) ?? 0) + 1)
      let left = false
      return () => {
        if (left) return
        left = true
        for (const key of keys) remove(key, subscriber)
        const rest = required(opened.get(subject), 'item of opened') - 1
        if (rest) opened.set(subject, rest)
        else opened.delete(subject)
      }
    },

    close() {
      closed = true
      endAll()
    },
  }
}
