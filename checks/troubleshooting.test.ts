import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { root, sources } from './sources.ts'

const code = sources
  .filter(({ path }) => /^(server|cli)\//.test(path) && !/\.test\.ts$/.test(path))
  .map(({ text }) => text)
  .join('\n')
const page = readFileSync(join(root, 'docs/operations/troubleshooting.md'), 'utf8')

/** Messages in the first column: the code spans with spaces, in parts between the values. */
const messages = [...page.matchAll(/^\| ([^|]+) \|/gm)]
  .flatMap(([, cell]) =>
    [...required(cell, 'cell').matchAll(/`([^`]+ [^`]+)`/g)].map(([, message]) =>
      required(message, 'message'),
    ),
  )
  .filter((message) => !message.startsWith('npm '))

test('the messages in docs/operations/troubleshooting.md are those of the program', () => {
  expect(messages.length).toBeGreaterThan(15)
  const parts = messages.flatMap((message) => message.split('…').map((part) => part.trim()))
  expect(parts.filter((part) => part && !code.includes(part))).toEqual([])
})
