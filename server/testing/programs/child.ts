import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface Child {
  process: ChildProcess
  /** The next line that it prints; rejects with what it wrote to stderr where it ends instead. */
  line(): Promise<string>
  /** Resolves with its exit code, or null where a signal ended it. */
  exited: Promise<number | null>
}

/** Runs an ES module's text in a Node process of its own. Its arguments are process.argv.slice(1). */
export function startChild(module: string, args: string[] = []): Child {
  // As in vitest.config.ts: the embedded database compiled for its start alone.
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
