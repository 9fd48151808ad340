import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { required } from '../../contract/required.ts'
import { unfinished } from './durable-fs.ts'

/** Major version of PostgreSQL in PGlite. It cannot open data files of other major versions. */
const version = '18'

/** Thrown if the data folder cannot be used. The message ends with a remedy. */
class FolderFault extends Error {
  constructor(folder: string, cause: string, remedy: string, error?: unknown) {
    super(`The data folder ${folder} ${cause}: ${remedy}.`, { cause: error })
    this.name = 'FolderFault'
  }
}

const another = 'set REEVE_DATA_DIR to another folder'
const restore = 'restore its backup, or set REEVE_DATA_DIR to another folder'

/** Causes and remedies by error code. */
const causes: Record<string, [cause: string, remedy: string]> = {
  ENOSPC: ['is on a full disk', 'free some space'],
  EDQUOT: ['is on a full disk', 'raise the disk quota of this user'],
  EROFS: ['is on a read-only disk', another],
  EACCES: ['cannot be written to by this user', `change its owner to this user, or ${another}`],
  EPERM: ['cannot be written to by this user', `change its owner to this user, or ${another}`],
  ENOTDIR: ['is not a folder', another],
  EEXIST: ['is not a folder', another],
  EIO: ['cannot be read or written', 'check its disk'],
}

export function folderFault(folder: string, error: unknown): FolderFault {
  const { code = '', message } = error as NodeJS.ErrnoException
  const [cause, remedy] = causes[code] ?? [`cannot be used (${message})`, another]
  return new FolderFault(folder, cause, remedy, error)
}

/** Returns the error that explains in one sentence why a database could not be opened. */
export function databaseFault(folder: string, error: unknown): FolderFault {
  // PGlite's file system reports a full disk only as a numeric error code, so the free space is checked, too.
  const { message = 'no reason given' } = error as { message?: string }
  if (/No space left/.test(message) || roomIn(folder) < 1_000_000)
    return folderFault(folder, { code: 'ENOSPC' })
  return new FolderFault(folder, `contains a database that cannot be opened (${message})`, restore, error)
}

/**
 * Creates the data folder if it does not exist. Throws if this process cannot write to it, or if its database
 * is damaged or was created by another version or user. An existing database is not changed.
 * @throws {FolderFault}
 */
export function prepareDataFolder(folder: string): void {
  makeDataFolder(folder)
  checkDatabase(folder)
}

/**
 * Returns the paths of the database and of two folders that a restore creates next to it: the unpacked
 * backup, and the database that the backup replaces.
 */
export const restoreFolders = (folder: string) =>
  ['', '.restored', '.replaced'].map((suffix) => join(folder, `postgres${suffix}`)) as [
    string,
    string,
    string,
  ]

/**
 * Moves the replaced database back if a restore was interrupted before the restored database was in its
 * place. The caller must hold the lock of the folder.
 */
export function undoReplacement(folder: string): void {
  const [database, , former] = restoreFolders(folder)
  if (!existsSync(database) && existsSync(former)) renameSync(former, database)
}

/**
 * Creates the folder if it does not exist, without checking its content.
 * @throws {FolderFault} if this process cannot write to it
 */
export function makeDataFolder(folder: string): void {
  try {
    makeFolder(resolve(folder))
    const probe = join(folder, 'probe')
    writeFileSync(probe, Buffer.alloc(8_192), { flush: true })
    rmSync(probe)
  } catch (error) {
    throw folderFault(folder, error)
  }
}

/**
 * Creates a folder and its parents. Node's `recursive` option never returns if the system does not allow
 * creating folders, as in /proc.
 */
function makeFolder(path: string): void {
  if (stat(path)?.isDirectory()) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

function checkDatabase(folder: string): void {
  const path = join(folder, 'postgres')
  const found = stat(path)
  if (!found || stat(join(path, unfinished))) return
  const damaged = (what: string) => new FolderFault(folder, `contains a damaged database (${what})`, restore)
  if (!found.isDirectory()) throw damaged('postgres is not a folder')
  for (const file of ['PG_VERSION', join('global', 'pg_control')]) {
    const entry = access(folder, join(path, file))
    if (!entry?.isFile()) throw damaged(`postgres/${file} is missing`)
  }
  const made = readFileSync(join(path, 'PG_VERSION'), 'utf8').trim()
  if (made !== version) {
    const of = /^\d{1,3}$/.test(made) ? `PostgreSQL ${made}` : 'an unknown version'
    const cause = `contains a database of ${of}, but this program includes PostgreSQL ${version}`
    throw new FolderFault(folder, cause, `run the version of Reeve that created it, or ${another}`)
  }
  const cut = wasShutDown(path) && cutOff(path)
  if (cut) throw damaged(`postgres/${cut} is truncated`)
}

const page = 8_192
const shutDown = 1

/**
 * Whether the database was shut down properly. After a crash, PostgreSQL repairs partially written database
 * pages from the WAL.
 */
function wasShutDown(path: string): boolean {
  // The control file begins with a system identifier and two version numbers. The database state follows at
  // byte 16.
  const control = readFileSync(join(path, 'global', 'pg_control'))
  return control.length >= 20 && control.readInt32LE(16) === shutDown
}

/**
 * Returns the path of a truncated table file, or undefined if all files are complete. The size of a truncated
 * file is not a multiple of the page size. PostgreSQL would treat the remaining part as the whole table.
 */
function cutOff(path: string): string | undefined {
  const databases = readdirSync(join(path, 'base')).map((name) => join('base', name))
  for (const folder of ['global', ...databases]) {
    for (const name of readdirSync(join(path, folder)))
      if (
        /^\d+(_\w+)?(\.\d+)?$/.test(name) &&
        required(stat(join(path, folder, name)), 'result of stat').size % page
      )
        return join(folder, name)
  }
  return undefined
}

function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const stat = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false })

function access(folder: string, path: string): Stats | undefined {
  try {
    const found = stat(path)
    if (found) accessSync(path, constants.R_OK | constants.W_OK)
    return found
  } catch (error) {
    const remedy = `run the server as the user who owns the folder, or change its owner`
    throw new FolderFault(folder, 'contains a database that belongs to another user', remedy, error)
  }
}
