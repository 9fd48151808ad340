import type { Socket } from 'node:net'
import { deserialize, serialize } from 'node:v8'

// Over the socket go values as V8 writes them, which keeps dates and bytes what they are, each after its length in four
// bytes. Both ends belong to one user: nothing else may open the socket.

export interface Statement {
  text: string
  params: readonly unknown[] | undefined
}

/** What pg says of a statement; of several an array. */
export interface Result {
  command: string
  rows: unknown[]
  rowCount: number | null
}

/** Identifies a program: its version, and the last migration that it knows. */
export interface Greeting {
  version: string
  schema: string
}

export type Reply =
  /** The first one: which program serves. */
  | Greeting
  | { results: Result | Result[] }
  | { error: { message: string; code?: string; constraint?: string } }

export function send(socket: Socket, value: Statement | Reply): void {
  const body = serialize(value)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  socket.write(Buffer.concat([length, body]))
}

/** Ends where the other side does. */
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
