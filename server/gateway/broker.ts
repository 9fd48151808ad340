import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes'
import ipaddr from 'ipaddr.js'
import type { Logger } from 'pino'
import { newId } from '../core/id.ts'
import { isDeviceId } from '../devices/input.ts'
import type { RefusalReason } from '../devices/refusals/store.ts'
import type { Gate } from './index.ts'
import { isReportKind, readReport } from './reports.ts'

interface Broker {
  /** The port on which the broker listens. */
  port: number
  /**
   * Stops accepting connections and closes existing connections gradually. If all were closed at once, the
   * devices would overload the other servers by reconnecting.
   */
  handOver(): Promise<void>
  /** Stops accepting connections and closes the existing ones. */
  close(): Promise<void>
}

interface Options {
  gate: Gate
  host: string
  /** Port to listen on. 0 selects a free port. */
  port: number
  log: Logger
  /** Returns the location of an IP address as text, or null if it is unknown. */
  locate(ip: string): string | null
}

/**
 * `pause` is the number of milliseconds between two batches of connections to close. `times` is the maximum
 * number of batches. Closing all connections takes up to 30 seconds.
 */
const handing = { pause: 15, times: 2_000 }

// Return codes of CONNACK (MQTT 3.1.1, section 3.2.2.3).
const unavailable = 3
const badCredential = 4
const notAuthorized = 5

/**
 * Maximum number of bytes that a connection can receive without a complete packet, before (`stranger`) and
 * after authentication (`device`). No packet of a device is that large.
 */
const most = { stranger: 8 * 1024, device: 128 * 1024 }

const refusal = (returnCode: number): AuthenticateError =>
  Object.assign(new Error('connection refused'), { returnCode }) as AuthenticateError

/**
 * Opens an MQTT 3.1.1 broker in this process, for devices only. Devices can publish to the server but not to
 * each other.
 */
export async function openBroker({ gate, host, port, log, locate }: Options): Promise<Broker> {
  const names = new WeakMap<Client, string>()
  const understood = new WeakMap<Client, number>()
  const devices: Devices = { gate, log, locate, names, understood }

  const broker = await Aedes.createBroker({
    connectTimeout: 10_000,
    maxClientsIdLength: 64,
    queueLimit: 100,

    // The MQTT library itself rejects versions other than 3.1 and 3.1.1 with "unacceptable protocol version".
    // This hook only records that refusal.
    preConnect(client, packet, done) {
      const { username = '', protocolVersion } = packet as { username?: string; protocolVersion?: number }
      if (protocolVersion === 5 && isDeviceId(username))
        gate.refuse({ id: username, reason: 'PROTOCOL', ...whereIs(client, locate) })
      done(null, true)
    },

    authenticate: (client, username, password, done) =>
      authenticate(devices, { client, id: username ?? '', password: password?.toString() ?? '' }, done),

    authorizePublish: (client, packet, done) => publish(devices, client, packet, done),
    authorizeSubscribe: (_client, _subscription, done) => done(null, null),
  })

  broker.on('ping', (_packet, client) => understood.set(client, (client.conn as Socket).bytesRead))

  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    const client = broker.handle(socket)
    socket.on('readable', () => {
      const limit = names.has(client) ? most.device : most.stranger
      if (socket.bytesRead - (understood.get(client) ?? 0) > limit) socket.destroy()
    })
  })
  server.listen({ host, port, backlog: 4_096 })
  await once(server, 'listening')
  // Without a listener, an error would end the process, for example if no file descriptors are left.
  server.on('error', (error) => log.warn({ error: error.message }, 'device connection failed'))

  return {
    port: (server.address() as { port: number }).port,
    async handOver() {
      server.close()
      const atOnce = Math.ceil(sockets.size / handing.times)
      while (sockets.size) {
        for (const socket of [...sockets].slice(0, atOnce)) socket.destroy()
        await pause(handing.pause)
      }
    },

    async close() {
      server.close()
      await new Promise<void>((closed) => broker.close(closed))
      const closed = [...sockets].map((socket) => once(socket, 'close'))
      for (const socket of sockets) socket.destroy()
      await Promise.all(closed)
    },
  }
}

interface Devices extends Pick<Options, 'gate' | 'log' | 'locate'> {
  /** Device ids of accepted connections. */
  names: WeakMap<Client, string>
  /** Number of bytes that the connection had received at the last complete packet. */
  understood: WeakMap<Client, number>
}

function whereIs(client: Client, locate: Options['locate']): { ip: string; address: string | null } {
  const ip = ipaddr.process((client.conn as Socket).remoteAddress ?? '0.0.0.0').toString()
  return { ip, address: locate(ip) }
}

async function authenticate(
  { gate, log, locate, names }: Devices,
  { client, id, password }: { client: Client; id: string; password: string },
  done: (error: AuthenticateError | null, success: boolean | null) => void,
): Promise<void> {
  const socket = client.conn as Socket
  if (!isDeviceId(id)) return done(refusal(badCredential), false)
  const connectionId = newId()
  const attempt = {
    ...{ id, password, connectionId },
    clientId: client.id,
    ...whereIs(client, locate),
  }
  const close = () => client.close()
  let inside = false
  socket.once('close', () => inside && gate.leave(id, connectionId))
  try {
    const outcome = await gate.enter(attempt, close)
    if ('refused' in outcome)
      return done(refusal(outcome.refused === 'credential' ? badCredential : notAuthorized), false)
    if (socket.destroyed) return gate.leave(id, connectionId)
    inside = true
    names.set(client, id)
    done(null, true)
  } catch (error) {
    log.warn({ error: (error as Error).message }, 'could not process a device connection')
    done(refusal(unavailable), false)
  }
}

async function publish(
  { gate, locate, names, understood }: Devices,
  client: Client | null,
  packet: PublishPacket,
  done: (error?: Error | null) => void,
): Promise<void> {
  const id = client && names.get(client)
  const [root, owner, kind = '', more] = packet.topic.split('/')
  const own = id !== undefined && root === 'devices' && owner === id && more === undefined
  const refuse = (reason: RefusalReason) =>
    id && client && gate.refuse({ id, reason, ...whereIs(client, locate) })
  if (!client || !own) {
    refuse('TOPIC')
    return done(new Error('the topic does not belong to this device'))
  }
  understood.set(client, (client.conn as Socket).bytesRead)
  packet.retain = false
  if (kind === 'status') return done(null)
  if (!isReportKind(kind)) {
    refuse('TOPIC')
    return done(new Error('unknown report topic'))
  }
  const value = readReport(kind, Buffer.from(packet.payload))
  if (typeof value === 'string') {
    // MQTT 3.1.1 has no error response to PUBLISH, so the message is acknowledged. If the connection were
    // closed instead, the device would only reconnect and retry.
    refuse(value)
    return done(null)
  }
  try {
    await gate.report({ id, kind, value })
    done(null)
  } catch (error) {
    // The message is not acknowledged, so the device sends it again.
    done(error as Error)
  }
}
