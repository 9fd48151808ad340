import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import { AppError } from '../core/errors.ts'
import { within } from '../db/within.ts'
import type { WriteFault } from '../db/writes.ts'
import { Refusal } from './problem.ts'

/** Maximum number of milliseconds that a probe waits for the database. */
const patience = 2_000

/**
 * Milliseconds between the server's own readiness checks. They report an outage in logs and metrics even if
 * no probe arrives.
 */
const interval = 10_000

interface Dependencies {
  ping(): Promise<WriteFault | null>
  stopping(): boolean
  log: Logger
  registry: Registry
}

interface Ready {
  status: 'ready'
  /** False if the database can be read but accepts no writes. */
  writes: boolean
}

const reasons: Record<WriteFault, string> = {
  full: 'its disk is full',
  readOnly: 'it is a standby or is set to read-only',
}

/**
 * Creates the readiness check. The server is ready if it is not shutting down and the database responds.
 * Concurrent probes share one database query. One line is logged when the database stops accepting changes,
 * and one when it accepts them again.
 */
export function createReadiness({ ping, stopping, log, registry }: Dependencies) {
  const writable = new Gauge({
    name: 'reeve_database_writable',
    help: '1 if the database accepts changes, 0 if it is read-only because its disk is full or it is a standby',
    registers: [registry],
  })
  writable.set(1)
  let known: WriteFault | null = null
  let asking: Promise<WriteFault | null> | undefined

  function report(fault: WriteFault | null): void {
    writable.set(fault ? 0 : 1)
    if (fault && fault !== known)
      log.error(
        { fault },
        `the database does not accept changes because ${reasons[fault]}; reading still works`,
      )
    else if (!fault && known) log.info('the database accepts changes again')
    known = fault
  }

  /**
   * Returns whether the database accepts writes. Throws UNAVAILABLE if the server is shutting down or the
   * database does not respond.
   */
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
