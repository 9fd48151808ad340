import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventTypes } from '../contract/events.ts'
import { required } from '../contract/required.ts'
import { root } from './sources.ts'

const guide = readFileSync(join(root, 'docs/api/events.md'), 'utf8')

test('docs/api/events.md lists each event type exactly once, and no other event types', () => {
  const rows = guide.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) =>
    [...required(row.split('|')[1], 'item of row').matchAll(/`([\w.]+)`/g)].map(([, type]) => type),
  )
  expect(named.toSorted()).toEqual([...eventTypes].toSorted())
})
