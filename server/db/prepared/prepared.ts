import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import manifest from '../../../package.json' with { type: 'json' }
import { type Migration, readMigrations } from '../migrations.ts'

// The prepared database is a data folder with our tables, but without rows of ours. A first start unpacks it, which takes
// half a second of CPU. initdb and the migrations would take eight. npm run generate makes it from the migrations.

/** Returns a short hash of the texts of migrations. */
export const hashOf = (migrations: readonly Migration[]): string =>
  createHash('sha256')
    .update(migrations.map(({ checksum }) => checksum).join())
    .digest('hex')
    .slice(0, 16)

/** Returns the name of what PGlite and the migrations of this program make: both are in the name. */
export const preparedName = (): string =>
  `pglite-${manifest.dependencies['@electric-sql/pglite']}-${hashOf(readMigrations())}`

/**
 * Returns the path of the prepared database. The file does not exist after a change of the migrations or of PGlite,
 * until npm run generate makes it. A first start then runs initdb and the migrations.
 */
export const preparedFile = (): string =>
  fileURLToPath(new URL(`./${preparedName()}.generated.tar.zst`, import.meta.url))
