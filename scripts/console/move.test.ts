import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { moveBuild, newestFiles } from './move.ts'

const folder = mkdtempSync(join(tmpdir(), 'reeve-build-'))
const [next, served] = [join(folder, 'next'), join(folder, 'web')]
afterAll(() => rmSync(folder, { recursive: true }))

function build(version: number): void {
  mkdirSync(join(next, 'assets'), { recursive: true })
  writeFileSync(join(next, 'index.html'), `page ${version}`)
  writeFileSync(join(next, 'assets', `app-${version}.js`), `script ${version}`)
  moveBuild(next, served)
}

test('deploying a build retains the assets of the previous build but no older ones', () => {
  for (const version of [1, 2, 3]) build(version)
  expect(readdirSync(join(served, 'assets')).sort()).toEqual(['app-2.js', 'app-3.js'])
  expect(readFileSync(join(served, 'index.html'), 'utf8')).toBe('page 3')
  expect(newestFiles(served).sort()).toEqual(['assets/app-3.js', 'index.html'])
})

test('a failed build changes no deployed files', () => {
  mkdirSync(next)
  moveBuild(next, served)
  expect(readFileSync(join(served, 'index.html'), 'utf8')).toBe('page 3')
})
