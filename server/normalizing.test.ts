import * as v from 'valibot'
import { expect, test } from 'vitest'
import { emailSchema, opaqueSchema, search, textSchema, usernameSchema } from './core/input.ts'
import { compose, foldWidth } from './core/text.ts'

/**
 * Combining marks in non-canonical order. Normalizing 125,000 such marks takes a minute, because they must be
 * sorted.
 */
const marks = `a${'\u0301\u0316'.repeat(62_500)}`

/** Returns the CPU time of this thread in milliseconds. */
function cpuOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

test.each([
  ['a text', textSchema({ min: 1, max: 64 })],
  ['a search', search().schema],
  ['a username', usernameSchema],
  ['an email address', emailSchema],
  ['a password', opaqueSchema(1_024)],
])('rejects 250 KB of combining marks as %s within 20 ms of CPU time', (_name, schema) => {
  expect(v.safeParse(schema, marks).success).toBe(false)
  expect(cpuOf(() => v.safeParse(schema, marks))).toBeLessThan(20)
})

test.each([
  ['foldWidth', foldWidth],
  ['compose', compose],
])('%s processes 250 KB of combining marks within 20 ms of CPU time', (_name, normalize) => {
  expect(cpuOf(() => normalize(marks))).toBeLessThan(20)
  expect(normalize('e\u0301')).toBe('é')
})
