import type { Socket } from 'node:net'
import { deserialize, serialize } from 'node:v8'

// Values are sent over the socket in V8's serialization format, which preserves dates and bytes. Each value
// is preceded by its length in four bytes. Deserializing is safe here, because both sides run as the same
// user and nobody else can open the socket.

export interface Statement {
  text: string
  params: readonly unknown[] | undefined
}

/** The result of a statement. If the text contains several statements, the reply has an array of results. */
export interface Result {
  command: string
  rows: unknown[]
  rowCount: number | null
}

/** The version of a program and the last migration that it knows. */
export interface Greeting {
  version: string
  schema: string
}

export type Reply =
  /** The first reply, which identifies the server's version. */
  | Greeting
  | { results: Result | Result[] }
  | { error: { message: string; code?: string; constraint?: string } }

export function send(socket: Socket, value: Statement | Reply): void {
  const body = serialize(value)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  socket.write(Buffer.concat([length, body]))
}

/** Yields the received values until the other side closes the connection. */
export async function* received<Value>(socket: Socket): AsyncGenerator<Value> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    rest = rest.length ? Buffer.concat([rest, chunk]) : chunk
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE()) {
      const end = 4 + rest.readUInt32BE()
      yield deserialize(rest.subarray(4, end))
      rest = rest.subarray(end)
    }
  }
}
