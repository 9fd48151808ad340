import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { first } from '../contract/required.ts'
import { readConfig } from '../server/config.ts'
import { backUpEmbedded } from '../server/db/backup/embedded.ts'
import { recordBackup } from '../server/db/backup/last.ts'
import { dumpPostgres } from '../server/db/backup/postgres.ts'
import { reachDatabase } from '../server/db/open.ts'
import type { Run } from './command.ts'
import { addressOf, commandLog } from './database.ts'

export const backup: Run = async ({ positionals, env, progress }) => {
  const config = readConfig(env)
  const [url, { dataDir }] = [addressOf(config), config]
  const file = resolve(first(positionals, 'words'))
  const onProgress = (text: string) => progress.say(text)
  if (url) {
    const { bytes } = await dumpPostgres({ url, file, env, onProgress })
    return { lines: [`${file}: ${megabytes(bytes)}`], data: { file, bytes } }
  }
  if (!existsSync(join(dataDir, 'postgres'))) throw new Error(`${dataDir} contains no database.`)
  progress.say('Opening the database')
  await using db = await reachDatabase({ dataDir, log: commandLog() })
  const done = await backUpEmbedded(db, dataDir, file, onProgress)
  // The backup is complete even if its time cannot be stored, for example in a read-only folder.
  await recordBackup(dataDir).catch(() => {})
  return { lines: [`${file}: ${megabytes(done.bytes)}, ${done.files} files`], data: { file, ...done } }
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
