import { last } from '../../../contract/required.ts'
import { baseVersion, programVersion } from '../../version.ts'
import { readMigrations } from '../migrations.ts'
import type { Greeting } from './frames.ts'

export function greeting(): Greeting {
  const { version, name } = last(readMigrations(), 'readMigrations')
  return { version: programVersion(), schema: `${version} (${name})` }
}

/**
 * Returns the reason why a command must not use the server's database, or undefined if the two programs have
 * the same version and the same newest migration.
 */
export function differs(server: Partial<Greeting> | undefined, command: Greeting): string | undefined {
  const { version = 'of another version', schema = 'unknown' } = server ?? {}
  if (version.split('+', 1)[0] !== baseVersion)
    return `The running server is ${version} and this command is ${command.version}. Restart the server first.`
  if (schema !== command.schema)
    return (
      `The last migration of the running server is ${schema}, and this command has ${command.schema}. ` +
      'Restart the server first.'
    )
  return undefined
}
