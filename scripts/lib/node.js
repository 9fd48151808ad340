// Finds the Node.js that runs the server. Written in plain JavaScript for Node.js 20, like prepare.js.
import { execFileSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Fault, note, root } from './run.js'

/**
 * Major version of the packaged Node.js. An installed Node.js is preferred only if it is a newer release of
 * this major version.
 */
const line = 24

/** Parses a version: v24.21.0 → [24, 21, 0]. Returns undefined for release candidates and nightly builds. */
function numbersOf(version) {
  const [, ...numbers] = /^v?(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? []
  return numbers.length ? numbers.map(Number) : undefined
}

function isNewer(version, than) {
  const [one, other] = [numbersOf(version), numbersOf(than)]
  const index = one.findIndex((number, index) => number !== other[index])
  return index >= 0 && one[index] > other[index]
}

const runsTypeScript = (version) => {
  const [major = 0, minor = 0] = numbersOf(version) ?? []
  return major > 22 || (major === 22 && minor >= 18)
}

/**
 * Chooses one of the Node.js installations, given as `{file, version}`. Returns the newest Node.js 24. If the
 * packaged one has the same version as the newest, returns the packaged one. Without a Node.js 24, returns
 * the machine's first installation that can run TypeScript, or undefined.
 */
export function chooseNode(packaged, ofMachine) {
  const ofLine = [packaged, ...ofMachine].filter((node) => numbersOf(node?.version ?? '')?.[0] === line)
  return ofLine.length
    ? ofLine.reduce((best, node) => (isNewer(node.version, best.version) ? node : best))
    : ofMachine.find(({ version }) => runsTypeScript(version))
}

/** Returns the version that a program prints, or undefined if it does not run. */
function versionOf(file) {
  try {
    return execFileSync(file, ['--version'], { encoding: 'utf8', timeout: 10_000, stdio: 'pipe' }).trim()
  } catch {
    return undefined
  }
}

const nodesIn = (folders) => {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  return folders.map((folder) => join(folder, name)).filter((file) => existsSync(file))
}

/**
 * Returns the packaged Node.js, or undefined if it is missing or cannot run. It is linked against glibc, so
 * it does not run on musl systems such as Alpine.
 */
function packagedNode() {
  const os = process.platform === 'win32' ? 'win' : process.platform
  const [file] = nodesIn([join(root, 'node_modules', `node-${os}-${process.arch}`, 'bin')])
  if (!file || existsSync('/etc/alpine-release')) return undefined
  const version = versionOf(file)
  return version && { file, version }
}

/**
 * Returns the Node.js that runs this script, and those in PATH. npm puts the packaged Node.js first in PATH,
 * so it is excluded.
 */
function nodesOfMachine(env, packaged) {
  const files = [process.execPath, ...nodesIn((env.PATH ?? '').split(delimiter).filter(Boolean))]
  const own = packaged && realpathSync(packaged.file)
  return [...new Set(files.map((file) => realpathSync(file)))].flatMap((file) => {
    const version = file === own ? undefined : versionOf(file)
    return version ? [{ file, version }] : []
  })
}

/**
 * Whether the machine has Node.js 24 or newer, so that the packaged Node.js does not have to be installed.
 */
export function hasNode24(env = process.env) {
  if (env.REEVE_NODE) return true
  return nodesOfMachine(env, packagedNode()).some(({ version }) => (numbersOf(version)?.[0] ?? 0) >= line)
}

/**
 * Returns the path of the Node.js that runs the server: REEVE_NODE if set, otherwise the result of
 * chooseNode(). Throws if no suitable Node.js is found.
 */
export function findNode(env = process.env) {
  const { REEVE_NODE: configured } = env
  if (configured) {
    const version = versionOf(configured)
    if (version && runsTypeScript(version)) return configured
    const reason = version ? `is ${version}` : 'is not a working Node.js binary'
    throw new Fault(
      `REEVE_NODE is ${configured}, which ${reason}. Set REEVE_NODE to the path of a Node.js 24 binary, or unset it.`,
    )
  }
  const packaged = packagedNode()
  const chosen = chooseNode(packaged, nodesOfMachine(env, packaged))
  if (!chosen)
    throw new Fault(
      `The npm packages contain no Node.js for ${process.platform}-${process.arch}, and the installed Node.js is ${process.versions.node}. ` +
        'Install Node.js 22.18 or newer and try again.',
    )
  if (packaged && chosen !== packaged)
    note(
      `Using ${chosen.file} (${chosen.version}), which is newer than the packaged Node.js ${packaged.version}.`,
    )
  return chosen.file
}
