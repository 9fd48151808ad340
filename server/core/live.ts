import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { required } from '../../contract/required.ts'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { AppError, rateLimited } from './errors.ts'

/** Something changed, told to those who listen for its topic. */
export interface Change {
  topic: string
  id: string
}

/**
 * Told with the commit of the transaction, on every node, and not at all if it does not commit. Ids only: who may see
 * what is decided where it is delivered.
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

/** Listens for every topic of a channel. */
export const anyTopic = '*'

interface Subscriber {
  /** The account or program, counted: each has a few dozen open at most. */
  who: string
  onChange(id: string): void
  /** Nothing more will come, or something was missed: whoever wants more asks anew. */
  onEnd(): void
}

interface Live {
  /**
   * Resolves once nothing that is committed from now on is missed. Throws UNAVAILABLE while the server stops,
   * RATE_LIMITED where the account has too many open.
   */
  subscribe(channel: string, topics: readonly string[], subscriber: Subscriber): Promise<() => void>
  /** Ends what listens and takes no more. */
  close(): void
}

/** Of one account on one server: windows and tabs, not a person's need but a program's mistake is bounded. */
const openAtOnce = 50

/** One LISTEN a channel and process, however many subscribe. */
export function createLive({ db, log }: { db: Database; log: Logger }): Live {
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
        log.info({ channel }, 'live updates may have been missed; those who listen ask anew')
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
      const { who } = subscriber
      if ((opened.get(who) ?? 0) >= openAtOnce) throw rateLimited(60)
      if (!listening.has(channel)) listening.set(channel, listen(channel))
      await listening.get(channel)
      if (closed) throw new AppError('UNAVAILABLE', { retryAfter: 1 })
      const keys = topics.map((topic) => keyOf(channel, topic))
      for (const key of keys) subscribers.set(key, (subscribers.get(key) ?? new Set()).add(subscriber))
      opened.set(who, (opened.get(who) ?? 0) + 1)
      let left = false
      return () => {
        if (left) return
        left = true
        for (const key of keys) remove(key, subscriber)
        const rest = required(opened.get(who), 'item of opened') - 1
        if (rest) opened.set(who, rest)
        else opened.delete(who)
      }
    },

    close() {
      closed = true
      endAll()
    },
  }
}

declare module './context.ts' {
  interface Services {
    live: Live
  }
}
