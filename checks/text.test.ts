import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { findLines, isCode, isTest, type Source, sources } from './sources.ts'

const code = sources.filter(({ path }) => isCode(path))
const self = 'checks/text.test.ts'

test('each code file has at most 320 lines', () => {
  const long = code.filter(({ lines }) => lines.length > 320)
  expect(long.map(({ path, lines }) => `${path}: ${lines.length}`)).toEqual([])
})

test('each folder has at most 28 files', () => {
  const counts = new Map<string, number>()
  for (const { path } of sources) {
    const folder = posix.dirname(path)
    // Migrations are never removed, so the limit does not apply to them.
    if (folder === 'server/db/migrations') continue
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const full = [...counts].filter(([, count]) => count > 28)
  expect(full.map(([folder, count]) => `${folder}: ${count}`)).toEqual([])
})

test('Chinese text occurs only in files for texts, in samples, in documents and in tests', () => {
  // Files that may contain Chinese: texts of the console, sample data, and tests, which use the labels on the
  // screen.
  const wordFiles =
    /^examples\/|words[./]|\/words\/|templates|^contract\/|^server\/http\/problem\.ts$|^server\/\w+\/export-columns\.ts$|^server\/demo\/|^web\/mock\/|^server\/areas\/|legal\/|^(e2e|bench|docs|checks)\/|\.md$/
  const files = code.filter(({ path }) => !wordFiles.test(path) && !isTest(path)).map(withoutComments)
  expect(findLines(files, /\p{Script=Han}/u)).toEqual([])
})

test('the server normalizes text only with core/text.ts, which limits the processing time', () => {
  const files = code.filter(({ path }) => /^(server|cli)\//.test(path) && !isTest(path))
  const others = files.filter(({ path }) => path !== 'server/core/text.ts')
  expect(findLines(others, /\.normalize\(/)).toEqual([])
})

test('the code contains no TODO comments', () => {
  const files = sources.filter(({ path }) => path !== self)
  expect(findLines(files, /\b(TODO|FIXME|XXX|HACK)[:(]|\bfor now\b/)).toEqual([])
})

test('no test is marked with only, skip, todo or fails', () => {
  const files = code.filter(({ path }) => path !== self)
  expect(findLines(files, /\b(test|it|describe)\.(only|skip|todo|fails)\b/)).toEqual([])
})

test('no file contains an absolute path of a particular machine', () => {
  const files = sources.filter(({ path }) => path !== self)
  expect(findLines(files, /(^|[\s'"`(:=])\/(work|home|root|Users)\//)).toEqual([])
})

test('no file name needs shell quoting', () => {
  expect(sources.map(({ path }) => path).filter((path) => !/^[\w./-]+$/.test(path))).toEqual([])
})

function withoutComments({ path, text }: Source): Source {
  const blank = (part: string) => part.replace(/[^\n]/g, ' ')
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, blank).replace(/(^|\s)\/\/.*$/gm, blank)
  return { path, text: bare, lines: bare.split('\n') }
}

test('only the modules for storage, session keys, boot and missing files use browser storage', () => {
  const files = sources.filter(({ path }) => path.startsWith('web/') && isCode(path) && !isTest(path))
  const users = findLines(
    files.map(withoutComments),
    /\b(localStorage|sessionStorage|indexedDB|document\.cookie)\b/,
  )
  expect(
    users.filter(
      (line) => !/^web\/(lib\/(storage|session\/binding)|app\/(boot|missingFiles))\.ts:/.test(line),
    ),
  ).toEqual([])
})

test('input method keys are detected in one place, before any key handler receives them', () => {
  const files = sources.filter(({ path }) => path.startsWith('web/') && isCode(path) && !isTest(path))
  const elsewhere = files.filter(({ path }) => path !== 'web/ui/fields/composing.ts')
  expect(
    findLines(elsewhere, /\.(isComposing|keyCode|which)\b|\bcomposition(start|end)\b|keypress/i),
  ).toEqual([])
  const main = required(
    files.find(({ path }) => path === 'web/main.tsx'),
    'item of files',
  ).text
  expect(main).toMatch(/^hideComposingKeys\(\)$/m)
  // Key listeners must be added after main.tsx has called hideComposingKeys(). A module that adds a listener
  // while the module loads could do so before this call.
  const early = findLines(
    elsewhere,
    /^(window\.|document\.)?addEventListener\($|^(window\.|document\.)?addEventListener\('key/,
  )
  expect(early.map((line) => line.split(':')[0])).toEqual([
    // These files add key listeners while they load, but only handle keys that never select candidates in an
    // input method: a repeated Escape, and Tab.
    'web/ui/dialogs/Dialog.tsx',
    'web/ui/theme/mantine-dialogs.ts',
  ])
})
