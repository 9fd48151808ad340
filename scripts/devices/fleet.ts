import { setTimeout as pause } from 'node:timers/promises'
import { connectAsync, type MqttClient } from 'mqtt'
import { reportedValues } from '../../server/demo/reported-values.ts'
import type { Credential } from './api.ts'

interface Habits {
  /** mqtt://host:port */
  broker: string
  /** Connections begun a second, over the whole fleet, at the start. */
  rate: number
  /** Seconds between two reports of one device. */
  interval: number
  /** Seconds that a connection lasts on average; 0: it never drops of itself. */
  session: number
  /** What a device always tells of itself beside its numbers. */
  about?: ReadonlyMap<string, object>
}

export interface Figures {
  online: number
  connected: number
  dropped: number
  refused: number
  failed: number
  reports: number
  /** Milliseconds until a report was acknowledged, since they were last looked at. */
  latencies: number[]
  /** Milliseconds until a connection was accepted. */
  entries: number[]
}

const random = (from: number, to: number): number => from + Math.random() * (to - from)
/** Milliseconds to an event that happens every `seconds` on average. */
const untilNext = (seconds: number): number => -Math.log(1 - Math.random()) * seconds * 1_000

/** Devices that connect, say what they are, report, drop (half of them without a word) and come back, until stopped. */
export function startFleet(credentials: readonly Credential[], habits: Habits, signal: AbortSignal) {
  const figures: Figures = {
    online: 0,
    connected: 0,
    dropped: 0,
    refused: 0,
    failed: 0,
    reports: 0,
    latencies: [],
    entries: [],
  }

  async function live(device: Credential, index: number): Promise<void> {
    await pause((index / habits.rate) * 1_000, undefined, { signal })
    for (let failures = 0; !signal.aborted; ) {
      const began = performance.now()
      let client: MqttClient | undefined
      try {
        client = await open(device, habits.broker)
        figures.entries.push(performance.now() - began)
        figures.connected += 1
        figures.online += 1
        failures = 0
        try {
          await work(client, device)
        } finally {
          figures.online -= 1
          figures.dropped += 1
        }
      } catch (error) {
        // A report that the end of its connection cut short is no failure: it is sent again with the next one.
        if (signal.aborted) return
        if (!client) {
          const code = (error as { code?: unknown }).code
          if (code === 4 || code === 5) figures.refused += 1
          else figures.failed += 1
          failures += 1
        }
      }
      // The longer it fails, the more patient it is, and never at the same moment as the others.
      await pause(random(500, Math.min(60_000, 2_000 * 2 ** Math.min(failures, 5))), undefined, { signal })
    }
  }

  async function work(client: MqttClient, { username: id }: Credential): Promise<void> {
    // It may have ended before anybody listened.
    const gone = new Promise<void>((resolve) => {
      client.once('close', () => resolve())
      if (!client.connected) resolve()
    })
    const over = new AbortController()
    void gone.then(() => over.abort())
    signal.addEventListener('abort', () => client.end(), { once: true, signal: over.signal })
    if (signal.aborted) client.end()
    const ends = habits.session ? untilNext(habits.session) : Number.POSITIVE_INFINITY
    const leaving = setTimeout(
      () => (Math.random() < 0.5 ? client.end() : client.stream.destroy()),
      Math.min(ends, 2 ** 31 - 1),
    )
    try {
      await publish(client, gone, `devices/${id}/versions`, { firmware: '2.4.1', runtime: '1.9.0' })
      while (client.connected && !over.signal.aborted) {
        await publish(client, gone, `devices/${id}/info`, {
          ...(habits.about?.get(id) ?? { model: 'EG-200' }),
          ...reportedValues(id, Date.now()),
          uptime: Math.round(performance.now() / 1_000),
        })
        await pause(random(0.5, 1.5) * habits.interval * 1_000, undefined, { signal: over.signal }).catch(
          () => {},
        )
      }
    } finally {
      clearTimeout(leaving)
      client.end(true)
      await gone
    }
  }

  async function publish(
    client: MqttClient,
    gone: Promise<void>,
    topic: string,
    value: object,
  ): Promise<void> {
    const began = performance.now()
    await Promise.race([
      client.publishAsync(topic, JSON.stringify(value), { qos: 1 }),
      gone.then(() => {
        throw new Error('closed')
      }),
    ])
    figures.latencies.push(performance.now() - began)
    figures.reports += 1
  }

  const ended = Promise.allSettled(credentials.map(live))
  return { figures, ended }
}

const open = ({ username, password }: Credential, broker: string): Promise<MqttClient> =>
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
