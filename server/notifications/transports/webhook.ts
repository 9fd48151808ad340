import { createHmac } from 'node:crypto'
import { isLoopback } from '../../core/loopback.ts'
import { checkStatus, post, reachHost } from './post.ts'
import { lineOf, type Sender } from './transport.ts'

/**
 * Returns a transport for https://host/path#whsec_SECRET. http: is allowed for a loopback address. Requests
 * are signed according to https://www.standardwebhooks.com, so receivers can verify them with the libraries
 * that are published there. The webhook-id is the same for all attempts to deliver a message.
 */
export function webhookTransport(setting: string): Sender {
  const url = URL.canParse(setting) ? new URL(setting) : undefined
  if (!url) throw new Error('must be an https: URL such as https://hooks.example.com/reeve')
  if (url.protocol !== 'https:' && !isLoopback(url.hostname))
    throw new Error('must be an https: URL unless the host is a loopback address')
  if (url.username || url.password) throw new Error('must have its secret after #, not before @')
  const key = keyOf(url.hash.slice(1))
  url.hash = ''
  return {
    async send(message, _log, timeout) {
      const body = JSON.stringify({ ...lineOf(message), subject: message.subject })
      const timestamp = String(Math.floor(Date.now() / 1000))
      const headers: Record<string, string> = {
        'content-type': 'application/json',
        'webhook-id': message.id,
        'webhook-timestamp': timestamp,
      }
      if (key) {
        const signature = createHmac('sha256', key).update(`${message.id}.${timestamp}.${body}`)
        headers['webhook-signature'] = `v1,${signature.digest('base64')}`
      }
      const { status } = await post(url, { headers, body, repeatable: true, timeout })
      checkStatus(status)
    },
    reach: () => reachHost(url),
  }
}

function keyOf(secret: string): Buffer | undefined {
  if (!secret) return undefined
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (!/^whsec_[A-Za-z\d+/]+={0,2}$/.test(secret) || key.length < 24 || key.length > 64)
    throw new Error('must end with # and a secret whsec_… of 24 to 64 bytes in base64')
  return key
}
