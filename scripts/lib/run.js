// Runs child processes that exit when their parent exits.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

export const note = (text) => process.stderr.write(`${text}\n`)

/** An error that the user can correct. It is printed without a stack trace. */
export class Fault extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
// Exit codes of processes that were terminated by a signal: 128 plus the signal number, as in a shell.
const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 }

/**
 * Node.js arguments for a child that must not outlive this process. The child's file descriptor 3 must be a
 * pipe.
 */
export const lifeline = ['--import', new URL('./lifeline.js', import.meta.url).href]
const tiedStdio = ['inherit', 'inherit', 'inherit', 'pipe']

/** Runs Node.js like run(). The child also exits if this process is killed. */
export const runTied = (node, args, options = {}) => runAllTied(node, [{ args, ...options }])

/** Runs several programs in parallel like runTied(). */
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
 * Runs a program in this terminal and returns its exit code. Signals are forwarded, so stopping the parent
 * stops the child. The child stays in the same process group, so signals to the group reach it too.
 */
export function run(file, args, options = {}) {
  return runAll([{ file, args, ...options }])
}

/**
 * Runs several programs in parallel. When one exits, stops the others. Returns the exit code of the program
 * that exited first.
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
 * Calls `react` when the parent process has exited. npm runs scripts in a shell that does not forward
 * signals. A signal therefore ends only the shell, and this process gets another parent.
 */
function whenOrphaned(react) {
  const parent = process.ppid
  return setInterval(() => process.ppid !== parent && react(), 500)
}

/** Oldest major version of Node.js that can run the scripts in package.json. */
const oldestNode = 20

/**
 * Runs the body of a script and uses its result as the exit code. If the body throws a Fault, prints only the
 * Fault's message.
 */
export async function main(body) {
  try {
    const { node } = process.versions
    if (Number.parseInt(node, 10) < oldestNode)
      throw new Fault(
        `Node.js ${oldestNode} or newer is required, but this is Node.js ${node}. Install a newer version.`,
      )
    process.exitCode = await body()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    // No message is needed if a signal ended the program.
    if (error.exitCode < 128) note(error.message)
    process.exitCode = error.exitCode
  }
}
