// Installs the packages and builds the console, so that the server can run. Written in plain JavaScript for
// Node.js 20, because it runs before anything is installed.
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

/**
 * For each kind of command: the required workspaces, and the disk space in MB for the packages and npm's
 * cache.
 */
const kinds = {
  start: () => ({ workspaces: ['web'], size: 600 }),
  example: (name) => ({ workspaces: ['web', `examples/${name}`], size: 600 }),
  test: () => ({ workspaces: development(), size: 1_000 }),
  generate: () => ({ workspaces: [...development(), 'scripts'], size: 1_100 }),
}

const lockFile = inRoot('package-lock.json')
/** Records the lock file and workspaces of the last installation, because npm does not record them. */
const record = inRoot('node_modules', '.installed.json')

/**
 * Whether npm has installed every package in the lock file. Optional packages can be missing, because they
 * may be for other platforms.
 */
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
 * Installs the packages of the lock file that a kind of command needs, if they are missing. `kind` is start,
 * example, test or generate. `name` is the folder of an example.
 */
export async function install(kind, name) {
  const text = existsSync(lockFile) ? readFileSync(lockFile, 'utf8') : ''
  const locked = parseJson(text)?.packages
  if (!locked)
    throw new Fault('package-lock.json is missing or unreadable. Restore it, for example with git.')
  if (!Object.hasOwn(kinds, kind))
    throw new Fault(`Unknown kind of command: ${kind}. Use one of ${Object.keys(kinds).join(', ')}.`)
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

/**
 * Runs npm ci for the first installation. Later installations use npm install, which only adds packages, so
 * that a running server does not lose its files.
 */
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
  // Development dependencies are omitted only if all workspaces are those of npm start. Both options override
  // NODE_ENV.
  const omit = workspaces.every((name) => /^(web|scripts\/node)$/.test(name)) ? '--omit=dev' : '--include=dev'
  // If the registry is unreachable, npm's cache may still contain all packages. With --offline, npm fails
  // within seconds if a package is missing from the cache.
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
  const cause = fault ? "npm's cache does not contain all packages." : 'npm failed. See its messages above.'
  if (code !== 0) throw new Fault(`${cause} ${mirror}`, code)
  tidyNode()
}

/** Prints the elapsed time and the size of the installed packages every 10 seconds. */
function showProgress(folder) {
  const begin = Date.now()
  const started = new Set()
  const sizes = new Map()
  return setInterval(() => {
    // Measures each package only once, 10 seconds after it was found. By then, npm has written its files.
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

/**
 * Returns the size of the files in a folder in bytes. Symbolic links, such as those to workspaces, do not
 * count.
 */
function sizeOf(path) {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found?.isFile() ? found.size : 0
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

/**
 * Deletes the C++ headers in the packaged Node.js. They are a third of its size and not needed, because no
 * package is compiled. Also creates the link through which npm scripts find this Node.js, because npm 10 does
 * not create it.
 */
function tidyNode() {
  const name = readdirSync(inRoot('node_modules')).find((each) => /^node-(linux|win)-/.test(each))
  if (!name) return
  rmSync(inRoot('node_modules', name, 'include'), { recursive: true, force: true })
  const link = inRoot('node_modules', '.bin', 'node')
  if (process.platform !== 'win32' && !existsSync(link)) symlinkSync(join('..', name, 'bin', 'node'), link)
  // npm ignores its list of installed packages if the list is older than the package folders.
  const now = new Date()
  utimesSync(inRoot('node_modules', '.package-lock.json'), now, now)
}

/**
 * Throws a Fault with a short message if the folder is not writable, because npm's own error output is long.
 */
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
 * Returns an error message if the npm registry does not respond within 5 seconds, otherwise undefined. npm
 * itself would retry for minutes without output. Does not check the registry if a proxy is configured.
 */
async function registryFault(npm) {
  const { registry = 'https://registry.npmjs.org/', proxy } = networkOf(npm)
  if (proxy) return undefined
  try {
    await fetch(new URL('-/ping', registry), { signal: AbortSignal.timeout(5_000) })
    return undefined
  } catch (error) {
    const reason =
      error.name === 'TimeoutError' ? 'no response within 5 seconds' : (error.cause?.code ?? error.message)
    return `The npm registry ${new URL(registry).host} cannot be reached (${reason}).`
  }
}

/** Returns the registry and the proxy from npm's configuration. undefined means npm's default. */
function networkOf(npm) {
  const { env } = process
  const proxy = env.HTTPS_PROXY || env.https_proxy
  // npm passes its settings to scripts in environment variables, but omits settings with default values.
  if (env.npm_config_user_agent)
    return { registry: env.npm_config_registry || undefined, proxy: proxy || env.npm_config_https_proxy }
  const args = [...npm.args, 'config', 'get', 'registry', 'https-proxy']
  const options = { cwd: root, encoding: 'utf8', stdio: 'pipe', shell: npm.shell }
  const lines = execFileSync(npm.file, args, options).trim().split('\n')
  const pairs = lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
  const settings = Object.fromEntries(pairs.filter(([, value]) => value && !/^(null|undefined)$/.test(value)))
  return { registry: settings.registry, proxy: proxy || settings['https-proxy'] }
}

/**
 * Returns the command that runs npm: the same npm and Node.js that started this script. The packaged Node.js
 * cannot run npm, because the installation replaces that Node.js.
 */
function npmCommand() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  if (cli && /npm-cli\.c?js$/.test(cli)) return { file: node ?? process.execPath, args: [cli], shell: false }
  return { file: 'npm', args: [], shell: process.platform === 'win32' }
}

/** Returns environment variables in which the command `node` runs the given Node.js. */
export function withNode(node, extra = {}) {
  const separator = process.platform === 'win32' ? ';' : ':'
  return { ...process.env, ...extra, PATH: `${dirname(node)}${separator}${process.env.PATH ?? ''}` }
}

/** Returns a SHA-256 hash of the names and contents of all files from which the console is built. */
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

/** The folder from which servers serve the console. */
export const consoleFolder = inRoot('dist', 'web')
/** The folder to which the console is built before it is moved to consoleFolder. */
export const buildFolder = inRoot('dist', 'next')
const stamp = inRoot('dist', '.sources')

/**
 * Records the sources from which the console was built. `sources` is the result of consoleSources() at the
 * beginning of the build.
 */
export const stampConsole = (sources) => writeFileSync(stamp, sources)

/**
 * Deletes the record of the built sources, so that the console is built again if this build is interrupted.
 */
export const unstampConsole = () => rmSync(stamp, { force: true })

/**
 * Builds the console into dist/ if its sources have changed since the last build, or in any case with
 * `always`.
 */
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
