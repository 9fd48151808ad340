// What has to be there before the server can run. Plain JavaScript for Node 20: this runs before anything is installed.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Fault, note, root, run } from './run.js'

const inRoot = (...parts) => join(root, ...parts)

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * True where node_modules holds what package-lock.json names. npm writes the second list at the end of an installation,
 * so one that was interrupted is noticed too. Optional packages may be absent: they belong to other platforms.
 */
function isInstalled() {
  const wanted = readJson(inRoot('package-lock.json'))?.packages
  const present = readJson(inRoot('node_modules', '.package-lock.json'))?.packages
  if (!wanted)
    throw new Fault('package-lock.json is missing or unreadable: restore it, for example with git.')
  if (!present) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const found = present[path]
    if (!found) return entry.optional === true
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

/** Installs from the lock file where that is needed. */
export async function install() {
  if (isInstalled()) return
  assertWritable(inRoot('node_modules'))
  const npm = npmCommand()
  const fault = await registryFault(npm)
  // Development packages too, whatever NODE_ENV says: the console is built with them.
  const options = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional']
  // Without a registry only npm's cache is left, which is found out in seconds.
  const network = fault ? ['--offline'] : ['--fetch-retries=1', '--fetch-timeout=30000']
  if (fault) note(`${fault} Trying npm's cache …`)
  note('Installing packages from the lock file: about 1 GB and two minutes, the first time only …')
  const begin = Date.now()
  const progress = setInterval(() => note(`… ${Math.round((Date.now() - begin) / 1_000)} s`), 10_000)
  const code = await run(npm.file, [...npm.args, ...options, ...network], {
    stdio: ['ignore', 'ignore', fault ? 'ignore' : 'inherit'],
    shell: npm.shell,
  }).finally(() => clearInterval(progress))
  const cause = fault ? "npm's cache does not hold all packages." : 'npm ci failed: see its messages above.'
  if (code !== 0) throw new Fault(`${cause} ${mirror}`, code)
}

/** Throws a sentence if the folder cannot be written to: npm would fail with a page of messages. */
function assertWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new Fault(
      `Packages cannot be written to ${folder} (${error.code}). Make it a folder that this user owns, then try again.`,
    )
  }
}

const mirror =
  'If your network blocks the registry, set a mirror (npm config set registry https://MIRROR/) or a proxy (npm config set https-proxy http://PROXY).'

/**
 * Returns a sentence if the npm registry does not answer within 5 seconds, undefined if it does. npm itself would retry
 * silently for minutes. A proxy that npm is configured for is not asked: then npm has to find out.
 */
async function registryFault(npm) {
  const { HTTPS_PROXY, https_proxy: small } = process.env
  const { registry, 'https-proxy': proxy } = settingsOf(npm, ['registry', 'https-proxy'])
  if (HTTPS_PROXY || small || proxy) return undefined
  try {
    await fetch(new URL('-/ping', registry), { signal: AbortSignal.timeout(5_000) })
    return undefined
  } catch (error) {
    const reason =
      error.name === 'TimeoutError' ? 'no answer within 5 seconds' : (error.cause?.code ?? error.message)
    return `The npm registry ${new URL(registry).host} cannot be reached (${reason}).`
  }
}

/** Returns settings of npm by name; those without a value are absent. */
function settingsOf(npm, names) {
  const args = [...npm.args, 'config', 'get', ...names]
  const options = { cwd: root, encoding: 'utf8', stdio: 'pipe', timeout: 10_000, shell: npm.shell }
  const lines = execFileSync(npm.file, args, options).trim().split('\n')
  const pairs = lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
  return Object.fromEntries(pairs.filter(([, value]) => value && value !== 'null' && value !== 'undefined'))
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
  for (const folder of ['contract', 'web', 'scripts/vite']) walk(folder)
  for (const file of ['package-lock.json', 'vite.config.ts']) add(file)
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
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js')
  const code = await run(node, [vite, 'build', '--logLevel', 'error'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: withNode(node, { NODE_ENV: 'production' }),
  })
  if (code !== 0) throw new Fault('The console could not be built: see the messages above.', code)
}
