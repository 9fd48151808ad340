import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import manifest from '../../../package.json' with { type: 'json' }
import { type Migration, readMigrations } from '../migrations.ts'

// The prepared database is a data folder that contains our tables, but no rows of ours. A first start unpacks
// it in half a second of CPU time. initdb and the migrations would take eight seconds. `npm run generate`
// builds it from the migrations.

/** Returns a short hash of the texts of migrations. */
export const hashOf = (migrations: readonly Migration[]): string =>
  createHash('sha256')
    .update(migrations.map(({ checksum }) => checksum).join())
    .digest('hex')
    .slice(0, 16)

/** Returns the name of the prepared database. It identifies the version of PGlite and the migrations. */
export const preparedName = (): string =>
  `pglite-${manifest.dependencies['@electric-sql/pglite']}-${hashOf(readMigrations())}`

/**
 * Returns the path of the prepared database. If the migrations or PGlite have changed, the file does not
 * exist until `npm run generate` builds it. A first start then runs initdb and the migrations.
 */
export const preparedFile = (): string =>
  fileURLToPath(new URL(`./${preparedName()}.generated.tar.zst`, import.meta.url))
