import { expect, test } from 'vitest'
import { scriptOf } from './pgbench.ts'
import { createReader, type Statement } from './wire.ts'

/** A message of the protocol: its type, then what it holds. */
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

test('statements are read from the bytes, however they are cut, and a prepared one each time that it is run', () => {
  const seen: Statement[] = []
  const read = createReader((statement) => seen.push(statement))
  const bytes = Buffer.concat([startup, parsed, bound, message('Q', 'begin'), bound])
  for (let at = 0; at < bytes.length; at += 3) read(bytes.subarray(at, at + 3))
  const byId = { text: 'select $1, $2', params: ['ab', null] }
  expect(seen).toEqual([byId, { text: 'begin', params: [] }, byId])
})

test('pgbench gets parameters as variables of their statement, and NULL as it is', () => {
  const { script, variables } = scriptOf([
    { text: 'begin', params: [] },
    { text: 'select $1::text, $2::int, $1', params: ['张 伟', null] },
  ])
  expect(script).toBe('begin;\nselect :s1_1::text, null::int, :s1_1;\n')
  expect([...variables]).toEqual([['s1_1', '张 伟']])
})
