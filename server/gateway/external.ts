import { createHash, timingSafeEqual } from 'node:crypto'
import { connect as dial } from 'mqtt'
import type { Logger } from 'pino'
import * as v from 'valibot'
import { newId } from '../core/id.ts'
import type { Database } from '../db/open.ts'
import { isDeviceId } from '../devices/input.ts'
import { cutChannel } from '../devices/live.ts'
import type { RefusalReason } from '../devices/refusals/store.ts'
import { createBatch, inTransaction } from './batch.ts'
import { type Attempt, connect, disconnectFrom, findBarred, resume } from './connections.store.ts'
import { type Fault, recordFaults } from './faults.store.ts'
import { renewal, renewShared } from './node.ts'
import { isReportKind, type Report, readReport, saveReports } from './reports.ts'

/**
 * Node id that all servers share for connections to the external broker, because these connections outlive a
 * server.
 */
const brokerNode = '00000000-0000-0000-0000-000000000001'

const questionSchema = v.object({
  username: v.pipe(v.string(), v.maxLength(128)),
  password: v.pipe(v.string(), v.maxLength(256)),
  clientid: v.optional(v.string()),
  ip: v.optional(v.pipe(v.string(), v.ip())),
})

export interface ExternalBroker {
  /**
   * Returns whether the broker must accept the client that the authentication request describes. Throws if
   * the database is not available.
   */
  admits(question: unknown): Promise<boolean>
  /** Whether the request has the username and password of the broker's URL. */
  isBroker(authorization: string | undefined): boolean
  close(): Promise<void>
}

interface Options {
  db: Database
  log: Logger
  /**
   * URL of the form mqtt://user:password@host. The user must be permitted to read all topics and to use any
   * client id.
   */
  url: string
  locate(ip: string): string | null
}

const same = (one: string, other: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

/**
 * Connects to an external broker. The broker calls `admits` for each device over HTTP. This server receives
 * the messages of all devices over one connection to the broker. A retained message on the topic
 * `devices/ID/status` shows whether the device is online. The device's last will has the same topic.
 */
export async function openExternal({ db, log, url, locate }: Options): Promise<ExternalBroker> {
  const { username, password } = new URL(url)
  const own = { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  const fail = (error: Error) => log.warn({ error: error.message }, 'device gateway error; continuing')

  const entering = createBatch((batch: Attempt[]) => db.transaction((tx) => connect(tx, brokerNode, batch)))
  // Processes status messages in order. Only the latest message of each device takes effect.
  const stating = createBatch(async (batch: { id: string; gone: boolean }[]) => {
    const newest = new Map(batch.map(({ id, gone }) => [id, gone]))
    const those = (gone: boolean) => [...newest.keys()].filter((id) => newest.get(id) === gone)
    const unwanted = await db.transaction(async (tx) => {
      await disconnectFrom(tx, brokerNode, those(true))
      return resume(tx, brokerNode, those(false))
    })
    for (const id of unwanted) cut(id)
    return batch
  })
  const rechecking = createBatch(async (ids: string[]) => {
    for (const id of await findBarred(db.query, brokerNode, [...new Set(ids)])) cut(id)
    return ids
  })
  const reporting = createBatch(inTransaction<Report>(db, saveReports))
  const refusing = createBatch(inTransaction<Fault>(db, recordFaults))

  function cut(id: string): void {
    takeOver(url, id, fail)
    stating.add({ id, gone: true }).catch(fail)
  }

  const client = dial(url, {
    clientId: `reeve-${newId()}`,
    clean: true,
    protocolVersion: 4,
    reconnectPeriod: 2_000,
  })
  client.on('error', fail)
  client.on('connect', () =>
    client
      .subscribeAsync(['devices/+/status', 'devices/+/versions', 'devices/+/info'], { qos: 1 })
      .catch(fail),
  )
  client.on('message', (topic, payload) => {
    const message = readMessage(topic, payload)
    if (!message) return
    const { id } = message
    if (message.kind === 'status') stating.add({ id, gone: message.gone }).catch(fail)
    else if (message.kind === 'report') reporting.add(message.report).catch(fail)
    else {
      log.info({ device: id, reason: message.reason }, 'device message refused')
      // The IP address is empty, because the broker does not report the IP addresses of devices.
      refusing.add({ id, reason: message.reason, ip: '', address: null }).catch(fail)
    }
  })
  const unlisten = await db.listen(cutChannel, (id) => void rechecking.add(id).catch(fail))
  const beat = () => renewShared(db, brokerNode).catch(fail)
  await beat()
  const heartbeat = setInterval(beat, renewal)

  return {
    async admits(question) {
      const { success, output } = v.safeParse(questionSchema, question)
      if (!success) return false
      const { username: id, password, clientid, ip = '0.0.0.0' } = output
      if (same(id, own.username)) return same(password, own.password)
      if (!isDeviceId(id)) return false
      const attempt = {
        id,
        password,
        clientId: clientid ?? id,
        connectionId: newId(),
        ip,
        address: locate(ip),
      }
      const outcome = await entering.add(attempt)
      if ('accepted' in outcome) return true
      if (outcome.reason) log.info({ device: id, reason: outcome.reason }, 'device connection refused')
      return false
    },

    isBroker(authorization = '') {
      const given = Buffer.from(/^Basic (.+)$/i.exec(authorization)?.[1] ?? '', 'base64').toString()
      return own.password !== '' && same(given, `${own.username}:${own.password}`)
    },

    async close() {
      clearInterval(heartbeat)
      await unlisten()
      await client.endAsync(true)
      for (const batch of [entering, stating, rechecking, reporting, refusing]) await batch.idle()
    },
  }
}

/**
 * Ends a device's connection by connecting with the device's client id, because a broker then closes the
 * previous connection.
 */
function takeOver(url: string, id: string, fail: (error: Error) => void): void {
  const taker = dial(url, { clientId: id, clean: true, reconnectPeriod: 0, protocolVersion: 4 })
  taker.once('connect', () => taker.end())
  taker.once('error', (error) => {
    fail(error)
    taker.end(true)
  })
}

type Message = { id: string } & (
  | { kind: 'status'; gone: boolean }
  | { kind: 'report'; report: Report }
  | { kind: 'invalid'; reason: RefusalReason }
)

/** Parses a message of a device. Returns null for other topics. */
function readMessage(topic: string, payload: Buffer): Message | null {
  const [, id = '', kind = ''] = topic.split('/')
  if (!isDeviceId(id)) return null
  if (kind === 'status') return { id, kind, gone: payload.toString() === 'offline' }
  if (!isReportKind(kind)) return null
  const value = readReport(kind, payload)
  if (typeof value === 'string') return { id, kind: 'invalid', reason: value }
  return { id, kind: 'report', report: { id, kind, value } }
}
