// npm run pack: creates reeve-VERSION.tgz from dist/package. The package contains the built console, and the server as
// JavaScript because Node strips no types in node_modules. npm-shrinkwrap.json pins all production packages. With --quick,
// files are compressed less, which saves 25 seconds of CPU. Other arguments are passed to npm pack.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { programVersion } from '../server/version.ts'
import { compress } from './console/compress.ts'
import { newestFiles } from './console/move.ts'
import { buildConsole } from './lib/prepare.js'
import { main, root, run } from './lib/run.js'

const folder = join(root, 'dist', 'package')
const program = join(folder, 'dist', 'program')
const notServed = /\.test\.ts$|\/testing\/|^server\/(demo\/|db\/generate\.ts)/
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const quick = process.argv.includes('--quick')

void main(async () => {
  await buildConsole(process.execPath)
  rmSync(folder, { recursive: true, force: true })
  // The folder also holds the files of the previous build.
  const names = newestFiles(join(root, 'dist', 'web')).filter((name) => !/\.(br|gz)$/.test(name))
  for (const name of names) cpSync(join(root, 'dist', 'web', name), join(program, 'dist', 'web', name))
  await compress(join(program, 'dist', 'web'), quick ? 'fast' : 'best')
  writeProgram()
  describePackage()
  const shell = process.platform === 'win32'
  const options = process.argv.slice(2).filter((option) => option !== '--quick')
  return run('npm', ['pack', folder, ...options], { shell })
})

function writeProgram(): void {
  const files = globSync('{cli,server,contract}/**/*.{ts,sql,br,graphql,zst}', { cwd: root })
  for (const file of files
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !notServed.test(path))) {
    const target = join(program, file.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(target), { recursive: true })
    if (file.endsWith('.ts')) writeFileSync(target, toJavaScript(readFileSync(join(root, file), 'utf8')))
    else cpSync(join(root, file), target)
  }
  // The package.json nearest to every module of the program. Its dependencies name the prepared database.
  const { name, type, dependencies } = manifest
  writeFileSync(
    join(program, 'package.json'),
    JSON.stringify({ name, version: programVersion(), type, dependencies }),
  )
}

/**
 * Writes the files that npm reads. They list production packages only, with exact versions, and neither a
 * Node nor a compiler.
 */
function describePackage(): void {
  const { name, version, description, license, type, bin, dependencies } = manifest
  const engines = { node: '>=24' }
  const described = { name, version, private: true, description, license, type, bin, engines, dependencies }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(described, undefined, 2))
  for (const file of ['README.md', 'LICENSE', 'NOTICE', 'CHANGELOG.md', 'cli/reeve.js'])
    cpSync(join(root, file), join(folder, file))
  const lock = join(folder, 'package-lock.json')
  cpSync(join(root, 'package-lock.json'), lock)
  // Removes packages that these dependencies do not need from the lock file.
  const prune = ['install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit', '--no-fund']
  execFileSync('npm', prune, { cwd: folder, stdio: 'pipe', shell: process.platform === 'win32' })
  renameSync(lock, join(folder, 'npm-shrinkwrap.json'))
}

/** Returns the JavaScript that Node makes of a module, with .js in its imports. */
function toJavaScript(text: string): string {
  return stripTypeScriptTypes(text).replace(/(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g, '$1$2.js$1')
}
