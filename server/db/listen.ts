import pg from 'pg'
import type { Logger } from 'pino'

/**
 * Calls onNotify with each payload that is sent to the channel. The returned function stops listening. After
 * a lost connection has been restored, calls onGap, because notifications may have been missed.
 */
export type Listen = (
  channel: string,
  onNotify: (payload: string) => void,
  onGap?: () => void,
) => Promise<() => Promise<void>>

interface Listener {
  onNotify(payload: string): void
  onGap: (() => void) | undefined
}

interface Channels {
  listen: Listen
  /**
   * Makes a connection listen to all channels. After a connection is lost, the caller must call this again
   * with the new connection.
   */
  attach(client: pg.ClientBase): Promise<void>
}

/**
 * Manages listeners over a connection that can be replaced. `execute` runs a statement on the current
 * connection.
 */
export function createChannels(execute: (statement: string) => Promise<unknown>): Channels {
  const channels = new Map<string, Set<Listener>>()
  let attached = false

  return {
    async listen(channel, onNotify, onGap) {
      const listener: Listener = { onNotify, onGap }
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners.add(listener))
      try {
        await execute(`listen ${pg.escapeIdentifier(channel)}`)
      } catch (error) {
        listeners.delete(listener)
        throw error
      }
      return async () => {
        listeners.delete(listener)
      }
    },

    async attach(client) {
      client.on('notification', ({ channel, payload }) => {
        for (const { onNotify } of channels.get(channel) ?? []) onNotify(payload ?? '')
      })
      for (const channel of channels.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      const again = attached
      attached = true
      if (!again) return
      for (const listeners of channels.values()) for (const { onGap } of listeners) onGap?.()
    },
  }
}

const retryAfter = 250
const retryAtMost = 5_000
const heartbeat = 30_000
const heartbeatTimeout = 5_000

/** Listens on a separate connection to a PostgreSQL server. Reconnects if the connection is lost. */
export function createListener(
  connection: pg.ClientConfig,
  log: Logger,
): { listen: Listen; close(): Promise<void> } {
  const channels = createChannels(async (statement) => {
    client ??= connect()
    await (await client).query(statement)
  })
  let client: Promise<pg.Client> | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  async function connect(): Promise<pg.Client> {
    const connected = new pg.Client({ ...connection, connectionTimeoutMillis: heartbeatTimeout })
    connected.on('error', (error) =>
      log.warn({ error: error.message }, 'lost the database connection that receives notifications'),
    )
    try {
      await connected.connect()
      await channels.attach(connected)
    } catch (error) {
      client = undefined
      connected.end().catch(() => {})
      throw error
    }
    // Sends a query regularly, to detect a connection that a firewall has silently dropped.
    const end = () => connected.connection.stream.destroy()
    const beat = setInterval(() => {
      const answered = connected.query({
        text: 'select pg_is_in_recovery() as standby',
        query_timeout: heartbeatTimeout,
      } as pg.QueryConfig)
      // Closes the connection if the server has become a standby, because a standby sends no notifications.
      answered.then(({ rows }) => rows[0].standby && end(), end)
    }, heartbeat).unref()
    connected.on('end', () => {
      clearInterval(beat)
      client = undefined
      if (!closed) reconnect(retryAfter)
    })
    return connected
  }

  function reconnect(delay: number): void {
    timer = setTimeout(() => {
      client ??= connect()
      client.catch(() => {
        if (!closed) reconnect(Math.min(delay * 2, retryAtMost))
      })
    }, delay)
  }

  return {
    listen: channels.listen,
    async close() {
      closed = true
      clearTimeout(timer)
      const connected = await client?.catch(() => undefined)
      await connected?.end()
    },
  }
}
