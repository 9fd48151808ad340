import { afterAll, beforeAll, expect, test } from 'vitest'
import { first } from '../../contract/required.ts'
import { readCursorKey, rotateKeys } from '../identity/keys/keys.ts'
import { testDatabase } from '../testing/database.ts'
import { readCursor, signCursors, writeCursor } from './cursor.ts'

let db: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

/** Simulates another server on the same database, with its own copy of the signing key. */
function node() {
  const query = db.query.withoutPlugins()
  signCursors(query, () => readCursorKey(query))
  return query
}
const position = { first: 20, values: ['2026-11-20', 'x'] }

test('a cursor works on every server, but only for the list that created it and only until the keys are rotated', async () => {
  const nodes = [node(), node(), node()]
  const cursors = await Promise.all(nodes.map((each) => writeCursor(each, 'list', position)))
  for (const cursor of cursors)
    expect(await readCursor(first(nodes, 'nodes'), 'list', cursor)).toEqual(position)
  await expect(readCursor(first(nodes, 'nodes'), 'another', first(cursors, 'cursors'))).rejects.toMatchObject(
    { code: 'BAD_INPUT' },
  )

  await db.transaction((tx) => rotateKeys(tx))
  await expect(readCursor(node(), 'list', first(cursors, 'cursors'))).rejects.toMatchObject({
    code: 'BAD_INPUT',
    details: { fields: { after: ['page.cursor'] } },
  })
})
