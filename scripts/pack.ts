// npm run pack: creates reeve-VERSION.tgz from dist/package. The package contains the built console and the
// bundled server. Its npm-shrinkwrap.json pins the packages that are not bundled. --quick saves 25 seconds of
// CPU by compressing the console's files less. Other arguments are passed to npm pack.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { preparedFile } from '../server/db/prepared/prepared.ts'
import { programVersion } from '../server/version.ts'
import { compress } from './console/compress.ts'
import { newestFiles } from './console/move.ts'
import { bundleServer, unbundled } from './lib/bundle.ts'
import { buildConsole } from './lib/prepare.js'
import { Fault, main, root, run } from './lib/run.js'

const folder = join(root, 'dist', 'package')
const program = join(folder, 'dist', 'program')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const quick = process.argv.includes('--quick')

void main(async () => {
  if (!existsSync(preparedFile()))
    throw new Fault('The prepared database is older than the migrations. Run npm run generate.')
  await buildConsole(process.execPath)
  rmSync(folder, { recursive: true, force: true })
  // dist/web also contains files of the previous build, which are not packed.
  const names = newestFiles(join(root, 'dist', 'web')).filter((name) => !/\.(br|gz)$/.test(name))
  for (const name of names) cpSync(join(root, 'dist', 'web', name), join(program, 'dist', 'web', name))
  await compress(join(program, 'dist', 'web'), quick ? 'fast' : 'best')
  await writeProgram()
  describePackage()
  const shell = process.platform === 'win32'
  const options = process.argv.slice(2).filter((option) => option !== '--quick')
  return run('npm', ['pack', folder, ...options], { shell })
})

async function writeProgram(): Promise<void> {
  await bundleServer(program)
  const files = globSync('server/**/*.{sql,br}', { cwd: root })
  for (const file of [...files, relative(root, preparedFile())]) cpSync(join(root, file), join(program, file))
  // Node.js finds this package.json for every module of the program, because it is the nearest one.
  const { name, type } = manifest
  writeFileSync(join(program, 'package.json'), JSON.stringify({ name, version: programVersion(), type }))
}

/**
 * Writes package.json and npm-shrinkwrap.json. The package depends on exact versions of the packages that are
 * not bundled.
 */
function describePackage(): void {
  const { name, version, description, license, type, bin } = manifest
  const dependencies = Object.fromEntries(unbundled.map((each) => [each, manifest.dependencies[each]]))
  const engines = { node: '>=24' }
  const described = { name, version, private: true, description, license, type, bin, engines, dependencies }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(described, undefined, 2))
  for (const file of ['README.md', 'LICENSE', 'NOTICE', 'CHANGELOG.md', 'cli/reeve.js'])
    cpSync(join(root, file), join(folder, file))
  const lock = join(folder, 'package-lock.json')
  cpSync(join(root, 'package-lock.json'), lock)
  // Remove packages that these dependencies do not need from the lock file.
  const prune = ['install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit', '--no-fund']
  execFileSync('npm', prune, { cwd: folder, stdio: 'pipe', shell: process.platform === 'win32' })
  renameSync(lock, join(folder, 'npm-shrinkwrap.json'))
}
