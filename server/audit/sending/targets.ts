import { open } from 'node:fs/promises'
import { hostname } from 'node:os'
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLoopback } from '../../core/loopback.ts'
import { post } from '../../notifications/transports/post.ts'
import type { Line } from './line.ts'
import { sendSyslog } from './syslog.ts'

/** Resolves once the receiver has all of them; rejects where it may not, and they are sent again. In order. */
export type Send = (lines: readonly Line[]) => Promise<void>

/** Milliseconds for a portion: well within a turn. */
const patience = 20_000

/**
 * file:///path, syslog://host:port (TCP), syslogs://host:port (TLS), https://… (http: on this machine alone; a name and
 * password in it are sent as such). Throws what is wrong with it, as what follows the name of a setting.
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
    'must be file:///path, syslog://host:port (TCP), syslogs://host:port (TLS) or an https: address (http: on this machine alone)',
  )
}

const bare = (host: string) => host.replace(/^\[|\]$/g, '')
const joined = (lines: readonly Line[]) => lines.map(({ text }) => `${text}\n`).join('')

/** Appended, and on the disk before it counts as sent. */
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
