// Which Node runs the server. Plain JavaScript for Node 20: see prepare.js.
import { execFileSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Fault, note, root } from './run.js'

/** The line of Node that the packages bring: a newer one of the same line replaces it, another line does not. */
const line = 24

/** v24.21.0 → [24, 21, 0]; undefined for what was never released: a candidate, a nightly build. */
function numbersOf(version) {
  const [, ...numbers] = /^v?(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? []
  return numbers.length ? numbers.map(Number) : undefined
}

function isNewer(version, than) {
  const [one, other] = [numbersOf(version), numbersOf(than)]
  const at = one.findIndex((number, index) => number !== other[index])
  return at >= 0 && one[at] > other[at]
}

const runsTypeScript = (version) => {
  const [major = 0, minor = 0] = numbersOf(version) ?? []
  return major > 22 || (major === 22 && minor >= 18)
}

/**
 * Of `{file, version}`: the newest Node 24 of the packages' own and the machine's, else the first of the machine's that
 * runs TypeScript as it is; undefined where there is none. Of equals the packages' own.
 */
export function chooseNode(packaged, ofMachine) {
  const ofLine = [packaged, ...ofMachine].filter((node) => numbersOf(node?.version ?? '')?.[0] === line)
  return ofLine.length
    ? ofLine.reduce((best, node) => (isNewer(node.version, best.version) ? node : best))
    : ofMachine.find(({ version }) => runsTypeScript(version))
}

/** What a Node says of itself; undefined for what is none, or does not answer. */
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

/** The one among the packages. A musl system cannot load it: it is linked against glibc. */
function packagedNode() {
  const os = process.platform === 'win32' ? 'win' : process.platform
  const [file] = nodesIn([join(root, 'node_modules', `node-${os}-${process.arch}`, 'bin')])
  if (!file || existsSync('/etc/alpine-release')) return undefined
  const version = versionOf(file)
  return version && { file, version }
}

/** The Nodes of this machine: the one that runs this, and those in PATH. npm puts the packages' own first in PATH. */
function nodesOfMachine(env, packaged) {
  const files = [process.execPath, ...nodesIn((env.PATH ?? '').split(delimiter).filter(Boolean))]
  const own = packaged && realpathSync(packaged.file)
  return [...new Set(files.map((file) => realpathSync(file)))].flatMap((file) => {
    const version = file === own ? undefined : versionOf(file)
    return version ? [{ file, version }] : []
  })
}

/** Whether the machine has a released Node of our line or a newer one, so that none has to be installed. */
export function hasNode24(env = process.env) {
  if (env.REEVE_NODE) return true
  return nodesOfMachine(env, packagedNode()).some(({ version }) => (numbersOf(version)?.[0] ?? 0) >= line)
}

/** Path of the Node that runs the server: the one that REEVE_NODE names, else the one that chooseNode() takes. */
export function findNode(env = process.env) {
  if (env.REEVE_NODE) {
    const version = versionOf(env.REEVE_NODE)
    if (version && runsTypeScript(version)) return env.REEVE_NODE
    throw new Fault(
      `REEVE_NODE is ${env.REEVE_NODE}, which ${version ? `is ${version}` : 'is no Node that runs'}: name the file of a Node 24, or leave it out.`,
    )
  }
  const packaged = packagedNode()
  const chosen = chooseNode(packaged, nodesOfMachine(env, packaged))
  if (!chosen)
    throw new Fault(
      `No Node for ${process.platform}-${process.arch} comes with the packages, and this one is ${process.versions.node}: ` +
        'install Node 22.18 or newer and try again.',
    )
  if (packaged && chosen !== packaged)
    note(
      `Running on ${chosen.file} (${chosen.version}), newer than the Node of the packages (${packaged.version}).`,
    )
  return chosen.file
}
