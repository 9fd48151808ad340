import { connect as connectPlain, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Line } from './line.ts'

/**
 * The priority value of RFC 5424, section 6.2.1: facility 13 (log audit) with severity 6 (informational) or 4
 * (warning).
 */
const priority = (success: boolean) => 13 * 8 + (success ? 6 : 4)

/**
 * Returns the text as a header field: only printable ASCII, at most `most` characters, or `-` if no character
 * is left.
 */
const field = (text: string, most: number) => text.replace(/[^!-~]/g, '').slice(0, most) || '-'

/**
 * Returns an RFC 5424 message, prefixed with its length in bytes as defined in RFC 6587 (section 3.4.1) and
 * RFC 5425.
 */
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

/**
 * Milliseconds to wait after the last write before closing the connection. Within this time, a target that
 * accepts nothing, such as a proxy without a backend, closes or resets the connection.
 */
const quiet = 300

/**
 * Sends lines over syslog, which has no acknowledgements. Each batch therefore uses its own connection. If
 * the target closes the connection only after this server has closed its side, the target has read everything
 * and the batch counts as sent. In all other cases the lines may be lost and are sent again.
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
  const late = setTimeout(
    () =>
      socket.destroy(
        new Error(`the syslog receiver did not accept the messages within ${patience / 1_000} s`),
      ),
    patience,
  )
  let ending: NodeJS.Timeout | undefined
  socket.on('error', reject)
  socket.on('end', () => {
    ended = asked
  })
  socket.on('close', () => {
    clearTimeout(late)
    clearTimeout(ending)
    if (ended) resolve()
    else reject(new Error('the syslog receiver closed the connection'))
  })
  // The target sends no data, but the socket reports the end of the connection only if it is read.
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
