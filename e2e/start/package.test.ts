import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { buildConsole } from '../../scripts/lib/prepare.js'
import { root } from '../../scripts/lib/run.js'

// Tests the package that `npm run pack` creates. The package is installed below node_modules, where Node.js
// does not strip types, and uses the dependencies of the repository.
const place = join(root, 'node_modules', '.cache', 'reeve-package')
const installed = join(place, 'node_modules', 'reeve')
const workingFolder = mkdtempSync(join(tmpdir(), 'reeve-package-'))
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** Packages with native code or data files. All other dependencies are bundled. */
const unbundled = ['@electric-sql/pglite', '@node-rs/argon2', 'sharp', 'tinypool']

let packed = ''
beforeAll(async () => {
  // The console is built again, because its sources may have changed since the test run built it.
  await buildConsole(process.execPath)
  rmSync(place, { recursive: true, force: true })
  mkdirSync(installed, { recursive: true })
  const pack = ['run', 'pack', '--', '--quick', '--pack-destination', place]
  const { stdout, stderr } = await promisify(execFile)('npm', pack, { cwd: root })
  packed = stdout + stderr
  const tarball = join(place, `reeve-${manifest.version}.tgz`)
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'], { stdio: 'pipe' })
}, 300_000)
afterAll(() => {
  for (const folder of [place, workingFolder]) rmSync(folder, { recursive: true, force: true })
})

test('npm run pack does not build the console again if a build exists', () => {
  // The test run has built the console, so dist/ contains the hash of its sources.
  const stamp = readFileSync(join(root, 'dist', '.sources'), 'utf8')
  expect(stamp).toMatch(/^[\da-f]{64}$/)
  expect(packed).not.toContain('Building the console')
})

const files = () => globSync('**/*', { cwd: installed }).map((path) => path.replaceAll('\\', '/'))

test('the package contains the bundled server and its files, but neither TypeScript nor tests', () => {
  const found = files()
  expect(found.filter((path) => /\.tsx?$|\.test\.|\/testing\//.test(path))).toEqual([])
  expect(found).toEqual(
    expect.arrayContaining([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'cli/reeve.js',
      'npm-shrinkwrap.json',
      'dist/program/dist/web/index.html',
      'dist/program/embedded-worker.js',
      'dist/program/main.js',
      'dist/program/server/accounts/passwords/common-passwords.generated.br',
      'dist/program/server/db/migrations/0001_accounts.sql',
      'dist/program/strength-worker.js',
      'dist/program/worker.js',
    ]),
  )
  expect(
    found.filter((path) => /server\/db\/prepared\/pglite-[\w.-]+\.generated\.tar\.zst$/.test(path)),
  ).toHaveLength(1)
})

test('the package pins its dependencies, and installs neither Node.js nor a compiler', () => {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
  const { packages } = read(join(installed, 'npm-shrinkwrap.json'))
  const { packages: locked } = read(join(root, 'package-lock.json'))
  const paths = Object.keys(packages).filter(Boolean)
  expect(paths).toEqual(expect.arrayContaining(unbundled.map((name) => `node_modules/${name}`)))
  expect(paths.filter((path) => packages[path].integrity !== locked[path]?.integrity)).toEqual([])
  expect(
    paths.filter((path) => packages[path].dev || /node_modules\/(node-|typescript|@typescript)/.test(path)),
  ).toEqual([])
  const { dependencies, devDependencies, optionalDependencies } = read(join(installed, 'package.json'))
  expect({ dependencies, devDependencies, optionalDependencies }).toEqual({
    dependencies: Object.fromEntries(unbundled.map((name) => [name, manifest.dependencies[name]])),
  })
})

test('the package imports only packages that are installed with it', () => {
  const code = files().filter((path) => path.endsWith('.js') && !path.includes('/dist/web/'))
  const imported = code.flatMap((path) => {
    const text = readFileSync(join(installed, path), 'utf8').replace(/^\s*(?:\/?\*|\/\/).*/gm, '')
    const imports = text.matchAll(
      /^(?:import|export|\})[^"'\n]*["']([^".\n]+[^"\n]*)["'];?$|\b(?:import|__require)\("([^".\n][^"\n]*)"\)/gm,
    )
    return [...imports].map(([, name, called]) => required(name ?? called, 'value'))
  })
  const packages = imported
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
  expect([...new Set(packages)].sort()).toEqual(unbundled)
})

test('the package lists the licenses of more than 200 bundled packages, including all direct dependencies', () => {
  const text = readFileSync(join(installed, 'dist/program/licenses.md'), 'utf8')
  const listed = [...text.matchAll(/^## (\S+) - [\d.]+ \(.+\)$/gm)].map(([, name]) => name)
  const direct = Object.keys(manifest.dependencies).filter((name) => !unbundled.includes(name))
  expect(direct.filter((name) => !listed.includes(name))).toEqual([])
  expect(listed.length).toBeGreaterThan(200)
})

test('the package prints its version, and serves the console from any working directory', async () => {
  const reeve = join(installed, manifest.bin.reeve)
  const env = { PATH: process.env.PATH, PORT: '0', REEVE_DATA_DIR: join(workingFolder, 'data') }
  const version = execFileSync(process.execPath, [reeve, '--version'], {
    cwd: workingFolder,
    env,
    encoding: 'utf8',
  })
  expect(version.trim().split('+')[0]).toBe(manifest.version)
  expect(version).toMatch(/-dev\+[\da-f]{8}\n$|^[\d.]+\n$/)

  const server = spawn(process.execPath, [reeve, 'start'], {
    cwd: workingFolder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let url = ''
    for await (const line of createInterface({ input: server.stdout })) {
      url = /Reeve is ready: (\S+)/.exec(line)?.[1] ?? ''
      if (url) break
    }
    const page = await fetch(url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<div id="root">')
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
})
