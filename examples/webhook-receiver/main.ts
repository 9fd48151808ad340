// Receives events. Start it with `npm run example webhook-receiver` while `npm run demo` runs: it creates a webhook to
// itself, prints every event and deletes the webhook at Ctrl-C. In a real program, the secret is a setting.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { say } from '../lib/reeve.ts'
import { makeWebhook } from './webhook.ts'

interface Event {
  id: string
  /** device.moved, member.added, …: the table in docs/api/events.md */
  type: string
  dateTime: string
  /** Ids and what changed. */
  payload: Record<string, unknown>
}

/** Bytes; no event is as long. */
const longest = 64 * 1_024
/** Events that were acted on. Each comes at least once: keep this beside what you do, where it outlives the process. */
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
    // The signature covers the unparsed body. Parsing and printing it again would change it.
    event = webhook.verify(body, request.headers as Record<string, string>) as Event
  } catch {
    // Not from Reeve, changed on its way, or more than five minutes old.
    return answer(401, 'signature refused')
  }
  if (!done.has(event.id)) {
    act(event)
    done.add(event.id)
  }
  // At once: what takes longer than 10 seconds counts as failed, and comes again.
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
