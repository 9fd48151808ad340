import type { Progress } from './progress.ts'

/** Runs one subcommand of `reeve`. The subcommands are described in commands.ts. */
export type Run = (call: Call) => Promise<Outcome>

export interface Call {
  positionals: string[]
  options: Record<string, string | boolean | undefined>
  env: Record<string, string | undefined>
  progress: Progress
  /** Reads all of standard input. */
  input(): Promise<string>
}

/** Result of a command. `lines` are printed for people, and `data` for programs (--json). */
export interface Outcome {
  lines: string[]
  data: Record<string, unknown>
  /** Whether the command found a problem that requires action. The exit code is then 1. */
  failed?: boolean
}

/** Thrown if the arguments are wrong. The exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
