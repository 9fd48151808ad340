import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'

const text = (path: string) => readFileSync(path, 'utf8')
const stylesIn = (code: string) =>
  [...code.matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)].map(([, name]) => required(name, 'name'))

test('each file that uses a Mantine component imports the styles of that component', () => {
  const everywhere = stylesIn(text('web/ui/theme/mantine.ts'))
  const signedIn = stylesIn(text('web/ui/theme/mantine-console.ts'))
  const dialogs = stylesIn(text('web/ui/theme/mantine-dialogs.ts'))
  const missing = globSync('web/**/*.tsx').flatMap((path) => {
    const code = text(path)
    const has = new Set([
      ...everywhere,
      ...(path.includes('sign-in') ? [] : signedIn),
      ...(code.includes('/mantine-dialogs.ts') ? dialogs : []),
      ...stylesIn(code),
    ])
    const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(code) ?? []
    return names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => existsSync(`node_modules/@mantine/core/styles/${name}.layer.css`) && !has.has(name))
      .map((name) => `${path}: ${name}`)
  })
  expect(missing).toEqual([])
})
