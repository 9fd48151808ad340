import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { chooseNode, findNode } from './node.js'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Creates a folder that contains a program `node`, which prints this version. */
function fakeNode(version: string): string {
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
  ['uses the packaged Node.js if no other is version 24', 'v24.21.0', ['v20.20.2', 'v22.18.0'], 'v24.21.0'],
  ['prefers a newer release on the machine', 'v24.21.0', ['v20.20.2', 'v24.22.1'], 'v24.22.1'],
  ['compares versions as numbers, not as text', 'v24.9.0', ['v24.10.0', 'v24.2.0'], 'v24.10.0'],
  ['uses the newest of several versions', 'v24.21.0', ['v24.22.0', 'v24.22.1', 'v24.21.1'], 'v24.22.1'],
  ['ignores an older version on the machine', 'v24.21.0', ['v24.20.0'], 'v24.21.0'],
  ['ignores other major versions, even if they are newer', 'v24.21.0', ['v26.3.0', 'v23.11.1'], 'v24.21.0'],
  [
    'ignores release candidates and nightly builds',
    'v24.21.0',
    ['v24.23.0-rc.1', 'v24.24.0-nightly20261101'],
    'v24.21.0',
  ],
  ['ignores programs that print no Node.js version', 'v24.21.0', ['', 'bun 1.2'], 'v24.21.0'],
  ['prefers Node.js 24 if none is packaged', undefined, ['v22.20.0', 'v24.1.0'], 'v24.1.0'],
  [
    'uses the first Node.js that runs TypeScript if there is no Node.js 24',
    undefined,
    ['v20.20.2', 'v22.18.0', 'v26.0.0'],
    'v22.18.0',
  ],
  ['returns undefined if no Node.js runs TypeScript', undefined, ['v20.20.2', 'v22.17.1'], undefined],
])('chooseNode %s', (_, packaged, machine, taken) => {
  expect(chosen(packaged, ...machine)).toBe(taken)
})

// Windows cannot run the fake `node`, because it is a shell script.
describe.skipIf(process.platform === 'win32')('findNode', () => {
  test('uses a newer Node.js from any folder in PATH, but not an older one', () => {
    const [older, newer] = [fakeNode('v24.0.1'), fakeNode('v24.9999.0')]
    expect(findNode({ PATH: [older, '/nowhere', newer].join(delimiter) })).toBe(join(newer, 'node'))
    expect(findNode({ PATH: older })).not.toContain(older)
  })

  test('prefers the Node.js in REEVE_NODE, and throws an error if it is unusable', () => {
    const PATH = fakeNode('v24.9999.0')
    const own = join(fakeNode('v24.22.1'), 'node')
    expect(findNode({ PATH, REEVE_NODE: own })).toBe(own)
    const old = join(fakeNode('v20.20.2'), 'node')
    expect(() => findNode({ PATH, REEVE_NODE: old })).toThrow(`REEVE_NODE is ${old}, which is v20.20.2`)
    expect(() => findNode({ PATH, REEVE_NODE: '/nowhere/node' })).toThrow('is not a working Node.js binary')
  })
})
