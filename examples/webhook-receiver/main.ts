// Receives webhook events. Start it with `npm run example webhook-receiver` while `npm run demo` is running.
// The program creates a webhook with its own URL, prints every event, and deletes the webhook on Ctrl-C. A
// real program reads the secret from its configuration.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { say } from '../lib/reeve.ts'
import { makeWebhook } from './webhook.ts'

interface Event {
  id: string
  /** Event type, for example device.moved or member.added. docs/api/events.md lists all types. */
  type: string
  dateTime: string
  /** The ids of the affected objects and the changes. */
  payload: Record<string, unknown>
}

/** Maximum size of a request body in bytes. No event is larger. */
const longest = 64 * 1_024
/**
 * Ids of processed events. Events are delivered at least once, so a real program stores each id together with
 * the result, outside the process.
 */
const done = new Set<string>()

function act({ type, payload }: Event): void {
  say(`${type} ${JSON.stringify(payload)}`)
}

const server = createServer(async (request, response) => {
  const answer = (status: number, text: string) => response.writeHead(status).end(text)
  if (request.method !== 'POST') return answer(405, 'POST only')
  const body = await readBody(request)
  if (body === null) return answer(413, 'too long')
  let event: Event
  try {
    // The signature covers the raw body, which parsing and serializing would change.
    event = webhook.verify(body, request.headers as Record<string, string>) as Event
  } catch {
    // The request did not come from Reeve, was changed on the way, or is more than five minutes old.
    return answer(401, 'signature refused')
  }
  if (!done.has(event.id)) {
    act(event)
    done.add(event.id)
  }
  // Respond immediately. Without a response within 10 seconds, a delivery fails, and Reeve sends the event
  // again.
  answer(200, 'ok')
})

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length <= longest) chunks.push(chunk)
  }
  return length > longest ? null : Buffer.concat(chunks).toString('utf8')
}

await new Promise<void>((resolve) => server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/reeve`
const made = await makeWebhook(url)
const webhook = new Webhook(made.secret)
say(`${made.page} sends to ${url}`)
