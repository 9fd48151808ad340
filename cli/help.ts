import type { Command } from './command.ts'

const columns = (rows: [string, string][]): string => {
  const width = Math.max(...rows.map(([first]) => first.length))
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}\n`).join('')
}

const usage = (name: string, { takes }: Command) => `reeve ${name}${takes ? ` ${takes}` : ''}`

export const overview = (commands: Record<string, Command>): string => `Usage: reeve COMMAND [--json] [--help]

${columns(Object.entries(commands).map(([name, command]) => [usage(name, command).slice(6), command.says]))}
  reeve COMMAND --help says more of one; reeve --version says which version this is.

Settings are environment variables, the same for every command as for the server: REEVE_DATABASE_URL or REEVE_DATA_DIR
say which database is meant (README.md has them all).
--json prints one JSON object in place of words: {"ok": true, …}, or {"ok": false, "error": "…"}.
Exit codes: 0 done; 1 failed, or something has to be seen to; 2 not asked as it has to be, or wrong settings.
What takes longer than a second says so on standard error.
`

export function helpOf(name: string, command: Command): string {
  const options: [string, string][] = Object.entries(command.options ?? {}).map(
    ([option, { takes, says }]) => [`--${option}${takes ? ` ${takes}` : ''}`, says],
  )
  options.push(['--json', 'one JSON object in place of words'], ['--help', 'this'])
  return `Usage: ${usage(name, command)}${command.options ? ' [OPTIONS]' : ''}\n\n${command.help.trim()}\n\n${columns(options)}`
}
