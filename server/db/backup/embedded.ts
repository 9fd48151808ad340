import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Logger } from 'pino'
import { migrate, pendingMigrations } from '../migrate.ts'
import type { Migration } from '../migrations.ts'
import type { Database } from '../open.ts'
import { backUpFolder } from './write.ts'

/**
 * Writes a backup of an open embedded database to a file while the server keeps running. Throws if the file
 * exists.
 */
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
        // The database may start a second checkpoint after the explicit one. The next statement returns only
        // when the second checkpoint has ended.
        await query('select 1')
        await run(async () => void (await query('select 1')))
      }),
    onProgress,
  )

/**
 * Returns the path of the backup that is made before a migration. The file is next to the data folder, for
 * example `data.before-0058.backup`.
 */
export const backupBefore = (dataDir: string, { version }: Pick<Migration, 'version'>): string =>
  `${resolve(dataDir)}.before-${String(version).padStart(4, '0')}.backup`

/**
 * Runs migrate(). An embedded database is backed up first, because migrations cannot be undone. A new
 * database is not backed up.
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
      log.info({ file }, 'created a backup before the first migration of this version')
    }
  }
  return migrate(db)
}
