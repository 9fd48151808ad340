import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { isCode, root, sources } from './sources.ts'

const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))
const manifest = read('package.json')
const lock = read('package-lock.json')
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
const declared = kinds.flatMap((kind) => Object.entries<string>(manifest[kind]))

test('every version is exact, in the manifest as in the lock file', () => {
  expect(declared.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  const other = declared.filter(
    ([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version,
  )
  expect(other).toEqual([])
})

test('the lock file names no host: packages come from the registry that is configured', () => {
  const hosts = Object.entries<{ resolved?: string }>(lock.packages).filter(([, { resolved }]) => resolved)
  expect(hosts.map(([path]) => path)).toEqual([])
})

test('what the server imports is a dependency, not one for development', () => {
  const runtime = new Set([
    ...Object.keys(manifest.dependencies),
    ...Object.keys(manifest.optionalDependencies),
  ])
  const imported = sources
    .filter(
      ({ path }) =>
        /^(server|contract)\//.test(path) &&
        isCode(path) &&
        !/\.test\.ts$|\/testing\/|db\/generate/.test(path),
    )
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^(?:import|export) (?!type)[^'"]*?from '([^'.][^']*)'/gm)].map(
        (match) => [path, required(match[1], 'item of match')] as const,
      ),
    )
    .filter(([, name]) => !name.startsWith('node:'))
    .map(
      ([path, name]) =>
        [
          path,
          name
            .split('/')
            .slice(0, name.startsWith('@') ? 2 : 1)
            .join('/'),
        ] as const,
    )
  expect(imported.length).toBeGreaterThan(20)
  expect(imported.filter(([, name]) => !runtime.has(name)).map((pair) => pair.join(': '))).toEqual([])
})
