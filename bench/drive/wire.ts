import { type AddressInfo, createServer, connect as dial } from 'node:net'
import { required } from '../../contract/required.ts'

/** An SQL statement and its parameters in text form. */
export interface Statement {
  text: string
  params: (string | null)[]
}

interface Wire {
  /** Database URL with which clients connect through the proxy. */
  url: string
  /** Returns the statements that all connections send until `run` resolves. */
  record(run: () => Promise<unknown>): Promise<Statement[]>
  close(): void
}

/**
 * Starts a proxy in front of PostgreSQL that reads the SQL statements in the messages of its clients
 * (protocol version 3).
 */
export async function openWire(databaseUrl: string): Promise<Wire> {
  const target = new URL(databaseUrl)
  let recorded: Statement[] | undefined
  const server = createServer((client) => {
    const database = dial(Number(target.port), target.hostname)
    const read = createReader((statement) => recorded?.push(statement))
    client.on('data', read)
    client.pipe(database)
    database.pipe(client)
    for (const socket of [client, database]) {
      socket.on('error', () => {})
      socket.on('close', () => [client, database].map((each) => each.destroy()))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    async record(run) {
      const statements: Statement[] = []
      recorded = statements
      try {
        await run()
      } finally {
        recorded = undefined
      }
      return statements
    },
    close: () => void server.close(),
  }
}

/** Returns a function that reads the bytes from one client connection and emits each executed statement. */
export function createReader(emit: (statement: Statement) => void): (chunk: Buffer) => void {
  const prepared = new Map<string, string>()
  let rest: Buffer = Buffer.alloc(0)
  let begun = false

  function read(type: string, body: Buffer): void {
    const fields = readFields(body)
    if (type === 'Q') emit({ text: fields.text(), params: [] })
    if (type === 'P') prepared.set(fields.text(), fields.text())
    if (type === 'B') {
      fields.text() // Skips the portal name.
      const text = prepared.get(fields.text()) ?? ''
      for (let formats = fields.int16(); formats > 0; formats--) fields.int16()
      emit({ text, params: Array.from({ length: fields.int16() }, () => fields.value()) })
    }
  }

  return (chunk) => {
    rest = rest.length ? Buffer.concat([rest, chunk]) : chunk
    for (;;) {
      // The first message of a connection has no type byte.
      const head = begun ? 1 : 0
      if (rest.length < head + 4) return
      const end = head + rest.readInt32BE(head)
      if (rest.length < end) return
      if (begun) read(String.fromCharCode(required(rest[0], 'first byte')), rest.subarray(5, end))
      begun = true
      rest = rest.subarray(end)
    }
  }
}

function readFields(body: Buffer) {
  let at = 0
  const int16 = () => {
    at += 2
    return body.readInt16BE(at - 2)
  }
  return {
    int16,
    text() {
      const end = body.indexOf(0, at)
      const text = body.toString('utf8', at, end)
      at = end + 1
      return text
    },
    value() {
      const length = body.readInt32BE(at)
      at += 4
      if (length < 0) return null
      at += length
      return body.toString('utf8', at - length, at)
    },
  }
}
