import { expect, test } from 'vitest'
import { createReader, type Statement } from './wire.ts'

/** Builds a PostgreSQL protocol message of this type with these fields. */
const message = (type: string, ...parts: (string | number[])[]) => {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : Buffer.from(part))),
  )
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

const startup = message('', [0, 3, 0, 0])
const parsed = message('P', 'byId', 'select $1, $2', [0, 0])
const bound = message('B', '', 'byId', [0, 0, 0, 2, 0, 0, 0, 2], [97, 98], [255, 255, 255, 255], [0, 0])

test('reads SQL statements that arrive in small chunks, and reports a prepared statement each time it is bound', () => {
  const seen: Statement[] = []
  const read = createReader((statement) => seen.push(statement))
  const bytes = Buffer.concat([startup, parsed, bound, message('Q', 'begin'), bound])
  for (let at = 0; at < bytes.length; at += 3) read(bytes.subarray(at, at + 3))
  const byId = { text: 'select $1, $2', params: ['ab', null] }
  expect(seen).toEqual([byId, { text: 'begin', params: [] }, byId])
})
