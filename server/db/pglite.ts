import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { DurableNodeFS, prepareFolder } from './durable-fs.ts'

/** What migrations may create: the index for searching by any part of a name. */
const extensions = { pg_trgm }

/** One with its tables and nothing in them, in a package: making it takes longer than everything else of a first start. */
const packed = fileURLToPath(new URL('./database.tar.gz', import.meta.url))

// The buffer that PGlite would take is 128 MB, the log up to a gigabyte.
const small = ['-c', 'shared_buffers=16MB', '-c', 'max_wal_size=128MB', '-c', 'min_wal_size=32MB']
// It would keep a thousand open, and where none is left to open one it cannot make any either.
const few = ['-c', 'max_files_per_process=128']
const durable = ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync']

/** A database that ends with its thread. dump: a tar of the data folder that it starts from. */
export function openInMemory(dump?: Uint8Array<ArrayBuffer>): Promise<PGlite> {
  return PGlite.create({
    ...(dump && { loadDataDir: new Blob([dump]) }),
    extensions,
    startParams: [...PGlite.defaultStartParams, ...small],
  })
}

/**
 * Makes the database in the folder "postgres" of dataDir; false where it is there. It leaves 300 MB behind in its thread,
 * so that thread is not the one to go on with.
 */
export async function makeDatabase(dataDir: string): Promise<boolean> {
  const path = join(dataDir, 'postgres')
  const made = prepareFolder(path)
  if (!made) return false
  const ready = existsSync(packed) && new Blob([readFileSync(packed)], { type: 'application/x-gzip' })
  const db = await PGlite.create({ fs: new NodeFS(path), ...(ready && { loadDataDir: ready }) })
  await db.close()
  made.markFinished()
  return true
}

/**
 * Opens it. onCrash: PostgreSQL has given up (a full disk, say), its last words say why. The caller must end the thread:
 * PGlite would ask it again for ever.
 */
export async function openInFolder(
  dataDir: string,
  onCrash: (reason: string) => void,
): Promise<{ db: PGlite; files: DurableNodeFS }> {
  let lastWords = 'it has aborted'
  const files = new DurableNodeFS(join(dataDir, 'postgres'), () => onCrash(lastWords))
  const db = await PGlite.create({
    fs: files,
    extensions,
    // PGlite's own say -F: no fsync.
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      ...durable,
      ...small,
      ...few,
    ],
    onStderr: (line) => {
      lastWords = /(PANIC|FATAL): .*/.exec(line)?.[0] ?? lastWords
      return false
    },
  })
  await files.proveDurable(db)
  return { db, files }
}
