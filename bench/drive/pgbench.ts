import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Statement } from './wire.ts'

const run = promisify(execFile)
/** Milliseconds after which it is ended. */
const patience = 120_000

/** Whether the machine has pgbench, which comes with PostgreSQL's client programs; PGBENCH may name one. */
export const program = process.env.PGBENCH ?? 'pgbench'
export const hasPgbench = (): Promise<boolean> =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  )

/** How often per second `clients` clients of pgbench run the statements of one call, each so many times. */
export async function pgbench(
  url: string,
  statements: readonly Statement[],
  { clients, times }: { clients: number; times: number },
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-pgbench-'))
  const file = join(folder, 'call.sql')
  const { script, variables } = scriptOf(statements)
  writeFileSync(file, script)
  try {
    const { stdout } = await run(
      program,
      [
        ...['--no-vacuum', '--protocol=prepared', `--client=${clients}`, `--transactions=${times}`],
        ...[...variables].map(([name, value]) => `--define=${name}=${value}`),
        ...[`--file=${file}`, url],
      ],
      { timeout: patience, env: { PATH: process.env.PATH, PGOPTIONS: '-c statement_timeout=60000' } },
    )
    return Number(/^tps = ([\d.]+) \(without/m.exec(stdout)?.[1])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Statements as pgbench reads them: their parameters are its variables, NULL stands in the text. */
export function scriptOf(statements: readonly Statement[]): {
  script: string
  variables: Map<string, string>
} {
  const variables = new Map<string, string>()
  const lines = statements.map(({ text, params }, index) => {
    const said = text.replace(/\$(\d+)/g, (_, number: string) => {
      const value = params[Number(number) - 1] ?? null
      if (value === null) return 'null'
      const name = `s${index}_${number}`
      variables.set(name, value)
      return `:${name}`
    })
    return `${said.trim().replace(/;$/, '')};\n`
  })
  return { script: lines.join(''), variables }
}
