import { readFileSync } from 'node:fs'
import { parseArgs, parseEnv } from 'node:util'
import { required } from '../contract/required.ts'
import { hidePasswords } from '../server/core/process/passwords.ts'
import { programVersion } from '../server/version.ts'
import { type Outcome, UsageError } from './command.ts'
import { type Command, commands } from './commands.ts'
import { helpOf, overview, usageLine } from './help.ts'
import { createProgress } from './progress.ts'

interface ProcessIo {
  /** Environment variables of the process. The variables from --env-file are added to them. */
  env: Record<string, string | undefined>
  /** Writes the result to standard output. */
  print(text: string): void
  /** Writes progress and errors to standard error. */
  note(text: string): void
  /** Reads all of standard input. */
  input(): Promise<string>
  /** Whether standard error is a terminal. */
  watched: boolean
}

const common = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  'env-file': { type: 'string' },
} as const

/**
 * Runs `reeve ARGS` and returns its exit code: 0 for success, 1 for a failure, 2 for wrong arguments or
 * settings.
 */
export async function reeve(args: string[], surroundings: ProcessIo): Promise<number> {
  const { print, note, watched } = surroundings
  const json = args.includes('--json')
  const progress = createProgress(note, watched)
  try {
    const { name, rest } = split(args)
    if (name === 'help') {
      print(helpFor(rest.find((word) => !word.startsWith('-'))))
      return 0
    }
    const { lines, data, failed = false } = await runNamed(name, rest, { ...surroundings, progress })
    progress.end()
    if (json) print(`${JSON.stringify({ ok: !failed, ...data })}\n`)
    else for (const line of lines) print(`${line}\n`)
    return failed ? 1 : 0
  } catch (error) {
    progress.end()
    const { operatorText } = await import('../server/core/errors.ts')
    const message = hidePasswords(operatorText(error as Error))
    if (json) print(`${JSON.stringify({ ok: false, error: message })}\n`)
    else note(`${message}\n`)
    return ['UsageError', 'ConfigError'].includes((error as Error).name) ? 2 : 1
  } finally {
    progress.end()
  }
}

/** Separates the name of the command from its options. Common options may come before the name. */
function split(args: string[]): { name: string; rest: string[] } {
  let at = 0
  while (args[at]?.startsWith('-')) at += args[at] === '--env-file' ? 2 : 1
  const before = args.slice(0, at)
  if (at < args.length)
    return { name: required(args[at], 'item of args'), rest: [...before, ...args.slice(at + 1)] }
  if (before.some((option) => ['--version', '-V'].includes(option))) return { name: 'version', rest: [] }
  const unknown = before.find((option) => !['--help', '-h', '--json'].includes(option))
  if (unknown) throw new UsageError(`Unknown option ${unknown}. See reeve --help.`)
  return { name: 'help', rest: [] }
}

async function runNamed(
  name: string,
  args: string[],
  { env, progress, input }: ProcessIo & { progress: ReturnType<typeof createProgress> },
): Promise<Outcome> {
  if (name === 'version') return version(args)
  const command = commandOf(name)
  const { help, file, options, positionals } = read(name, command, args)
  if (help) return { lines: [helpOf(name, command).trimEnd()], data: { help: helpOf(name, command) } }
  if (file !== undefined) Object.assign(env, { ...variablesOf(file), ...env })
  const run = await command.load()
  return run({ positionals, options, env, progress, input })
}

function commandOf(name: string): Command {
  if (Object.hasOwn(commands, name)) return required(commands[name], 'item of commands')
  throw new UsageError(`Unknown command ${name}. See reeve --help.`)
}

const helpFor = (name: string | undefined) => (name ? helpOf(name, commandOf(name)) : overview(commands))

async function version(args: string[]): Promise<Outcome> {
  const lines = [programVersion()]
  if (!args.includes('--json')) return { lines, data: {} }
  const { readMigrations } = await import('../server/db/migrations.ts')
  return { lines, data: { version: programVersion(), migration: readMigrations().length } }
}

function read(name: string, command: Command, args: string[]) {
  const { options = {}, positionals: expected = 0 } = command
  const own = Object.fromEntries(Object.entries(options).map(([option, { type }]) => [option, { type }]))
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...own, ...common },
      allowPositionals: true,
    })
    const { help, json: _, 'env-file': file, ...given } = values
    if (!help && positionals.length !== expected) throw new Error('')
    return {
      help,
      file,
      options: given as Record<string, string | boolean | undefined>,
      positionals,
    }
  } catch (error) {
    // Keep only the cause of the error. The rest of the message explains how to pass arguments that begin
    // with a hyphen.
    const [cause = ''] = (error as Error).message.split('. To specify')
    throw new UsageError(`${cause && `${cause}. `}${usageLine(name, command)}. See reeve ${name} --help.`)
  }
}

/** Reads NAME=value lines in the format that Node.js and systemd use for environment files. */
function variablesOf(file: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`--env-file ${file} cannot be read: ${(error as Error).message}`)
  }
}
