import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { first, required } from '../../contract/required.ts'
import { workbook } from '../testing/transfer/files.ts'
import { readBook } from './reading/book.ts'
import { shownOf } from './reading/sheet-cell.ts'
import { readRows, writePages, writeWhole } from './thread.ts'

const columns = [{ key: 'id', title: ['编号', 'ID'] as const }]

/** Creates a file that has a different text in each row. */
const book = (rows: number): Promise<Buffer> =>
  workbook(
    ['ID'],
    Array.from({ length: rows }, (_, index) => [`n${index + 1}`]),
  )

const read = async (content: Uint8Array, bounds?: Parameters<typeof readRows>[1]) => {
  const ids: unknown[] = []
  for await (const { rows } of readRows({ kind: 'read', content, columns }, bounds))
    ids.push(...rows.map(({ cells }) => cells[0]))
  return ids
}
const tooLarge = { code: 'BAD_INPUT', details: { fields: { file: ['import.tooLarge'] } } }

test('reads a file in a worker thread and passes errors to the caller', async () => {
  const ids = await read(await book(2_500))
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([2_500, 'n1', 'n2500'])
  await expect(read(Buffer.from([0]))).rejects.toMatchObject({
    code: 'BAD_INPUT',
    details: { fields: { file: ['import.unreadable', undefined] } },
  })
})

test('rejects a file that exceeds the memory or time limit, without stopping the process', async () => {
  const content = await book(49_000)
  await expect(read(content, { megabytes: 4, patience: 60_000 })).rejects.toMatchObject(tooLarge)
  await expect(read(content, { megabytes: 384, patience: 1 })).rejects.toMatchObject(tooLarge)
  expect((await read(content)).length).toBe(49_000)
})

test('rejects a 17th concurrent job, and accepts a new job after the others have ended', async () => {
  const content = await book(2_000)
  const open = Array.from({ length: 16 }, () => readRows({ kind: 'read', content, columns }))
  await Promise.all(open.map((rows) => rows.next()))
  await expect(read(await book(1))).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await Promise.all(open.map((rows) => rows.return(undefined)))
  expect(await read(await book(1))).toEqual(['n1'])
})

test('an export reads the next page of rows only when the consumer needs it', async () => {
  let asked = 0
  const pages = (async function* () {
    for (; asked < 5; asked += 1) yield [[asked]]
  })()
  const sheets = [{ name: 'x', titles: ['a'], widths: [9] }]
  const parts = writePages({ kind: 'write', format: 'csv', sheets, timeZone: 'UTC' }, pages)
  expect((await parts.next()).value).toContain('a')
  expect(asked).toBe(0)
  await parts.next()
  await parts.next()
  expect(asked).toBe(1)
  await parts.return(undefined)
  const whole = await writeWhole({
    kind: 'write',
    format: 'xlsx',
    timeZone: 'UTC',
    sheets: [{ ...first(sheets, 'sheets'), rows: [[1]] }],
  })
  expect(readBook(whole).map(({ cells }) => cells.map((cell) => cell && shownOf(cell)))).toEqual([
    ['a'],
    ['1'],
  ])
})

test('reports UNAVAILABLE if a worker thread is terminated, and continues to accept jobs', async () => {
  const content = await book(1_001) // This number of rows takes more than one batch.
  const threads: Worker[] = []
  const note = (thread: Worker) => void threads.push(thread)
  process.on('worker', note)
  try {
    // Start as many jobs as may run at the same time.
    for (let round = 0; round < 16; round += 1) {
      const rows = readRows({ kind: 'read', content, columns })
      expect((await rows.next()).done).toBe(false)
      await required(threads.pop(), 'item of threads').terminate()
      await expect(rows.next()).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { retryAfter: 10 } })
    }
  } finally {
    process.off('worker', note)
  }
  expect(await read(await book(1))).toEqual(['n1'])
})
