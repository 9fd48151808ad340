import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Logger } from 'pino'
import { migrate, pendingMigrations } from '../migrate.ts'
import type { Migration } from '../migrations.ts'
import type { Database } from '../open.ts'
import { backUpFolder } from './write.ts'

/** Writes an embedded database that is open to a file, while it serves. Throws if the file exists. */
export const backUpEmbedded = (
  db: Database,
  dataDir: string,
  file: string,
  onProgress: (text: string) => void = () => {},
): Promise<{ bytes: number; files: number }> =>
  backUpFolder(
    dataDir,
    file,
    (run) =>
      db.hold(async ({ query }) => {
        await query('checkpoint')
        // The database may start a checkpoint of its own after that one; this statement is answered when it has ended.
        await query('select 1')
        await run(async () => void (await query('select 1')))
      }),
    onProgress,
  )

/** The backup that is made before a migration, beside the data folder: `data.before-0058.backup`. */
export const backupBefore = (dataDir: string, { version }: Pick<Migration, 'version'>): string =>
  `${resolve(dataDir)}.before-${String(version).padStart(4, '0')}.backup`

/**
 * As migrate(), after a backup of an embedded database that migrations will change: they only go forward. A new database
 * needs no backup.
 */
export async function migrateWithBackup(
  db: Database,
  dataDir: string,
  log: Logger,
): ReturnType<typeof migrate> {
  const [first] = db.kind === 'embedded' ? await pendingMigrations(db) : []
  if (first && first.version > 1) {
    const file = backupBefore(dataDir, first)
    if (!existsSync(file)) {
      await backUpEmbedded(db, dataDir, file)
      log.info({ file }, 'made a backup before the first migration of this version')
    }
  }
  return migrate(db)
}
