import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface Child {
  process: ChildProcess
  /** Returns the next line of standard output. Rejects with standard error if the process ends. */
  line(): Promise<string>
  /** Resolves to the exit code, or to null after a signal. */
  exited: Promise<number | null>
}

/** Runs the text of an ES module in a Node process. Its arguments are process.argv.slice(1). */
export function startChild(module: string, args: string[] = []): Child {
  // --liftoff-only: see vitest.config.ts.
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
