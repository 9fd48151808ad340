import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface Child {
  process: ChildProcess
  /**
   * Returns the next line of standard output. If the process exits, the promise is rejected with the content
   * of standard error.
   */
  line(): Promise<string>
  /** Resolves to the exit code, or to null if a signal ended the process. */
  exited: Promise<number | null>
}

/**
 * Runs the source text of an ES module in a Node.js process. The module reads `args` from
 * process.argv.slice(1).
 */
export function startChild(module: string, args: string[] = []): Child {
  // See vitest.config.ts for the reason for --liftoff-only.
  const node = ['--liftoff-only', '--input-type=module-typescript', '--eval', module, '--']
  const child = spawn(process.execPath, [...node, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    process: child,
    exited: new Promise((resolve) => child.once('close', resolve)),
    async line() {
      const { value, done } = await lines.next()
      if (done) throw new Error(`The process ended: ${errors}`)
      return value
    },
  }
}
