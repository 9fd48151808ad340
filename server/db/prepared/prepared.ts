import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import manifest from '../../../package.json' with { type: 'json' }
import { type Migration, readMigrations } from '../migrations.ts'

// The prepared database is a data folder that is migrated but otherwise empty. The first start of a server
// unpacks it in half a second of CPU time. initdb and the migrations would take eight seconds. `npm run
// generate` builds the file from the migrations.

/** Returns a short hash of the SQL texts of migrations. */
export const hashOf = (migrations: readonly Migration[]): string =>
  createHash('sha256')
    .update(migrations.map(({ checksum }) => checksum).join())
    .digest('hex')
    .slice(0, 16)

/**
 * Returns the name of the prepared database. The name contains the version of PGlite and a hash of the
 * migrations.
 */
export const preparedName = (): string =>
  `pglite-${manifest.dependencies['@electric-sql/pglite']}-${hashOf(readMigrations())}`

/**
 * Returns the path of the prepared database. After a change to the migrations or to PGlite, the file does not
 * exist until `npm run generate` builds it. Without the file, a first start runs initdb and the migrations.
 */
export const preparedFile = (): string =>
  fileURLToPath(new URL(`./${preparedName()}.generated.tar.zst`, import.meta.url))
