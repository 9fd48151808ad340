// Child processes that end with their parent.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

export const note = (text) => process.stderr.write(`${text}\n`)

/** A fault that its reader can act on: shown as it is, without a stack. */
export class Fault extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
// 128 + the signal's number, as a shell reports it.
const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 }

/** Node's arguments, and what its stdio has to be, for a process that must not outlive this one. */
export const lifeline = ['--import', new URL('./lifeline.js', import.meta.url).href]
const tiedStdio = ['inherit', 'inherit', 'inherit', 'pipe']

/** Runs Node in this terminal until it ends, as run() does; it also ends when this process is killed. */
export const runTied = (node, args, options = {}) => runAllTied(node, [{ args, ...options }])

/** The same for several, as runAll() runs them. */
export const runAllTied = (node, programs) =>
  runAll(
    programs.map(({ args, ...rest }) => ({
      ...rest,
      file: node,
      args: [...lifeline, ...args],
      stdio: tiedStdio,
    })),
  )

/**
 * Runs a program in this terminal until it ends; resolves to its exit code. A signal that reaches this process is passed
 * on, so that ending the parent alone ends the child; it stays in this process group, so that ending the group does too.
 */
export function run(file, args, options = {}) {
  return runAll([{ file, args, ...options }])
}

/** Runs several programs side by side: when one ends the others are asked to. Resolves to the first one's exit code. */
export function runAll(programs) {
  return new Promise((resolve, reject) => {
    let code
    const children = programs.map(
      ({ file, args, env = process.env, stdio = 'inherit', shell = false, cwd = root }) =>
        spawn(file, args, { cwd, env, stdio, shell }),
    )
    const running = new Set(children)
    const passOn = (signal) => {
      for (const child of running) child.kill(signal)
    }
    for (const signal of signals) process.on(signal, passOn)
    const orphaned = whenOrphaned(() => passOn('SIGTERM'))
    const ended = (child, exitCode) => {
      running.delete(child)
      code ??= exitCode
      if (running.size) return passOn('SIGTERM')
      for (const signal of signals) process.off(signal, passOn)
      clearInterval(orphaned)
      resolve(code)
    }
    for (const [index, child] of children.entries()) {
      child.on('exit', (status, signal) => ended(child, status ?? signalCodes[signal] ?? 1))
      child.on('error', (error) =>
        reject(new Fault(`${programs[index].file} could not be started: ${error.message}`)),
      )
    }
  })
}

/** npm runs scripts through a shell that does not pass signals on: ended by one, it leaves us behind with another parent. */
function whenOrphaned(react) {
  const parent = process.ppid
  return setInterval(() => process.ppid !== parent && react(), 500)
}

/** The oldest Node.js that the scripts of package.json run on. */
const oldestNode = 20

/** Runs a script's body: a fault is one line on standard error and exit code 1. */
export async function main(body) {
  try {
    const { node } = process.versions
    if (Number.parseInt(node, 10) < oldestNode)
      throw new Fault(`Node.js ${oldestNode} or newer is required, and this is ${node}. Install a newer one.`)
    process.exitCode = await body()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    // Ended by a signal: its sender knows.
    if (error.exitCode < 128) note(error.message)
    process.exitCode = error.exitCode
  }
}
