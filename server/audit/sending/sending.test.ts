import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttp } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { last } from '../../../contract/required.ts'
import { newId } from '../../core/id.ts'
import type { Database } from '../../db/open.ts'
import { testDatabase } from '../../testing/database.ts'
import { faultsOf, writeEvents } from '../../testing/record/seals.ts'
import { readStoredSeals } from '../seals/stored-seals.ts'
import { startAuditSending } from './sender.ts'
import { frame } from './syslog.ts'
import { parseTarget } from './targets.ts'

const log = pino({ level: 'silent' })
const folder = mkdtempSync(join(tmpdir(), 'reeve-sending-'))
afterAll(() => rmSync(folder, { recursive: true }))
const soon = { timeout: 30_000, interval: 20 }

/** Splits a byte stream into messages. The stream uses the framing of RFC 6587. */
function messagesIn(bytes: Buffer): string[] {
  const messages: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(32, at)
    const length = Number(bytes.subarray(at, space).toString())
    const end = space + 1 + length
    if (end > bytes.length) break
    messages.push(bytes.subarray(space + 1, end).toString())
    at = end
  }
  return messages
}

/** Starts a syslog receiver. `connection` is called for each new connection. */
async function syslogReceiver(connection: (socket: Socket, take: (bytes: Buffer) => void) => void) {
  const received: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    connection(socket, (bytes) => received.push(...messagesIn(bytes)))
  })
  const port = await listening(server)
  return { url: `syslog://127.0.0.1:${port}`, received }
}

async function listening(server: Server | ReturnType<typeof createHttp>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Reads until the sender ends the stream, and then closes the connection, as receivers normally do. */
const reads = (socket: Socket, take: (bytes: Buffer) => void) => {
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part))
  socket.on('end', () => take(Buffer.concat(parts)))
}

async function started(db: Database, urls: { auditUrl?: string; sealUrl?: string }, registry?: Registry) {
  const rounds = await startAuditSending(
    { db, log, every: 50, ...(registry && { registry }) },
    { auditUrl: undefined, sealUrl: undefined, ...urls },
  )
  const stop = async () => void (await Promise.all(rounds.map((each) => each.stop())))
  onTestFinished(stop)
  return stop
}

const inMessage = (message: string) => JSON.parse(message.slice(message.indexOf('{')))
/** Returns each position once, in the order of first arrival, like a receiver that removes duplicates. */
const distinct = (positions: number[]) => positions.filter((each, index) => positions.indexOf(each) === index)

test('sends the audit log to syslog in order, even if the receiver fails temporarily', async () => {
  await using db = await testDatabase()
  const account = newId()
  await writeEvents(db, account, 2)
  let connections = 0
  const { url, received } = await syslogReceiver((socket, take) => {
    connections++
    // The receiver resets the first connection immediately, the second one after reading a part, and the
    // third one after reading everything. From the fourth connection on, it works.
    if (connections === 1) socket.destroy()
    else if (connections === 2) socket.once('data', () => socket.resetAndDestroy())
    else if (connections === 3) socket.on('data', take).on('end', () => socket.resetAndDestroy())
    else reads(socket, take)
  })
  const registry = new Registry()
  await started(db, { auditUrl: url }, registry)
  const positions = () => distinct(received.map((each) => inMessage(each).position))
  await writeEvents(db, account, 3)
  // Events that were written before the target was configured are not sent.
  await expect.poll(positions, soon).toEqual([3, 4, 5])
  await writeEvents(db, account, 130)
  await expect.poll(() => positions().length, soon).toBe(133)
  expect(positions()).toEqual(Array.from({ length: 133 }, (_, index) => index + 3))
  expect(received.at(-1)).toMatch(/^<110>1 \d{4}-\S+Z \S+ reeve - SignIn - \{/)
  expect(inMessage(last(received, 'received'))).toMatchObject({
    ...{ position: 135, actorId: account, action: 'SignIn', success: true, ip: '192.0.2.129' },
    changes: { try: [null, 129] },
  })
  await expect.poll(async () => registry.metrics(), soon).toContain('audit_sending_behind{what="events"} 0')
})

test('sends all audit events to a webhook that sometimes fails, even after another server takes over', async () => {
  await using db = await testDatabase()
  const account = newId()
  const received: number[] = []
  let answers = 0
  const server = createHttp(async (request, response) => {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    answers++
    // Every third response is an error, but the receiver has stored the events of every second failed
    // request.
    const fails = answers % 3 === 0
    if (!fails || answers % 2)
      for (const line of text.trim().split('\n')) received.push(JSON.parse(line).position)
    expect(request.headers.authorization).toBe(`Basic ${Buffer.from('siem:a b').toString('base64')}`)
    response.writeHead(fails ? 503 : 200).end()
  })
  const auditUrl = `http://siem:a%20b@127.0.0.1:${await listening(server)}/audit`
  const first = await started(db, { auditUrl })
  await started(db, { auditUrl })
  /** Makes failed deliveries due immediately, and returns how many events have arrived. */
  const come = async () => {
    await db.query
      .updateTable('audit_sending')
      .set({ due_at: new Date(0) })
      .execute()
    return distinct(received).length
  }
  await writeEvents(db, account, 20)
  await expect.poll(come, soon).toBe(20)
  await first()
  await db.query
    .updateTable('audit_sending')
    .set({ lease_until: new Date(0) })
    .execute()
  await writeEvents(db, account, 20)
  await expect.poll(come, soon).toBe(40)
  expect(distinct(received)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
})

test('writing audit events does not wait for the receiver, and a metric counts unsent events', async () => {
  await using db = await testDatabase()
  const registry = new Registry()
  await started(db, { auditUrl: 'syslog://127.0.0.1:1' }, registry)
  await writeEvents(db, newId(), 4)
  await expect.poll(async () => registry.metrics(), soon).toContain('audit_sending_behind{what="events"} 4')
  await expect
    .poll(
      async () => (await db.query.selectFrom('audit_sending').select('failures').execute())[0]?.failures,
      soon,
    )
    .toBeGreaterThan(0)
})

test('writes seals to a file that reeve audit verify --seals can read', async () => {
  await using db = await testDatabase()
  const file = join(folder, 'seals.jsonl')
  await writeEvents(db, newId(), 2)
  await started(db, { sealUrl: `file://${file}` })
  await writeEvents(db, newId(), 2)
  writeFileSync(file, '', { flag: 'a' })
  await expect.poll(() => readFileSync(file, 'utf8').split('\n').length - 1, soon).toBe(2)
  const kept = await readStoredSeals(file)
  expect([...kept.keys()]).toEqual([1, 2])
  const faults = await faultsOf(db, { storedSeals: kept })
  expect(faults.filter((each) => each.includes('seal'))).toEqual([])
})

test('a syslog frame begins with the length of the message, and the header contains only valid characters', () => {
  const line = { at: new Date(0), kind: 'a b\nc', success: false, text: '{"名":"王"}' }
  const text = '<108>1 1970-01-01T00:00:00.000Z host reeve - abc - {"名":"王"}'
  expect(frame(line, 'ho st')).toBe(`${Buffer.byteLength(text)} ${text}`)
})

test.each([
  'syslog://host',
  'syslog://host:514/path',
  'file:relative',
  'http://example.com/audit',
  'udp://host:514',
  'nothing',
])('rejects "%s" as a target of the audit log', (setting) => {
  expect(() => parseTarget(setting)).toThrow(/^must be file:\/\/\/path, syslog:/)
})
