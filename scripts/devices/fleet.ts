import { setTimeout as pause } from 'node:timers/promises'
import { connectAsync, type MqttClient } from 'mqtt'
import { reportedValues } from '../../server/demo/reported-values.ts'
import type { Credential } from './api.ts'

interface Habits {
  /** Broker URL, mqtt://host:port. */
  broker: string
  /** Number of devices that connect per second while the fleet starts. */
  rate: number
  /** Average seconds between two reports of a device. */
  interval: number
  /** Average duration of a connection in seconds. 0 means that devices never disconnect. */
  session: number
  /** Values that a device reports in addition to its measurements, by device id. */
  info?: ReadonlyMap<string, object>
}

const random = (from: number, to: number): number => from + Math.random() * (to - from)
/** Returns an exponentially distributed duration in milliseconds. `seconds` is the average. */
const randomAround = (seconds: number): number => -Math.log(1 - Math.random()) * seconds * 1_000

export type Figures = ReturnType<typeof newFigures>
const newFigures = () => ({
  ...{ online: 0, connected: 0, dropped: 0, refused: 0, failed: 0, reports: 0 },
  /**
   * Milliseconds until each report was acknowledged (`latencies`) and until each connection was accepted
   * (`entries`).
   */
  latencies: [] as number[],
  entries: [] as number[],
})

/**
 * Runs devices that connect, report, disconnect (half of them without DISCONNECT) and reconnect, until
 * `signal` aborts.
 */
export function startFleet(credentials: readonly Credential[], habits: Habits, signal: AbortSignal) {
  const figures = newFigures()

  async function run(device: Credential, index: number): Promise<void> {
    await pause((index / habits.rate) * 1_000, undefined, { signal })
    for (let failures = 0; !signal.aborted; ) {
      const began = performance.now()
      let client: MqttClient | undefined
      try {
        client = await connect(device, habits.broker)
        figures.entries.push(performance.now() - began)
        figures.connected += 1
        figures.online += 1
        failures = 0
        try {
          await report(client, device)
        } finally {
          figures.online -= 1
          figures.dropped += 1
        }
      } catch (error) {
        // A report that is interrupted because the connection was closed is not a failure, because the device
        // reports again after it reconnects.
        if (signal.aborted) return
        if (!client) {
          const code = (error as { code?: unknown }).code
          figures[code === 4 || code === 5 ? 'refused' : 'failed'] += 1
          failures += 1
        }
      }
      // The maximum delay doubles with each failure. The delay is random, so that devices do not reconnect at
      // the same moment.
      await pause(random(500, Math.min(60_000, 2_000 * 2 ** Math.min(failures, 5))), undefined, { signal })
    }
  }

  async function report(client: MqttClient, { username: id }: Credential): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      client.once('close', () => resolve())
      // The connection may have closed before the listener was added.
      if (!client.connected) resolve()
    })
    const over = new AbortController()
    void closed.then(() => over.abort())
    signal.addEventListener('abort', () => client.end(), { once: true, signal: over.signal })
    if (signal.aborted) client.end()
    const duration = habits.session ? randomAround(habits.session) : Number.POSITIVE_INFINITY
    const leaving = setTimeout(
      () => (Math.random() < 0.5 ? client.end() : client.stream.destroy()),
      Math.min(duration, 2 ** 31 - 1),
    )
    const publish = async (topic: string, value: object) => {
      const began = performance.now()
      const published = client.publishAsync(`devices/${id}/${topic}`, JSON.stringify(value), { qos: 1 })
      const interrupted = closed.then(() =>
        Promise.reject(new Error('connection closed before the report was acknowledged')),
      )
      await Promise.race([published, interrupted])
      figures.latencies.push(performance.now() - began)
      figures.reports += 1
    }
    try {
      await publish('versions', { firmware: '2.4.1', runtime: '1.9.0' })
      while (client.connected && !over.signal.aborted) {
        await publish('info', {
          ...(habits.info?.get(id) ?? { model: 'EG-200' }),
          ...reportedValues(id, Date.now()),
          uptime: Math.round(performance.now() / 1_000),
        })
        const interval = random(0.5, 1.5) * habits.interval * 1_000
        await pause(interval, undefined, { signal: over.signal }).catch(() => {})
      }
    } finally {
      clearTimeout(leaving)
      client.end(true)
      await closed
    }
  }

  return { figures, ended: Promise.allSettled(credentials.map(run)) }
}

const connect = ({ username, password }: Credential, broker: string): Promise<MqttClient> =>
  connectAsync(broker, {
    clientId: username,
    username,
    password,
    protocolVersion: 4,
    keepalive: 60,
    reconnectPeriod: 0,
    connectTimeout: 60_000,
    will: { topic: `devices/${username}/status`, payload: Buffer.from('offline'), qos: 1, retain: true },
  })
