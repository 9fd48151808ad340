import { execFile } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './sources.ts'

// Applies docs/examples/change.patch to a copy of the source, and runs the steps that a contributor would
// follow for this change.
const notCopied = /\/(node_modules|\.git|\.cache)$|^\/(dist|data|data-[^/]*|test-results|docs\/pictures)$/
let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'reeve-example-'))
  cpSync(root, copy, { recursive: true, filter: (path) => !notCopied.test(path.slice(root.length)) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const next = String(
  readdirSync(join(root, 'server/db/migrations')).filter((file) => file.endsWith('.sql')).length + 1,
).padStart(4, '0')
const patch = readFileSync(join(root, 'docs/examples/change.patch'), 'utf8').replaceAll('NNNN', next)
const files = [...patch.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, path = '']) => path)
const page = /web\/features\/device-summary\/|contract\/menu\.ts|titles\/words\.ts|web\/app\/pages\.tsx/
const column = /list-display\.ts|deviceColumns\.tsx|devices\/export-columns\.ts/

/**
 * Runs a program in the copy of the source. If the program fails, throws an error that contains its output.
 */
async function run(file: string, args: readonly string[], input?: string): Promise<string> {
  // The copy is not a Git repository, and Git must not use a repository in a parent folder.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir(), NO_COLOR: '1' }
  const running = promisify(execFile)(file, [...args], { cwd: copy, env, maxBuffer: 1e8 })
  running.child.stdin?.end(input)
  return await running.then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => {
      throw new Error(`${file} ${args.join(' ')} failed:\n${stdout}${stderr}`)
    },
  )
}
const node = (...args: string[]) => run(process.execPath, args)
const bin = (name: string) => join('node_modules', name)

test('the worked example changes 12 files for a mutation, 3 for a list column and 6 for a page', () => {
  const pages = files.filter((path) => page.test(path))
  const columns = files.filter((path) => column.test(path))
  expect([files.length - pages.length - columns.length, columns.length, pages.length]).toEqual([12, 3, 6])
})

test('docs/examples/change.md mentions each file that the patch of the worked example changes', () => {
  const text = readFileSync(join(root, 'docs/examples/change.md'), 'utf8')
  const names = files.map((path) => path.replace(next, 'NNNN').split('/').at(-1) ?? '')
  expect(names.filter((name) => !text.includes(name))).toEqual([])
})

test('the patch of the worked example applies, and the changed code is formatted, compiles and passes tests', async () => {
  await run('git', ['apply', '--whitespace=nowarn', '-'], patch).catch(({ message }) => {
    throw new Error(`Update docs/examples/change.patch as docs/examples/change.md describes.\n${message}`)
  })
  await node('scripts/generate.ts')
  await node(bin('@biomejs/biome/bin/biome'), 'check', ...files.filter((path) => /\.tsx?$/.test(path)))
  // The type check covers only this one test file, which makes it more than twice as fast.
  const tsconfig = {
    extends: './tsconfig.json',
    include: ['contract', 'server', 'web'],
    exclude: ['**/*.test.ts', '**/*.test.tsx'],
    files: files.filter((path) => path.endsWith('.test.ts')),
  }
  writeFileSync(join(copy, 'tsconfig.example.json'), JSON.stringify(tsconfig))
  await node(bin('typescript/bin/tsc'), '--noEmit', '--incremental', 'false', '-p', 'tsconfig.example.json')
  const tests = globSync(
    files.filter((path) => path.endsWith('.test.ts')),
    { cwd: copy },
  )
  await node(bin('vitest/vitest.mjs'), 'run', '--project', 'server', ...tests)
}, 900_000)
