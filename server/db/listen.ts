import pg from 'pg'
import type { Logger } from 'pino'

export type Listen = (
  channel: string,
  onNotify: (payload: string) => void,
  onGap?: () => void,
) => Promise<() => Promise<void>>

interface Listener {
  onNotify(payload: string): void
  onGap?(): void
}

const firstRetry = 250
const lastRetry = 5_000

/** LISTEN on a PostgreSQL server over one connection of its own, which comes back by itself when it was lost. */
export function createListener(options: { connection: pg.ClientConfig; log: Logger }): {
  listen: Listen
  close(): Promise<void>
} {
  const { log } = options
  const channels = new Map<string, Set<Listener>>()
  let client: Promise<pg.Client> | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  async function connect(): Promise<pg.Client> {
    const connected = new pg.Client({
      ...options.connection,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    connected.on('error', (error) => log.warn({ error: error.message }, 'lost the connection that listens'))
    connected.on('notification', ({ channel, payload }) => {
      for (const { onNotify } of channels.get(channel) ?? []) onNotify(payload ?? '')
    })
    try {
      await connected.connect()
      for (const channel of channels.keys()) await connected.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      connected.end().catch(() => {})
      throw error
    }
    connected.on('end', () => {
      client = undefined
      if (!closed) reconnect(firstRetry)
    })
    return connected
  }

  function reconnect(delay: number): void {
    retry = setTimeout(async () => {
      try {
        client = connect()
        await client
        for (const { onGap } of [...channels.values()].flatMap((set) => [...set])) onGap?.()
      } catch {
        client = undefined
        if (!closed) reconnect(Math.min(delay * 2, lastRetry))
      }
    }, delay)
  }

  return {
    async listen(channel, onNotify, onGap) {
      const listener: Listener = { onNotify, ...(onGap && { onGap }) }
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners.add(listener))
      try {
        client ??= connect()
        await (await client).query(`listen ${pg.escapeIdentifier(channel)}`)
      } catch (error) {
        client = undefined
        listeners.delete(listener)
        throw error
      }
      return async () => {
        listeners.delete(listener)
      }
    },

    async close() {
      closed = true
      clearTimeout(retry)
      const connected = await client?.catch(() => undefined)
      await connected?.end()
    },
  }
}
