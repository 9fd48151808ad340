import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sources } from './sources.ts'

const code = sources
  .filter(({ path }) => /^(server|cli)\//.test(path) && !/\.test\.ts$/.test(path))
  .map(({ text }) => text)
  .join('\n')

/** Returns the messages in the first column of the tables. Code spans that contain spaces are messages. */
const messagesOf = (page: string) =>
  [...page.matchAll(/^\| ([^|]+) \|/gm)]
    .flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+ [^`]+)`/g)].map(([, message = '']) => message))
    .filter((message) => !message.startsWith('npm '))

test.each(['docs', 'docs/zh'])(
  'all messages in %s/operations/troubleshooting.md occur in the program',
  (folder) => {
    const messages = messagesOf(readFileSync(join(root, folder, 'operations/troubleshooting.md'), 'utf8'))
    expect(messages.length).toBeGreaterThan(12)
    const parts = messages.flatMap((message) => message.split('…').map((part) => part.trim()))
    expect(parts.filter((part) => part && !code.includes(part))).toEqual([])
  },
)
