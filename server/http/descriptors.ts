import { closeSync, openSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { devNull } from 'node:os'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'

/** ms between two looks. */
const interval = 1_000

/** Descriptors that connections leave to files, of which the embedded database has up to 128 open, and to other connections. */
const reserve = 192

interface Means {
  server: Server
  log: Logger
  registry: Registry
}

/**
 * Connections and files take descriptors, of which the system gives a process so many. With none left Node takes each
 * new connection and closes it (libuv keeps one descriptor for that) without a word to anybody. So connections leave
 * some to the rest of the process; and where there are none all the same, or connections were turned away, one line of
 * the log and a figure say so, and connections that wait for their next request are closed to make room.
 */
export function watchDescriptors({ server, log, registry }: Means): { stop(): void } {
  const exhausted = new Gauge({
    name: 'reeve_descriptors_exhausted',
    help: '1 while connections are turned away because the process has no file descriptors left for them',
    registers: [registry],
  })
  const turnedAway = new Gauge({
    name: 'reeve_descriptors_exhausted_last_seconds',
    help: 'When it was so last, as a Unix time; 0: never since the start',
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
  // A server's error without a listener would end the process.
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
        'no file descriptors are left: new connections are turned away; raise the limit of open files (LimitNOFILE, ulimit -n)',
      )
    else if (!now && known) log.info('file descriptors are free again: new connections are taken')
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

/** Where the system says it; Node has raised it as far as it may. */
function readLimit(): number | undefined {
  try {
    return (
      Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]) || undefined
    )
  } catch {
    return undefined
  }
}
