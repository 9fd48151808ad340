import { parseArgs } from 'node:util'
import { ConfigError } from '../server/config.ts'
import { hidePasswords } from '../server/http/log.ts'
import { programVersion } from '../server/version.ts'
import { admin } from './admin.ts'
import { audit } from './audit.ts'
import { backup } from './backup.ts'
import { check } from './check.ts'
import { type Command, UsageError } from './command.ts'
import { helpOf, overview } from './help.ts'
import { migrate } from './migrate.ts'
import { move } from './move.ts'
import { createProgress } from './progress.ts'
import { restore } from './restore.ts'
import { rotateKeys } from './rotate-keys.ts'
import { start } from './start.ts'

const commands: Record<string, Command> = {
  start,
  check,
  migrate,
  backup,
  restore,
  move,
  admin,
  'rotate-keys': rotateKeys,
  audit,
}

interface Surroundings {
  env: Record<string, string | undefined>
  /** Standard output: what was asked for. */
  print(text: string): void
  /** Standard error: progress, and why it failed. */
  note(text: string): void
  watched: boolean
}

const common = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } } as const

/** Runs `reeve ARGS`; answers its exit code: 0 done; 1 failed; 2 not asked or configured as it has to be. */
export async function reeve(args: string[], { env, print, note, watched }: Surroundings): Promise<number> {
  const [name = '--help', ...rest] = args
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (name === '--version') {
    print(`${programVersion()}\n`)
    return 0
  }
  if (name === '--help' || name === '-h') {
    print(overview(commands))
    return 0
  }
  const json = args.includes('--json')
  const progress = createProgress(note, watched)
  try {
    if (!command) throw new UsageError(`There is no command ${name}: see reeve --help.`)
    const { help, options, words } = read(name, command, rest)
    if (help) {
      print(helpOf(name, command))
      return 0
    }
    const { lines, data, failed = false } = await command.run({ words, options, env, progress })
    progress.end()
    if (json) print(`${JSON.stringify({ ok: !failed, ...data })}\n`)
    else for (const line of lines) print(`${line}\n`)
    return failed ? 1 : 0
  } catch (error) {
    progress.end()
    const message = hidePasswords((error as Error).message)
    if (json) print(`${JSON.stringify({ ok: false, error: message })}\n`)
    else note(`${message}\n`)
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1
  } finally {
    progress.end()
  }
}

function read(name: string, { options = {}, words = 0 }: Command, args: string[]) {
  const own = Object.fromEntries(Object.entries(options).map(([option, { type }]) => [option, { type }]))
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...own, ...common },
      allowPositionals: true,
    })
    const { help, json: _, ...given } = values
    if (!help && positionals.length !== words) throw new Error('')
    return { help, options: given as Record<string, string | boolean | undefined>, words: positionals }
  } catch (error) {
    // parseArgs goes on about how to pass what begins with a hyphen.
    const [cause = ''] = (error as Error).message.split('. To specify')
    throw new UsageError(`${cause && `${cause}. `}${usageOf(name)}`)
  }
}

const usageOf = (name: string) =>
  `${helpOf(name, commands[name]!).split('\n', 1)[0]}; see reeve ${name} --help.`
