import type { Command } from './commands.ts'

const columns = (rows: [string, string][]): string => {
  const width = Math.max(...rows.map(([first]) => first.length))
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}\n`).join('')
}

const usage = (name: string, { usage }: Command) => `reeve ${name}${usage ? ` ${usage}` : ''}`

const common: [string, string][] = [
  ['--env-file FILE', 'read settings from NAME=value lines; variables of the environment take precedence'],
  ['--json', 'print one JSON object instead of text'],
  ['--help', 'show this help'],
]

export const overview = (
  commands: Record<string, Command>,
): string => `Usage: reeve COMMAND [--env-file FILE] [--json] [--help]

${columns(Object.entries(commands).map(([name, command]) => [usage(name, command).slice(6), command.summary]))}
  reeve COMMAND --help describes one command; reeve --version prints the version.

Settings are environment variables, the same for every command as for the server: REEVE_DATABASE_URL or REEVE_DATA_DIR
names the database (docs/configuration.md lists all settings). --env-file reads them from a file, for example /etc/reeve/reeve.env.
--json prints one JSON object instead of text: {"ok": true, …}, or {"ok": false, "error": "…"}.
Exit codes: 0 success; 1 failure or action needed; 2 usage or configuration error.
Commands that take longer than a second report progress on standard error.
`

export function helpOf(name: string, command: Command): string {
  const options: [string, string][] = Object.entries(command.options ?? {}).map(
    ([option, { usage, summary }]) => [`--${option}${usage ? ` ${usage}` : ''}`, summary],
  )
  return `${usageLine(name, command)}\n\n${command.help.trim()}\n\n${columns([...options, ...common])}`
}

export const usageLine = (name: string, command: Command): string =>
  `Usage: ${usage(name, command)}${command.options ? ' [OPTIONS]' : ''}`
