import type { Logger } from 'pino'
import { Counter, Gauge, type Registry } from 'prom-client'
import { newId } from '../core/id.ts'
import type { Database } from '../db/open.ts'
import { cutChannel } from '../devices/live.ts'
import { createBatch } from './batch.ts'
import { type Attempt, connect, disconnect, findUnwanted, type Outcome } from './connections.store.ts'
import { type Fault, recordFaults } from './faults.store.ts'
import { enterNode, hasOtherNode, leaveNode, renewal, renewNode } from './node.ts'
import { type Report, saveReports } from './reports.ts'

/** A device's connection, wherever it ends: in a broker of ours or another one. */
export interface Connection {
  id: string
  connectionId: string
  close(): void
}

interface Held extends Connection {
  /** What it connected with; none until it is let in. */
  hash: Buffer | null
  /** Something about it changed while it was on its way in. */
  doubted: boolean
}

/** What a way in (a broker) does with the gateway. */
export interface Gate {
  /** Resolves once the device is online; throws where the database does not answer. */
  enter(attempt: Attempt, close: () => void): Promise<Outcome>
  /** A connection that was let in has ended. */
  leave(id: string, connectionId: string): void
  /** Resolves once it is kept. */
  report(report: Report): Promise<void>
  /** Counts, logs and stores that something of a device was refused, for its page. */
  refuse(fault: Fault): void
}

export interface Gateway extends Gate {
  start(): Promise<void>
  /** Whether other servers take devices, too. */
  hasPeers(): Promise<boolean>
  /** After every way in has closed: waits until it is written who is gone. */
  stop(): Promise<void>
}

const retryDelay = 1_000

export function createGateway(options: { db: Database; log: Logger; registry?: Registry }): Gateway {
  const { db, log, registry } = options
  const registers = registry ? [registry] : []
  /** By device: more than one only while a new connection is on its way in, with the right password or a wrong one. */
  const held = new Map<string, Set<Held>>()
  let nodeId = newId()
  let stopping = false
  let unlisten: (() => Promise<void>) | undefined
  let heartbeat: NodeJS.Timeout | undefined

  new Gauge({
    name: 'device_connections',
    help: 'Devices connected to this server',
    registers,
    collect() {
      this.set(held.size)
    },
  })
  const attempts = new Counter({
    name: 'device_attempts_total',
    help: 'Devices that wanted to connect, by what became of it',
    labelNames: ['outcome'] as const,
    registers,
  })
  const reports = new Counter({
    name: 'device_reports_total',
    help: 'What devices told of themselves',
    labelNames: ['outcome'] as const,
    registers,
  })

  const entering = createBatch((batch: Attempt[]) => db.transaction((tx) => connect(tx, nodeId, batch)))
  const leaving = createBatch(async (batch: { id: string; connectionId: string }[]) => {
    // Only this node knows, so it tries until the database has it; after a stop the missing heartbeat shows it.
    for (let done = false; !done; ) {
      try {
        await db.transaction((tx) => disconnect(tx, batch))
        done = true
      } catch (error) {
        if (stopping) throw error
        log.warn({ error: (error as Error).message }, 'could not write which devices are gone; trying again')
        await new Promise((next) => setTimeout(next, retryDelay))
      }
    }
    return batch
  })
  const reporting = createBatch(async (batch: Report[]) => {
    await db.transaction((tx) => saveReports(tx, batch))
    return batch
  })
  const refusing = createBatch(async (batch: Fault[]) => {
    await db.transaction((tx) => recordFaults(tx, batch))
    return batch
  })
  const doubting = createBatch(async (batch: Held[]) => {
    const let_in = batch.filter((each): each is Held & { hash: Buffer } => each.hash !== null)
    const unwanted = await findUnwanted(db.query, let_in)
    for (const each of batch) if (unwanted.has(each.connectionId)) each.close()
    return batch
  })

  const all = (): Held[] => [...held.values()].flatMap((each) => [...each])

  function hold(own: Held): void {
    held.set(own.id, (held.get(own.id) ?? new Set()).add(own))
  }

  function drop(own: Held): void {
    const of = held.get(own.id)
    of?.delete(own)
    if (of?.size === 0) held.delete(own.id)
  }

  function doubt(each: Held): void {
    if (each.hash === null) {
      each.doubted = true
      return
    }
    doubting.add(each).catch(() => each.close()) // not known: it may come back and be asked again
  }

  async function beat(): Promise<void> {
    try {
      if (await renewNode(db, nodeId)) return
      log.warn('this server was silent for too long; its devices are asked to connect again')
      nodeId = newId()
      await enterNode(db, nodeId)
      for (const each of all()) each.close()
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'could not renew the lease of the device gateway')
    }
  }

  return {
    async start() {
      await enterNode(db, nodeId)
      unlisten = await db.listen(
        cutChannel,
        (id) => held.get(id)?.forEach(doubt),
        () => all().forEach(doubt),
      )
      heartbeat = setInterval(beat, renewal)
    },

    hasPeers: () => hasOtherNode(db, nodeId),

    async enter(attempt, close) {
      const { id, connectionId } = attempt
      const own: Held = { id, connectionId, close, hash: null, doubted: false }
      // Known before it is decided, so that what changes meanwhile finds it.
      hold(own)
      try {
        const outcome = await entering.add(attempt)
        if ('accepted' in outcome) {
          attempts.inc({ outcome: 'accepted' })
          own.hash = outcome.accepted
          if (own.doubted) doubt(own)
        } else {
          attempts.inc({ outcome: outcome.refused === 'status' ? 'refused' : 'credential' })
          if (outcome.reason) log.info({ device: id, reason: outcome.reason }, 'a device was refused')
          drop(own)
        }
        return outcome
      } catch (error) {
        attempts.inc({ outcome: 'failed' })
        drop(own)
        throw error
      }
    },

    leave(id, connectionId) {
      for (const each of held.get(id) ?? []) if (each.connectionId === connectionId) drop(each)
      leaving.add({ id, connectionId }).catch(() => {})
    },

    async report(report) {
      await reporting.add(report)
      reports.inc({ outcome: 'kept' })
    },

    refuse(fault) {
      const { id, reason } = fault
      if (reason.startsWith('REPORT_')) reports.inc({ outcome: 'invalid' })
      log.info({ device: id, reason }, 'something that a device sent was refused')
      refusing.add(fault).catch((error) => log.warn({ error: error.message }, 'a refusal was not stored'))
    },

    async stop() {
      stopping = true
      clearInterval(heartbeat)
      await unlisten?.()
      await entering.idle()
      await refusing.idle()
      // Whoever was let in last says in this turn that it is gone.
      await new Promise((next) => setImmediate(next))
      await leaving.idle()
      await leaveNode(db, nodeId).catch(() => {})
    },
  }
}
