import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { findLines, isCode, isTest, root, sources } from './sources.ts'

const modules = [
  'areas',
  'notifications',
  'sessions',
  'accounts',
  'factors',
  'tenants',
  'certification',
  'members',
  'views',
  'applications',
  'events',
  'devices',
  'gateway',
  'workplace',
  'audit',
  'identity',
  'transfer',
]
const inModules = modules.map((name) => `server/${name}/`)

/** The server's app and its modules, but not the entry points. */
const app = [
  'server/telemetry/',
  'server/db/',
  'server/core/',
  ...inModules,
  'server/config.ts',
  'server/fields.generated.ts',
  'server/schema.ts',
  'server/erasure.ts',
  'server/periodic.ts',
  'server/http/',
  'server/services.ts',
  'server/create-services.ts',
  'server/app.ts',
]

/** Files of the console that all its other parts can import. */
const below = ['web/store.ts', 'web/network.ts', 'web/brand.ts']

const sharedByFeatures = ['web/ui/', 'web/lib/', 'web/shared/']

/**
 * For each folder, the other folders from which its files can import. The first row that matches a file
 * applies.
 */
const rules: [of: string, may: string[]][] = [
  ['contract/', []],
  ['server/telemetry/', []],
  ['server/db/', ['contract/', 'server/telemetry/']],
  ['server/core/', ['contract/', 'server/db/']],
  ...modules.map((name, index): [string, string[]] => [
    `server/${name}/`,
    ['contract/', 'server/db/', 'server/core/', ...inModules.slice(0, index)],
  ]),
  [
    'server/config',
    [
      ...['contract/', 'server/core/', 'server/notifications/', 'server/telemetry/'],
      ...['server/devices/geoip.ts', 'server/audit/sending/targets.ts'],
      'server/certification/documents/storage/parse.ts',
    ],
  ],
  ['server/schema.ts', ['contract/', 'server/db/', 'server/core/', 'server/fields.generated.ts']],
  ['server/erasure.ts', ['contract/', 'server/db/', 'server/core/', ...inModules]],
  ['server/privacy.test.ts', ['contract/']],
  ['server/periodic.ts', ['contract/', 'server/db/', 'server/core/', ...inModules, 'server/erasure.ts']],
  [
    'server/http/',
    [
      ...['contract/', 'server/telemetry/', 'server/db/', 'server/core/', ...inModules],
      ...['server/config.ts', 'server/schema.ts'],
    ],
  ],
  ['server/services.ts', ['contract/', 'server/db/', 'server/core/', ...inModules]],
  ['server/create-services.ts', ['contract/', ...app]],
  ['server/app.ts', ['contract/', ...app]],
  ['server/main.ts', ['contract/', 'server/']],
  ['server/demo/', ['contract/', 'server/']],
  ['cli/', ['contract/', 'server/']],
  ['server/testing/', ['contract/', ...app]],
  ['web/brand.ts', ['web/store.ts']],
  ['web/testing/', ['contract/', 'web/']],
  ['web/ui/', ['contract/', ...below]],
  ['web/lib/', ['contract/', ...below]],
  ['web/shared/', ['contract/', ...below, 'web/ui/', 'web/lib/']],
  ['web/features/', ['contract/', ...below, ...sharedByFeatures]],
  ['web/app/', ['contract/', 'web/']],
  ['web/mock/vite.config.ts', ['vite.config.ts']],
  ['web/mock/', ['contract/', 'web/main.tsx', 'web/lib/mockCall.ts']],
  ['web/main.tsx', ['contract/', 'web/']],
  ['checks/', ['contract/', 'server/', 'scripts/']],
  // This program runs the servers of browser tests in its own process, so it imports the server's code.
  ['e2e/harness/server-host.ts', ['contract/', 'server/', 'scripts/']],
  ['e2e/', ['contract/', 'scripts/', 'server/testing/', 'server/demo/']],
  ['bench/', ['contract/', 'server/', 'scripts/', 'e2e/']],
  // Vite plugins that build the console.
  ['scripts/vite/', ['contract/', 'web/']],
  ['scripts/pictures/', ['scripts/', 'e2e/harness/']],
  ['scripts/faults/', ['server/', 'scripts/', 'e2e/harness/']],
  ['scripts/', ['contract/privacy/', 'server/']],
  // Examples of external programs, which must use only the public API.
  ['examples/', []],
  // Programs that test published libraries. They must not import anything from this repository.
  ['tests/libraries/', []],
]

/** Names of all tables that exist after the migrations. */
const tables = [
  ...required(
    readFileSync(join(root, 'server/db/tables.ts'), 'utf8').split('export interface Tables {')[1],
    'item of readFileSync',
  ).matchAll(/^ {2}(\w+):/gm),
].map((match) => required(match[1], 'item of match'))

interface Import {
  from: string
  to: string
}

const statement =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|(?:^|\n)import\s+['"]([^'"]+)['"]/g

const imports: Import[] = sources
  .filter(({ path }) => isCode(path))
  .flatMap(({ path, text }) =>
    [...text.matchAll(statement)]
      .map((match) => required(match[1] ?? match[2] ?? match[3], 'path of the import'))
      .filter((target) => target.startsWith('.'))
      .map((target) => ({ from: path, to: posix.join(posix.dirname(path), target.replace(/\?.*$/, '')) })),
  )

/**
 * Returns the folder whose rule applies to a file. Each feature of the console counts as a separate folder.
 */
const homeOf = (path: string): string =>
  /^web\/features\/[^/]+\//.exec(path)?.[0] ?? rules.find(([of]) => path.startsWith(of))?.[0] ?? ''

function isAllowed({ from, to }: Import): boolean {
  const home = homeOf(from)
  if (to === 'contract/required.ts') return true // This file has no imports.
  if (to === 'package.json' || to === 'server/version.ts') return true // These contain only Reeve's version.
  if (home && to.startsWith(home)) return true
  // Tests can also import fixtures. Tests of the server and the CLI can import any module in server/, and
  // tests of the console can import any file in web/.
  const scene = /^(server|cli)\//.test(from) ? 'server/' : 'web/'
  if (
    /\.test\.tsx?$/.test(from) &&
    (to.startsWith(scene) || to.startsWith('scripts/') || homeOf(to) === home)
  )
    return true
  const may = rules.find(([of]) => from.startsWith(of))?.[1]
  if (may === undefined) return !from.includes('/') // Only files in the root folder have no rule.
  return may.some((folder) => to.startsWith(folder))
}

describe('imports', () => {
  test('are found by the check', () => {
    expect(imports.length).toBeGreaterThan(100)
  })

  test('follow the dependency rules', () => {
    const wrong = imports.filter((each) => !isAllowed(each))
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  // A page waits for the chunk that contains the English texts of all pages. If that chunk imported a module
  // that the bundler puts into the page's chunk, the two chunks would wait for each other.
  test('load only types and other English texts into files with English texts', () => {
    const english = sources.filter(({ path }) => path.endsWith('words.en.ts'))
    expect(english.length).toBeGreaterThan(10)
    expect(findLines(english, /^import (?!type )(?!.*\.en\.ts')/)).toEqual([])
  })

  test('load test helpers only into tests, checks, benchmarks and scripts', () => {
    const wrong = imports.filter(
      ({ from, to }) => isTest(to) && !isTest(from) && !/^(checks|e2e|bench|scripts)\//.test(from),
    )
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })
})

test('only the entry points read environment variables', () => {
  const server = sources.filter(
    ({ path }) => /^(server|contract|web|cli)\//.test(path) && isCode(path) && !isTest(path),
  )
  // The sample configurations for OAuth clients read environment variables, but only in code inside strings.
  const allowed = /^(server\/(demo\/)?main\.ts|cli\/reeve\.js|contract\/openid\/configurations\.ts):/
  const readers = findLines(server, /process\.env/).filter((line) => !allowed.test(line))
  expect(readers).toEqual([])
})

test('each table is written by only one module', () => {
  const writes =
    /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)|\b(?:insert into|update|delete from) (\w+)/g
  const writers = new Map<string, Set<string>>()
  for (const { path, text } of sources) {
    if (!/^server\/\w+\//.test(path) || !isCode(path) || isTest(path) || /^server\/(demo|db)\//.test(path))
      continue
    // The gateway implements MQTT for devices and writes their reports to the tables of the devices module.
    const module = required(path.split('/')[1], 'item of path').replace('gateway', 'devices')
    for (const match of text.matchAll(writes)) {
      const table = required(match[1] ?? match[2], 'value')
      if (tables.includes(table)) writers.set(table, (writers.get(table) ?? new Set()).add(module))
    }
  }
  expect(writers.size).toBeGreaterThan(5)
  const shared = [...writers].filter(([, modules]) => modules.size > 1)
  expect(shared.map(([table, modules]) => `${table}: ${[...modules].join(', ')}`)).toEqual([])
})
