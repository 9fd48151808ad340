import type { Logger } from 'pino'
import { Counter, Gauge, type Registry } from 'prom-client'
import { newId } from '../core/id.ts'
import type { Database } from '../db/open.ts'
import { cutChannel } from '../devices/live.ts'
import { createBatch, inTransaction } from './batch.ts'
import { type Attempt, connect, disconnect, findUnwanted, type Outcome } from './connections.store.ts'
import { type Fault, recordFaults } from './faults.store.ts'
import { enterNode, hasOtherNode, leaveNode, renewal, renewNode } from './node.ts'
import { type Report, saveReports } from './reports.ts'

export interface Connection {
  id: string
  connectionId: string
  close(): void
}

interface HeldConnection extends Connection {
  /** Hash of the credential that the connection uses. Null until the connection is accepted. */
  hash: Buffer | null
  /** Whether the device changed while the connection was being accepted, so that it must be checked again. */
  needsRecheck: boolean
}

/** Methods that the embedded broker calls. */
export interface Gate {
  /**
   * Resolves when the device has been marked as online or the connection has been refused. Throws if the
   * database is not available.
   */
  enter(attempt: Attempt, close: () => void): Promise<Outcome>
  /** Must be called when an accepted connection ends. */
  leave(id: string, connectionId: string): void
  /** Resolves when the report is stored. */
  report(report: Report): Promise<void>
  /** Counts, logs and stores a refused action of a device. */
  refuse(fault: Fault): void
}

export interface Gateway extends Gate {
  start(): Promise<void>
  /** Whether other servers also accept devices. */
  hasPeers(): Promise<boolean>
  /** Must be called after all brokers are closed. Waits until all disconnections are stored. */
  stop(): Promise<void>
}

const retryDelay = 1_000

/**
 * Connections by device id. A device has more than one connection only while a new one is being
 * authenticated.
 */
type HeldConnections = Map<string, Set<HeldConnection>>
type ClosedConnection = Pick<Connection, 'id' | 'connectionId'>

export function createGateway(options: { db: Database; log: Logger; registry?: Registry }): Gateway {
  const { db, log, registry } = options
  const held: HeldConnections = new Map()
  let nodeId = newId()
  let stopping = false
  let unlisten: (() => Promise<void>) | undefined
  let heartbeat: NodeJS.Timeout | undefined
  const { attempts, reports } = createMetrics(registry, () => held.size)

  const entering = createBatch((batch: Attempt[]) => db.transaction((tx) => connect(tx, nodeId, batch)))
  const leaving = createBatch((batch: ClosedConnection[]) => storeDepartures(db, log, batch, () => stopping))
  const reporting = createBatch(inTransaction<Report>(db, saveReports))
  const refusing = createBatch(inTransaction<Fault>(db, recordFaults))
  const recheck = createRecheck(db)

  const all = (): HeldConnection[] => [...held.values()].flatMap((each) => [...each])

  async function beat(): Promise<void> {
    try {
      if (await renewNode(db, nodeId)) return
      log.warn('the heartbeat of this server was too late; its devices must reconnect')
      nodeId = newId()
      await enterNode(db, nodeId)
      for (const each of all()) each.close()
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'could not renew the heartbeat of the device gateway')
    }
  }

  return {
    async start() {
      await enterNode(db, nodeId)
      unlisten = await db.listen(
        cutChannel,
        (id) => held.get(id)?.forEach(recheck),
        () => all().forEach(recheck),
      )
      heartbeat = setInterval(beat, renewal)
    },

    hasPeers: () => hasOtherNode(db, nodeId),

    async enter(attempt, close) {
      const { id, connectionId } = attempt
      const own: HeldConnection = { id, connectionId, close, hash: null, needsRecheck: false }
      // Hold it before the authentication, so that a concurrent change of the device sets `needsRecheck`.
      hold(held, own)
      try {
        const outcome = await entering.add(attempt)
        if ('accepted' in outcome) {
          attempts.inc({ outcome: 'accepted' })
          own.hash = outcome.accepted
          if (own.needsRecheck) recheck(own)
        } else {
          attempts.inc({ outcome: outcome.refused === 'status' ? 'refused' : 'credential' })
          if (outcome.reason) log.info({ device: id, reason: outcome.reason }, 'device connection refused')
          drop(held, own)
        }
        return outcome
      } catch (error) {
        attempts.inc({ outcome: 'failed' })
        drop(held, own)
        throw error
      }
    },

    leave(id, connectionId) {
      for (const each of held.get(id) ?? []) if (each.connectionId === connectionId) drop(held, each)
      leaving.add({ id, connectionId }).catch(() => {})
    },

    async report(report) {
      await reporting.add(report)
      reports.inc({ outcome: 'kept' })
    },

    refuse(fault) {
      const { id, reason } = fault
      if (reason.startsWith('REPORT_')) reports.inc({ outcome: 'invalid' })
      log.info({ device: id, reason }, 'device message refused')
      refusing
        .add(fault)
        .catch((error) =>
          log.warn({ error: error.message }, 'could not store that a device message was refused'),
        )
    },

    async stop() {
      stopping = true
      clearInterval(heartbeat)
      await unlisten?.()
      await entering.idle()
      await refusing.idle()
      // Connections that have just been accepted and closed call leave() in this turn of the event loop.
      await new Promise((next) => setImmediate(next))
      await leaving.idle()
      await leaveNode(db, nodeId).catch(() => {})
    },
  }
}

function createMetrics(registry: Registry | undefined, connections: () => number) {
  const registers = registry ? [registry] : []
  new Gauge({
    name: 'device_connections',
    help: 'Devices connected to this server',
    registers,
    collect() {
      this.set(connections())
    },
  })
  const attempts = new Counter({
    name: 'device_attempts_total',
    help: 'Connection attempts of devices, by outcome',
    labelNames: ['outcome'] as const,
    registers,
  })
  const reports = new Counter({
    name: 'device_reports_total',
    help: 'Reports of devices, by outcome',
    labelNames: ['outcome'] as const,
    registers,
  })
  return { attempts, reports }
}

/**
 * Stores disconnections. Only this server knows about them, so it retries until they are stored. If this
 * server stops before that, other servers notice the missing heartbeat and store the disconnections.
 */
async function storeDepartures(
  db: Database,
  log: Logger,
  batch: ClosedConnection[],
  isStopping: () => boolean,
): Promise<ClosedConnection[]> {
  for (;;) {
    try {
      await db.transaction((tx) => disconnect(tx, batch))
      return batch
    } catch (error) {
      if (isStopping()) throw error
      log.warn({ error: (error as Error).message }, 'could not store device disconnections; retrying')
      await new Promise((next) => setTimeout(next, retryDelay))
    }
  }
}

function hold(held: HeldConnections, own: HeldConnection): void {
  held.set(own.id, (held.get(own.id) ?? new Set()).add(own))
}

function drop(held: HeldConnections, own: HeldConnection): void {
  const of = held.get(own.id)
  of?.delete(own)
  if (of?.size === 0) held.delete(own.id)
}

/** Returns a function that closes a connection if its device is no longer permitted to be connected. */
function createRecheck(db: Database): (each: HeldConnection) => void {
  const rechecking = createBatch(async (batch: HeldConnection[]) => {
    const accepted = batch.filter((each): each is HeldConnection & { hash: Buffer } => each.hash !== null)
    const unwanted = await findUnwanted(db.query, accepted)
    for (const each of batch) if (unwanted.has(each.connectionId)) each.close()
    return batch
  })

  return (each) => {
    if (each.hash === null) {
      each.needsRecheck = true
      return
    }
    // If the check fails, the connection is closed, and the device has to reconnect.
    rechecking.add(each).catch(() => each.close())
  }
}
