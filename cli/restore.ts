import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readConfig } from '../server/config.ts'
import { restorePostgres } from '../server/db/backup/postgres.ts'
import { restoreFolder } from '../server/db/backup/restore.ts'
import { type Command, UsageError } from './command.ts'
import { addressOf } from './database.ts'

export const restore: Command = {
  takes: 'FILE',
  words: 1,
  says: 'a backup into an empty folder or database',
  help: `
Restores FILE, which reeve backup has made, into the database that the settings name: an embedded one into REEVE_DATA_DIR,
one of PostgreSQL into REEVE_DATABASE_URL, by pg_restore. No server may run on it.
Refused where there is something already. With --replace an embedded database is replaced once all of the backup is there
and its sums are right; of a PostgreSQL all that its role owns is dropped first.
To bring an embedded database to PostgreSQL, restore it into a folder and use reeve move.`,
  options: { replace: { type: 'boolean', says: 'in the place of what is there' } },

  async run({ words, options, env, progress }) {
    const config = readConfig(env)
    const [url, { dataDir }] = [addressOf(config), config]
    const file = resolve(words[0]!)
    const onProgress = (text: string) => progress.say(text)
    const replace = options.replace === true
    const kind = await kindOf(file)
    if (url) {
      if (kind !== 'postgres')
        throw new UsageError(
          `${file} is no backup of a PostgreSQL. One of an embedded database goes into a folder: leave out REEVE_DATABASE_URL.`,
        )
      await restorePostgres({ url, file, env, replace, onProgress })
      return { lines: [`${file} is restored. Start the server.`], data: { file } }
    }
    if (kind !== 'embedded')
      throw new UsageError(
        `${file} is no backup of an embedded database.${kind ? ' It is one of a PostgreSQL: say which in REEVE_DATABASE_URL.' : ''}`,
      )
    const { files, madeBy } = await restoreFolder(file, dataDir, { replace, onProgress })
    return {
      lines: [
        `${file} is restored into ${dataDir}: ${files} files, made by Reeve ${madeBy}. Start the server.`,
      ],
      data: { file, dataDir, files, madeBy },
    }
  },
}

/** By its first bytes: those of gzip, and of pg_dump's custom format. */
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
