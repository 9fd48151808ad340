import { open } from 'node:fs/promises'
import { hostname } from 'node:os'
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLoopback } from '../../core/loopback.ts'
import { post } from '../../notifications/transports/post.ts'
import type { Line } from './line.ts'
import { sendSyslog } from './syslog.ts'

/**
 * Sends all lines in order and resolves when the target has received them. Rejects if it is uncertain whether
 * the target has received all of them. The caller must then send all lines again.
 */
export type Send = (lines: readonly Line[]) => Promise<void>

/** Timeout for one batch in milliseconds, well below the duration of a lease. */
const patience = 20_000

/**
 * Parses a target: file:///path, syslog://host:port (TCP), syslogs://host:port (TLS) or https://… with
 * optional Basic credentials. http: is accepted only for loopback addresses. Throws an Error with a message
 * such as "must be …", which the caller prefixes with the name of the setting.
 */
export function parseTarget(setting: string): Send {
  const url = URL.canParse(setting) ? new URL(setting) : undefined
  if (url && setting.startsWith('file:///') && isAbsolute(fileURLToPath(url)))
    return toFile(fileURLToPath(url))
  const syslog = url?.protocol === 'syslog:' || url?.protocol === 'syslogs:'
  if (url && syslog && url.hostname && url.port && !url.username && /^\/?$/.test(url.pathname))
    return (lines) =>
      sendSyslog(
        { host: bare(url.hostname), port: Number(url.port), tls: url.protocol === 'syslogs:' },
        lines,
        {
          hostname: hostname(),
          patience,
        },
      )
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(bare(url.hostname))))
    return toWebhook(url)
  throw new Error(
    'must be file:///path, syslog://host:port (TCP), syslogs://host:port (TLS) or an https: URL (http: only for a loopback address)',
  )
}

const bare = (host: string) => host.replace(/^\[|\]$/g, '')
const joined = (lines: readonly Line[]) => lines.map(({ text }) => `${text}\n`).join('')

/** Appends lines to a file. The lines count as sent once the file has been synced to disk. */
function toFile(path: string): Send {
  return async (lines) => {
    const file = await open(path, 'a', 0o600)
    try {
      await file.appendFile(joined(lines))
      await file.sync()
    } finally {
      await file.close()
    }
  }
}

function toWebhook(setting: URL): Send {
  const url = new URL(setting)
  const { username, password } = url
  Object.assign(url, { username: '', password: '' })
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  const headers = {
    'content-type': 'application/x-ndjson',
    ...(username && { authorization: `Basic ${credentials.toString('base64')}` }),
  }
  return async (lines) => {
    const { status } = await post(url, { headers, body: joined(lines), repeatable: true, timeout: patience })
    if (status < 200 || status > 299) throw new Error(`HTTP ${status}`)
  }
}
