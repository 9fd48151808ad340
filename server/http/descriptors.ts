import { closeSync, openSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { devNull } from 'node:os'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'

/** Milliseconds between two checks for free file descriptors. */
const interval = 1_000

/**
 * File descriptors reserved for files and outgoing connections. The embedded database has up to 128 files
 * open.
 */
const reserve = 192

interface Dependencies {
  server: Server
  log: Logger
  registry: Registry
}

/**
 * Monitors whether the process has free file descriptors. Without free descriptors, Node.js closes new
 * connections silently. `maxConnections` therefore reserves some descriptors for files. If no descriptors are
 * left or connections were rejected, a log line and a metric report the shortage, and idle keep-alive
 * connections are closed.
 */
export function watchDescriptors({ server, log, registry }: Dependencies): { stop(): void } {
  const exhausted = new Gauge({
    name: 'reeve_descriptors_exhausted',
    help: '1 while connections are rejected because the process has no free file descriptors',
    registers: [registry],
  })
  const turnedAway = new Gauge({
    name: 'reeve_descriptors_exhausted_last_seconds',
    help: 'Unix time at which connections were last rejected for lack of file descriptors, 0 if never since the start',
    registers: [registry],
  })
  const limit = readLimit()
  if (limit) server.maxConnections = limit - Math.min(reserve, Math.ceil(limit / 3))
  let dropped = false
  let known = false

  const onDrop = () => {
    dropped = true
  }
  server.on('drop', onDrop)
  // Without a listener, an error of the server would end the process.
  server.on('error', onDrop)

  function look(): void {
    const now = dropped || !isFree()
    dropped = false
    exhausted.set(now ? 1 : 0)
    if (now) {
      turnedAway.set(Math.floor(Date.now() / 1_000))
      server.closeIdleConnections()
    }
    if (now && !known)
      log.error(
        { limit },
        'no file descriptors are left, so new connections are rejected: raise the limit of open files (LimitNOFILE, ulimit -n)',
      )
    else if (!now && known) log.info('file descriptors are available again, so new connections are accepted')
    known = now
  }

  const timer = setInterval(look, interval).unref()
  return { stop: () => clearInterval(timer) }
}

function isFree(): boolean {
  try {
    closeSync(openSync(devNull, 'r'))
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code !== 'EMFILE' && code !== 'ENFILE'
  }
}

/**
 * Returns the limit of open files that Linux reports. Node.js has already raised the soft limit to the
 * maximum.
 */
function readLimit(): number | undefined {
  try {
    return (
      Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]) || undefined
    )
  } catch {
    return undefined
  }
}
