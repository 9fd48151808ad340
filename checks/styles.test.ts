import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { sources } from './sources.ts'

const imported = /^import (\w+) from '(\..*\.module\.css)'/gm
const textOf = new Map(sources.map(({ path, text }) => [path, text]))

/**
 * Finds CSS classes that a component uses but the imported style sheet does not define. The compiler does not
 * report these.
 */
const missing = sources.flatMap(({ path, text }) =>
  [...text.matchAll(imported)].flatMap(([, name, from]) => {
    const sheet = textOf.get(posix.join(posix.dirname(path), required(from, 'from')))
    const used = [...text.matchAll(new RegExp(`(?<![\\w./])${name}\\.(\\w+)`, 'g'))].map(([, key]) =>
      required(key, 'key'),
    )
    return used
      .filter((key) => !sheet || !new RegExp(`\\.${key}\\b`).test(sheet))
      .map((key) => `${path}: ${key}`)
  }),
)

test('each CSS class that a component uses is defined in its style sheet', () => expect(missing).toEqual([]))
