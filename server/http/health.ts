import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import { AppError } from '../core/errors.ts'
import { within } from '../db/within.ts'
import type { WriteFault } from '../db/writes.ts'
import { Refusal } from './problem.ts'

/** Probes are answered within this time, ms. */
const patience = 2_000

/** ms between two checks where no probe asks, so that log and metrics show an outage all the same. */
const interval = 10_000

interface Means {
  ping(): Promise<WriteFault | null>
  stopping(): boolean
  log: Logger
  registry: Registry
}

interface Ready {
  status: 'ready'
  /** false: what is there can be read, nothing can be saved. */
  writes: boolean
}

const reasons: Record<WriteFault, string> = {
  full: 'there is no room left on its disk',
  readOnly: 'it is read only: a standby, or set so',
}

/**
 * Ready to serve: not stopping, and the database answers. However many ask at once, the database is asked once. That it
 * cannot write is one line of the log when it begins and one when it ends.
 */
export function createReadiness({ ping, stopping, log, registry }: Means) {
  const writable = new Gauge({
    name: 'reeve_database_writable',
    help: '1 where the database takes changes, 0 where it can be read only: its disk is full, or it is a standby',
    registers: [registry],
  })
  writable.set(1)
  let known: WriteFault | null = null
  let asking: Promise<WriteFault | null> | undefined

  function report(fault: WriteFault | null): void {
    writable.set(fault ? 0 : 1)
    if (fault && fault !== known)
      log.error({ fault }, `the database takes no changes: ${reasons[fault]}; reading goes on`)
    else if (!fault && known) log.info('the database takes changes again')
    known = fault
  }

  /** @throws {AppError} UNAVAILABLE */
  async function ready(): Promise<Ready> {
    if (stopping()) throw new Refusal('stopping')
    asking ??= within(patience, ping()).finally(() => {
      asking = undefined
    })
    const fault = await asking.catch((cause) => {
      throw new AppError('UNAVAILABLE', { cause, retryAfter: 2 })
    })
    report(fault)
    return { status: 'ready', writes: !fault }
  }

  const timer = setInterval(() => ready().catch(() => {}), interval).unref()
  return { ready, stop: () => clearInterval(timer) }
}
