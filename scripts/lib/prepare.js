// What has to be there before the server can run. Plain JavaScript for Node 20: this runs before anything is installed.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { hasNode24 } from './node.js'
import { Fault, note, root, run } from './run.js'

const inRoot = (...parts) => join(root, ...parts)

function parseJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const readJson = (path) => (existsSync(path) ? parseJson(readFileSync(path, 'utf8')) : undefined)

const development = () => ['web', 'tests', ...examples()]
const examples = () =>
  readdirSync(inRoot('examples'))
    .map((name) => `examples/${name}`)
    .filter((folder) => existsSync(inRoot(folder, 'package.json')))

/** The workspaces that each kind of command needs, and the MB that the packages and npm's cache take on disk. */
const kinds = {
  start: () => ({ workspaces: ['web'], size: 600 }),
  example: (name) => ({ workspaces: ['web', `examples/${name}`], size: 600 }),
  test: () => ({ workspaces: development(), size: 1_000 }),
  generate: () => ({ workspaces: [...development(), 'scripts'], size: 1_100 }),
}

const lockFile = inRoot('package-lock.json')
/** Written after an installation, because npm itself does not record which workspaces it installed from which lock file. */
const record = inRoot('node_modules', '.installed.json')

/** True if npm installed every package of the lock file. Optional packages can be absent: they belong to other platforms. */
function hasEverything(locked) {
  const present = readJson(inRoot('node_modules', '.package-lock.json'))?.packages
  if (!present) return false
  return Object.entries(locked).every(([path, entry]) => {
    if (path === '') return true
    const found = present[path]
    if (!found) return entry.optional === true
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

/**
 * Installs the packages of the lock file that a kind of command needs, unless they are installed: start, example, test,
 * or generate. `name` is the folder of an example.
 */
export async function install(kind, name) {
  const text = existsSync(lockFile) ? readFileSync(lockFile, 'utf8') : ''
  const locked = parseJson(text)?.packages
  if (!locked)
    throw new Fault('package-lock.json is missing or unreadable. Restore it, for example with git.')
  if (!Object.hasOwn(kinds, kind))
    throw new Fault(`${kind} is not a kind of command. Use one of ${Object.keys(kinds).join(', ')}.`)
  const { workspaces: needed, size } = kinds[kind](name)
  if (!hasNode24()) needed.push('scripts/node')
  const lock = createHash('sha256').update(text).digest('hex')
  const before = readJson(record)
  const installed = before?.workspaces ?? []
  if (before?.lock === lock && needed.every((folder) => installed.includes(folder))) return
  if (hasEverything(locked)) return
  const workspaces = [...new Set([...installed, ...needed])].filter((folder) => locked[folder])
  await runNpm(workspaces, { size, isFirst: !before })
  writeFileSync(record, JSON.stringify({ lock, workspaces }))
}

/** Runs npm ci in an empty node_modules. Later npm install adds packages, so that a server can go on running. */
async function runNpm(workspaces, { size, isFirst }) {
  const folder = inRoot('node_modules')
  assertWritable(folder)
  const npm = npmCommand()
  const fault = await registryFault(npm)
  const command = isFirst ? ['ci'] : ['install', '--no-save']
  const options = [
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--include=optional',
    '--include-workspace-root',
  ]
  // Only the console's packages are no development packages, whatever NODE_ENV says.
  const omit = workspaces.every((name) => /^(web|scripts\/node)$/.test(name)) ? '--omit=dev' : '--include=dev'
  // Without a registry only npm's cache is left, which is found out in seconds.
  const network = fault ? ['--offline'] : ['--fetch-retries=1', '--fetch-timeout=30000']
  if (fault) note(`${fault} Trying npm's cache …`)
  note(`Installing packages: about ${size} MB and a minute or two, the first time only …`)
  rmSync(record, { force: true })
  const progress = showProgress(folder)
  const args = [...npm.args, ...command, ...options, omit, ...workspaces.map((name) => `--workspace=${name}`)]
  const code = await run(npm.file, [...args, ...network], {
    stdio: ['ignore', 'ignore', fault ? 'ignore' : 'inherit'],
    shell: npm.shell,
  }).finally(() => clearInterval(progress))
  const cause = fault ? "npm's cache does not hold all packages." : 'npm failed: see its messages above.'
  if (code !== 0) throw new Fault(`${cause} ${mirror}`, code)
  tidyNode()
}

/** Shows the time and the size of the packages so far, every 10 seconds. */
function showProgress(folder) {
  const begin = Date.now()
  const started = new Set()
  const sizes = new Map()
  return setInterval(() => {
    // Measures each package once: in the round after the one that found it.
    for (const path of foldersIn(folder)) {
      if (sizes.has(path)) continue
      if (started.has(path)) sizes.set(path, sizeOf(path))
      else if (existsSync(join(path, 'package.json'))) started.add(path)
    }
    const size = [...sizes.values()].reduce((sum, each) => sum + each, 0) / 1e6
    note(`… ${Math.round((Date.now() - begin) / 1_000)} s, ${started.size} packages, ${Math.round(size)} MB`)
  }, 10_000)
}

const foldersIn = (folder) =>
  readdirSync(folder).flatMap((name) =>
    name.startsWith('.')
      ? []
      : name.startsWith('@')
        ? readdirSync(join(folder, name)).map((each) => join(folder, name, each))
        : [join(folder, name)],
  )

/** Bytes of the files in a folder. A symbolic link, which is a workspace, counts nothing. */
function sizeOf(path) {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found?.isFile() ? found.size : 0
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

/**
 * Deletes the C++ headers of the Node package, a third of its size: no package is compiled. Makes the link by which the
 * scripts of package.json find that Node: npm 10 leaves it out.
 */
function tidyNode() {
  const name = readdirSync(inRoot('node_modules')).find((each) => /^node-(linux|win)-/.test(each))
  if (!name) return
  rmSync(inRoot('node_modules', name, 'include'), { recursive: true, force: true })
  const link = inRoot('node_modules', '.bin', 'node')
  if (process.platform !== 'win32' && !existsSync(link)) symlinkSync(join('..', name, 'bin', 'node'), link)
  // npm reads its list of packages only if that is newer than their folders.
  const now = new Date()
  utimesSync(inRoot('node_modules', '.package-lock.json'), now, now)
}

/** Throws a sentence if the folder cannot be written to: npm would fail with a page of messages. */
function assertWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new Fault(
      `Packages cannot be written to ${folder} (${error.code}). Make this user the owner of the folder, then try again.`,
    )
  }
}

const mirror =
  'If your network blocks the registry, set a mirror (npm config set registry https://MIRROR/) or a proxy (npm config set https-proxy http://PROXY).'

/**
 * Returns a sentence if the npm registry does not answer within 5 seconds, undefined if it does. npm itself would retry
 * silently for minutes. Behind a proxy, npm has to find out.
 */
async function registryFault(npm) {
  const { registry = 'https://registry.npmjs.org/', proxy } = networkOf(npm)
  if (proxy) return undefined
  try {
    await fetch(new URL('-/ping', registry), { signal: AbortSignal.timeout(5_000) })
    return undefined
  } catch (error) {
    const reason =
      error.name === 'TimeoutError' ? 'no answer within 5 seconds' : (error.cause?.code ?? error.message)
    return `The npm registry ${new URL(registry).host} cannot be reached (${reason}).`
  }
}

/** Returns the registry and the proxy that npm is configured for; undefined stands for npm's default. */
function networkOf(npm) {
  const { env } = process
  const proxy = env.HTTPS_PROXY || env.https_proxy
  // npm hands its settings to the scripts that it runs, apart from default values.
  if (env.npm_config_user_agent)
    return { registry: env.npm_config_registry || undefined, proxy: proxy || env.npm_config_https_proxy }
  const args = [...npm.args, 'config', 'get', 'registry', 'https-proxy']
  const options = { cwd: root, encoding: 'utf8', stdio: 'pipe', shell: npm.shell }
  const lines = execFileSync(npm.file, args, options).trim().split('\n')
  const pairs = lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
  const settings = Object.fromEntries(pairs.filter(([, value]) => value && !/^(null|undefined)$/.test(value)))
  return { registry: settings.registry, proxy: proxy || settings['https-proxy'] }
}

/** The npm that runs this script, by the Node that runs that npm: ours is replaced while it installs. */
function npmCommand() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  if (cli && /npm-cli\.c?js$/.test(cli)) return { file: node ?? process.execPath, args: [cli], shell: false }
  return { file: 'npm', args: [], shell: process.platform === 'win32' }
}

/** The environment in which `node` is the Node found above. */
export function withNode(node, extra = {}) {
  const separator = process.platform === 'win32' ? ';' : ':'
  return { ...process.env, ...extra, PATH: `${dirname(node)}${separator}${process.env.PATH ?? ''}` }
}

/** SHA-256 over the names and contents of everything that the console is built from. */
export function consoleSources() {
  const hash = createHash('sha256')
  const add = (path) =>
    hash
      .update(`${path}\0`)
      .update(readFileSync(inRoot(path)))
      .update('\0')
  const walk = (folder) => {
    const entries = readdirSync(inRoot(folder), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) walk(path)
      else if (!/\.test\.tsx?$/.test(entry.name)) add(path)
    }
  }
  for (const folder of ['contract', 'web', 'scripts/vite', 'scripts/console']) walk(folder)
  for (const file of ['package-lock.json', 'vite.config.ts', 'scripts/build.ts']) add(file)
  return hash.digest('hex')
}

/** Where servers read the console. */
export const consoleFolder = inRoot('dist', 'web')
/** Where a build of the console goes, until it is complete and moved to consoleFolder. */
export const buildFolder = inRoot('dist', 'next')
const stamp = inRoot('dist', '.sources')

/** Records the sources of the console that was just built: consoleSources() when the build began. */
export const stampConsole = (sources) => writeFileSync(stamp, sources)

/** Forgets the sources before a build, which may end halfway. */
export const unstampConsole = () => rmSync(stamp, { force: true })

/** Builds the console into dist/ where its sources have changed since the last build, or always. */
export async function buildConsole(node, { always = false } = {}) {
  const built = inRoot('dist', 'web', 'index.html')
  const sources = consoleSources()
  if (!always && existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  note('Building the console …')
  const code = await run(node, [inRoot('scripts', 'build.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: withNode(node),
  })
  if (code !== 0) throw new Fault('The console could not be built. See the messages above.', code)
}
