import { connect as connectPlain, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Line } from './line.ts'

/** Facility 13, log audit; severities 6, informational, and 4, warning: RFC 5424, section 6.2.1. */
const priority = (success: boolean) => 13 * 8 + (success ? 6 : 4)

/** A field of the header: printable ASCII of so many characters at most. */
const field = (text: string, most: number) => text.replace(/[^!-~]/g, '').slice(0, most) || '-'

/** A message of RFC 5424 in a frame that begins with its length in bytes: RFC 6587, section 3.4.1, and RFC 5425. */
export function frame({ at, kind, success, text }: Line, hostname: string): string {
  const header = [
    `<${priority(success)}>1`,
    at.toISOString(),
    field(hostname, 255),
    'reeve',
    '-',
    field(kind, 32),
    '-',
  ]
  const message = `${header.join(' ')} ${text}`
  return `${Buffer.byteLength(message)} ${message}`
}

/** Milliseconds in which a receiver that takes nothing says so: it closes, or resets, as a proxy without one behind it does. */
const quiet = 300

/**
 * Syslog acknowledges nothing. So each portion has a connection of its own: nobody may close it before we do, and after
 * us the receiver has to, having read what came before. Whoever does otherwise may not have, and gets all of it again.
 */
export function sendSyslog(
  { host, port, tls }: { host: string; port: number; tls: boolean },
  lines: readonly Line[],
  { hostname, patience }: { hostname: string; patience: number },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = tls
    ? connectTls({ host, port, ...(!isIP(host) && { servername: host }) })
    : connectPlain({ host, port })
  let asked = false
  let ended = false
  const late = setTimeout(() => socket.destroy(new Error(`not taken within ${patience / 1_000} s`)), patience)
  let ending: NodeJS.Timeout | undefined
  socket.on('error', reject)
  socket.on('end', () => {
    ended = asked
  })
  socket.on('close', () => {
    clearTimeout(late)
    clearTimeout(ending)
    if (ended) resolve()
    else reject(new Error('the receiver broke off'))
  })
  // It says nothing; read, so that its end is seen.
  socket.resume()
  socket.write(lines.map((line) => frame(line, hostname)).join(''), (error) => {
    if (error) return
    ending = setTimeout(() => {
      asked = true
      socket.end()
    }, quiet)
  })
  return promise
}
