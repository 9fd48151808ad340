// Finds the Node that runs the server. Plain JavaScript for Node 20, like prepare.js.
import { execFileSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Fault, note, root } from './run.js'

/** The release line of the packaged Node. Only a newer Node of the same line replaces it. */
const line = 24

/** Parses a version: v24.21.0 → [24, 21, 0]. Returns undefined for candidates and nightly builds. */
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
 * Chooses among Nodes of the form `{file, version}`: the newest Node 24, preferring the packaged one if they are equal;
 * otherwise the first Node of the machine that runs TypeScript; otherwise undefined.
 */
export function chooseNode(packaged, ofMachine) {
  const ofLine = [packaged, ...ofMachine].filter((node) => numbersOf(node?.version ?? '')?.[0] === line)
  return ofLine.length
    ? ofLine.reduce((best, node) => (isNewer(node.version, best.version) ? node : best))
    : ofMachine.find(({ version }) => runsTypeScript(version))
}

/** Returns what a program prints as its version, or undefined if it does not run. */
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

/** Returns the Node of the packages. A musl system cannot load it, because it is linked against glibc. */
function packagedNode() {
  const os = process.platform === 'win32' ? 'win' : process.platform
  const [file] = nodesIn([join(root, 'node_modules', `node-${os}-${process.arch}`, 'bin')])
  if (!file || existsSync('/etc/alpine-release')) return undefined
  const version = versionOf(file)
  return version && { file, version }
}

/** Returns the current Node and those in PATH, without the packaged one, which npm puts first in PATH. */
function nodesOfMachine(env, packaged) {
  const files = [process.execPath, ...nodesIn((env.PATH ?? '').split(delimiter).filter(Boolean))]
  const own = packaged && realpathSync(packaged.file)
  return [...new Set(files.map((file) => realpathSync(file)))].flatMap((file) => {
    const version = file === own ? undefined : versionOf(file)
    return version ? [{ file, version }] : []
  })
}

/** Whether the machine has a released Node 24 or newer, so that none has to be installed. */
export function hasNode24(env = process.env) {
  if (env.REEVE_NODE) return true
  return nodesOfMachine(env, packagedNode()).some(({ version }) => (numbersOf(version)?.[0] ?? 0) >= line)
}

/** Returns the path of the Node that runs the server: REEVE_NODE, or the result of chooseNode(). */
export function findNode(env = process.env) {
  const { REEVE_NODE: configured } = env
  if (configured) {
    const version = versionOf(configured)
    if (version && runsTypeScript(version)) return configured
    const reason = version ? `is ${version}` : 'is not a Node that runs'
    throw new Fault(
      `REEVE_NODE is ${configured}, which ${reason}. Set it to the path of a Node 24, or remove it.`,
    )
  }
  const packaged = packagedNode()
  const chosen = chooseNode(packaged, nodesOfMachine(env, packaged))
  if (!chosen)
    throw new Fault(
      `The packages contain no Node for ${process.platform}-${process.arch}, and this one is ${process.versions.node}. ` +
        'Install Node 22.18 or newer and try again.',
    )
  if (packaged && chosen !== packaged)
    note(
      `Using ${chosen.file} (${chosen.version}), which is newer than the packaged Node ${packaged.version}.`,
    )
  return chosen.file
}
