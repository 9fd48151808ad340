import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { secretSettings } from '../server/config.names.ts'
import { settings } from '../server/config.settings.ts'
import { readConfig } from '../server/config.ts'
import { templateNames, write } from '../server/notifications/templates.ts'
import { root } from './sources.ts'

const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')
const example = read('deploy', 'reeve.env.example')

/**
 * Returns the names of the current settings: the first column of all tables above the section about former
 * names.
 */
function namesOf(page: string): string[] {
  const [current] = page.split(/^## (?:Former names|旧名称)$/m)
  const rows = [...required(current, 'table').matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell]) =>
    required(cell, 'cell'),
  )
  return rows.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => required(name, 'name')))
}

test.each([['docs/configuration.md'], ['docs/zh/configuration.md']])(
  '%s describes each setting exactly once',
  (file) => {
    expect(namesOf(read(file)).sort()).toEqual(Object.keys(settings).sort())
  },
)

test('docs/configuration.md marks the secrets that can be read from a file', () => {
  const page = read('docs/configuration.md')
  const marked = [...page.matchAll(/`([A-Z_]+)` †/g)].map(([, name]) => required(name, 'name'))
  expect(marked.sort()).toEqual([...secretSettings].sort())
})

test('the example environment file is valid, with and without its optional settings', () => {
  const compulsory = parseEnv(example)
  expect(readConfig(compulsory)).toMatchObject({ publicUrl: 'https://id.example.com' })
  const all = parseEnv(example.replace(/^#(?=[A-Z_]+=)/gm, ''))
  expect(Object.keys(all).length).toBeGreaterThan(Object.keys(compulsory).length)
  // The password file that this setting names does not exist on test machines, so readConfig would fail.
  delete all.REEVE_ADMIN_PASSWORD_FILE
  expect(() => readConfig(all)).not.toThrow()
})

test('docs/zh/operations/sms-and-mail.md lists all SMS templates and the text of each notice', () => {
  const page = read('docs/zh/operations/sms-and-mail.md')
  const rows = [...page.matchAll(/^\| `template\.([\w.]+)` \| \S+ \| (.+) \|$/gm)]
  const documented = Object.fromEntries(
    rows.map(([, name, text]) => [required(name, 'name'), required(text, 'text')]),
  )
  expect(Object.keys(documented).sort()).toEqual([...templateNames].sort())
  for (const name of templateNames) {
    // The template for verification codes is skipped. Reeve's own text contains the purpose of the code, but
    // the template of an SMS provider cannot contain it.
    if (name === 'code') continue
    const { text } = write(name, { tenant: 'Acme' } as never, 'zh-CN')
    expect(`【Reeve】${documented[name]?.replace(/\$\{name\}/, 'Acme')}`).toBe(text)
  }
})
