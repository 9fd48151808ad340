import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { first } from '../contract/required.ts'
import { readConfig } from '../server/config.ts'
import { restorePostgres } from '../server/db/backup/postgres.ts'
import { restoreFolder } from '../server/db/backup/restore.ts'
import { type Run, UsageError } from './command.ts'
import { addressOf } from './database.ts'

export const restore: Run = async ({ positionals, options, env, progress }) => {
  const config = readConfig(env)
  const [url, { dataDir }] = [addressOf(config), config]
  const file = resolve(first(positionals, 'words'))
  const onProgress = (text: string) => progress.say(text)
  const replace = options.replace === true
  const kind = await kindOf(file)
  if (url) {
    if (kind !== 'postgres')
      throw new UsageError(
        `${file} is not a backup of PostgreSQL. To restore a backup of an embedded database into a folder, unset REEVE_DATABASE_URL.`,
      )
    await restorePostgres({ url, file, env, replace, onProgress })
    return { lines: [`Restored ${file}. Start the server.`], data: { file } }
  }
  if (kind !== 'embedded')
    throw new UsageError(
      `${file} is not a backup of an embedded database.${kind ? ' It is a backup of PostgreSQL: set REEVE_DATABASE_URL.' : ''}`,
    )
  const { files, madeBy } = await restoreFolder(file, dataDir, { replace, onProgress })
  return {
    lines: [
      `Restored ${file} into ${dataDir}: ${files} files from a backup by Reeve ${madeBy}. Start the server.`,
    ],
    data: { file, dataDir, files, madeBy },
  }
}

/**
 * Detects the type of a backup by its first bytes: gzip for an embedded database, or pg_dump's custom format
 * for PostgreSQL. Returns undefined for other files.
 */
async function kindOf(file: string): Promise<'embedded' | 'postgres' | undefined> {
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0)
    if (buffer.toString('latin1') === 'PGDMP') return 'postgres'
    return buffer[0] === 0x1f && buffer[1] === 0x8b ? 'embedded' : undefined
  } finally {
    await handle.close()
  }
}
