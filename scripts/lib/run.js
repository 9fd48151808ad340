// Runs child processes that end with their parent.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

export const note = (text) => process.stderr.write(`${text}\n`)

/** An error that the user can correct. It is shown without a stack. */
export class Fault extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
// 128 plus the number of the signal, as in a shell.
const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 }

/** Arguments of Node for a child that must not outlive this process. Its file descriptor 3 must be a pipe. */
export const lifeline = ['--import', new URL('./lifeline.js', import.meta.url).href]
const tiedStdio = ['inherit', 'inherit', 'inherit', 'pipe']

/** Runs Node like run(), and also ends it when this process is killed. */
export const runTied = (node, args, options = {}) => runAllTied(node, [{ args, ...options }])

/** Runs several programs like runTied(). */
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
 * Runs a program in this terminal and returns its exit code. Signals are forwarded, so that ending the parent
 * ends the child. The child stays in this process group, so that ending the group ends it too.
 */
export function run(file, args, options = {}) {
  return runAll([{ file, args, ...options }])
}

/**
 * Runs several programs at the same time. When one ends, the others are ended. Returns the exit code of the
 * first.
 */
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

/**
 * Calls back when the parent process has ended. npm runs scripts in a shell that does not forward signals, so
 * a signal to it leaves this process with another parent.
 */
function whenOrphaned(react) {
  const parent = process.ppid
  return setInterval(() => process.ppid !== parent && react(), 500)
}

/** The oldest Node.js that the scripts of package.json run on. */
const oldestNode = 20

/** Runs the body of a script. A Fault is printed as one line and sets the exit code. */
export async function main(body) {
  try {
    const { node } = process.versions
    if (Number.parseInt(node, 10) < oldestNode)
      throw new Fault(`Node.js ${oldestNode} or newer is required, and this is ${node}. Install a newer one.`)
    process.exitCode = await body()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    // The sender of a signal needs no message.
    if (error.exitCode < 128) note(error.message)
    process.exitCode = error.exitCode
  }
}
