import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { zstdDecompressSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { tarEntries } from './backup/tar.ts'
import { DurableNodeFS, prepareFolder } from './durable-fs.ts'
import { preparedFile } from './prepared/prepared.ts'

/** PostgreSQL extensions that migrations can create. Searching for any part of a name needs pg_trgm. */
const extensions = { pg_trgm }

// Lowers PostgreSQL's defaults of 128 MB of shared buffers and up to 1 GB of WAL.
const small = ['-c', 'shared_buffers=16MB', '-c', 'max_wal_size=128MB', '-c', 'min_wal_size=32MB']
// By default, PostgreSQL would keep a thousand files open and leave too few file descriptors for the rest of
// the process.
const few = ['-c', 'max_files_per_process=128']
const durable = ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync']

/**
 * Opens a database in memory that exists as long as its thread. `dump` is a tar archive of the initial data
 * folder.
 */
export function openInMemory(dump?: Uint8Array<ArrayBuffer>): Promise<PGlite> {
  return PGlite.create({
    ...(dump && { loadDataDir: new Blob([dump]) }),
    extensions,
    startParams: [...PGlite.defaultStartParams, ...small],
  })
}

/**
 * Creates the database in the folder "postgres" of dataDir, unless it exists. If a prepared database exists
 * for the migrations of this program, it is unpacked, and the database is already migrated. Otherwise initdb
 * creates an empty database, which takes seconds.
 */
export async function makeDatabase(dataDir: string): Promise<void> {
  const path = join(dataDir, 'postgres')
  const made = prepareFolder(path)
  if (!made) return
  const file = preparedFile()
  if (existsSync(file)) await unpack(zstdDecompressSync(readFileSync(file)), path)
  else await initialize(path)
  made.markFinished()
}

async function initialize(path: string): Promise<void> {
  const db = await PGlite.create({ fs: new NodeFS(path) })
  await db.close()
  // initdb uses the time zone of the machine, so these lines set UTC. If a setting occurs several times, the
  // last line applies.
  appendFileSync(join(path, 'postgresql.conf'), "timezone = 'UTC'\nlog_timezone = 'UTC'\n")
}

async function unpack(archive: Buffer, path: string): Promise<void> {
  for await (const { name, folder, content } of tarEntries(Readable.from([archive]))) {
    const bytes = await buffer(content)
    if (folder) mkdirSync(join(path, name), { recursive: true, mode: 0o700 })
    else if (!name.endsWith('postmaster.pid')) writeFileSync(join(path, name), bytes, { mode: 0o600 })
  }
}

/**
 * Opens the database. If PostgreSQL aborts, for example because of a full disk, calls onCrash with the last
 * message. The caller must then end the thread, because PGlite would retry forever.
 */
export async function openInFolder(
  dataDir: string,
  onCrash: (reason: string) => void,
): Promise<{ db: PGlite; files: DurableNodeFS }> {
  let lastWords = 'PostgreSQL was aborted'
  const files = new DurableNodeFS(join(dataDir, 'postgres'), () => onCrash(lastWords))
  const db = await PGlite.create({
    fs: files,
    extensions,
    // Removes -F from PGlite's default parameters, because -F disables fsync.
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
