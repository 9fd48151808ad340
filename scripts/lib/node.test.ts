import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { chooseNode, findNode } from './node.js'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** A folder with a program `node` that says it is that version. */
function pretend(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-node-'))
  folders.push(folder)
  writeFileSync(join(folder, 'node'), `#!/bin/sh\necho ${version}\n`)
  chmodSync(join(folder, 'node'), 0o755)
  return folder
}

const named = (version: string) => ({ file: `/usr/bin/node-${version}`, version })
const chosen = (packaged: string | undefined, ...machine: string[]): string | undefined =>
  chooseNode(packaged && named(packaged), machine.map(named))?.version

test.each<[what: string, packaged: string | undefined, machine: string[], taken: string | undefined]>([
  [
    'the packages’ own where the machine has none of its line',
    'v24.21.0',
    ['v20.20.2', 'v22.18.0'],
    'v24.21.0',
  ],
  ['a security release of the machine', 'v24.21.0', ['v20.20.2', 'v24.22.1'], 'v24.22.1'],
  ['numbers as numbers, not as text', 'v24.9.0', ['v24.10.0', 'v24.2.0'], 'v24.10.0'],
  ['the newest of several', 'v24.21.0', ['v24.22.0', 'v24.22.1', 'v24.21.1'], 'v24.22.1'],
  ['never an older one', 'v24.21.0', ['v24.20.0'], 'v24.21.0'],
  ['never another line, newer as it may be', 'v24.21.0', ['v26.3.0', 'v23.11.1'], 'v24.21.0'],
  ['nothing that was not released', 'v24.21.0', ['v24.23.0-rc.1', 'v24.24.0-nightly20261101'], 'v24.21.0'],
  ['what cannot say its version is none', 'v24.21.0', ['', 'bun 1.2'], 'v24.21.0'],
  ['without one of the packages: Node 24 before others', undefined, ['v22.20.0', 'v24.1.0'], 'v24.1.0'],
  [
    'without either: the first that runs TypeScript',
    undefined,
    ['v20.20.2', 'v22.18.0', 'v26.0.0'],
    'v22.18.0',
  ],
  ['nothing where none does', undefined, ['v20.20.2', 'v22.17.1'], undefined],
])('%s', (_, packaged, machine, taken) => {
  expect(chosen(packaged, ...machine)).toBe(taken)
})

// The program is a shell's.
describe.skipIf(process.platform === 'win32')('of the machine', () => {
  test('a newer one in PATH is taken, wherever it stands there; an older one is not', () => {
    const [older, newer] = [pretend('v24.0.1'), pretend('v24.9999.0')]
    expect(findNode({ PATH: [older, '/nowhere', newer].join(delimiter) })).toBe(join(newer, 'node'))
    expect(findNode({ PATH: older })).not.toContain(older)
  })

  test('the one that REEVE_NODE names is taken before all others, and refused in words where it cannot be', () => {
    const PATH = pretend('v24.9999.0')
    const own = join(pretend('v24.22.1'), 'node')
    expect(findNode({ PATH, REEVE_NODE: own })).toBe(own)
    const old = join(pretend('v20.20.2'), 'node')
    expect(() => findNode({ PATH, REEVE_NODE: old })).toThrow(`REEVE_NODE is ${old}, which is v20.20.2`)
    expect(() => findNode({ PATH, REEVE_NODE: '/nowhere/node' })).toThrow('is no Node that runs')
  })
})
