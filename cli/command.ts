import type { Progress } from './progress.ts'

/** One subcommand of `reeve`: a file each, listed in main.ts. */
export interface Command {
  /** What follows its name, as in `reeve NAME TAKES`. */
  takes?: string
  /** How many words those are, beside options; none unless told. */
  words?: number
  /** One line of `reeve --help`. */
  says: string
  /** What `reeve NAME --help` says below the usage. */
  help: string
  options?: Record<string, Option>
  run(call: Call): Promise<Outcome>
}

export interface Option {
  type: 'boolean' | 'string'
  /** Its value in the help: `URL`. */
  takes?: string
  says: string
}

export interface Call {
  words: string[]
  options: Record<string, string | boolean | undefined>
  env: Record<string, string | undefined>
  progress: Progress
}

/** What a command has done: lines for a person, data for a program (--json). */
export interface Outcome {
  lines: string[]
  data: Record<string, unknown>
  /** It has run, and something has to be seen to: exit code 1. */
  failed?: boolean
}

/** The command was not written as it has to be: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
