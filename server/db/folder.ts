import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { required } from '../../contract/required.ts'
import { unfinished } from './durable-fs.ts'

/** Of PostgreSQL in PGlite: the files of another one mean something else. */
const version = '18'

/** What a person can do about it is the last part of the sentence. */
class FolderFault extends Error {
  constructor(folder: string, cause: string, remedy: string, error?: unknown) {
    super(`The data folder ${folder} ${cause}: ${remedy}.`, { cause: error })
    this.name = 'FolderFault'
  }
}

const another = 'name another one in REEVE_DATA_DIR'
const restore = 'restore its backup, or name another folder in REEVE_DATA_DIR'

/** By the system's codes. */
const causes: Record<string, [cause: string, remedy: string]> = {
  ENOSPC: ['has no room left', 'free some on its disk'],
  EDQUOT: ['has no room left', 'raise the quota of this user'],
  EROFS: ['is on a disk that cannot be written to', another],
  EACCES: ['may not be written to by this user', `give it to this user, or ${another}`],
  EPERM: ['may not be written to by this user', `give it to this user, or ${another}`],
  ENOTDIR: ['is not a folder', another],
  EEXIST: ['is not a folder', another],
  EIO: ['cannot be read or written', 'look at its disk'],
}

export function folderFault(folder: string, error: unknown): FolderFault {
  const { code = '', message } = error as NodeJS.ErrnoException
  const [cause, remedy] = causes[code] ?? [`cannot be used (${message})`, another]
  return new FolderFault(folder, cause, remedy, error)
}

/** What opening its database has failed with, in one sentence. */
export function databaseFault(folder: string, error: unknown): FolderFault {
  // PGlite's file system says nothing more of a full disk than a number.
  const { message = 'it does not say why' } = error as { message?: string }
  if (/No space left/.test(message) || roomIn(folder) < 1_000_000)
    return folderFault(folder, { code: 'ENOSPC' })
  return new FolderFault(folder, `holds a database that cannot be opened (${message})`, restore, error)
}

/**
 * Makes the folder where there is none. Refuses one that this process cannot write to, and one whose database was made by
 * another version or user or is not whole, before anything of it is changed.
 * @throws {FolderFault}
 */
export function prepareDataFolder(folder: string): void {
  makeDataFolder(folder)
  checkDatabase(folder)
}

/** Makes the folder where there is none, whatever it holds. @throws {FolderFault} where this process cannot write to it */
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

/** Not Node's own `recursive`, which asks for ever where the system lets nobody make a folder (/proc). */
function makeFolder(path: string): void {
  if (stat(path)?.isDirectory()) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

function checkDatabase(folder: string): void {
  const path = join(folder, 'postgres')
  const found = stat(path)
  if (!found || stat(join(path, unfinished))) return
  const damaged = (what: string) => new FolderFault(folder, `holds a damaged database (${what})`, restore)
  if (!found.isDirectory()) throw damaged('postgres is not a folder')
  for (const file of ['PG_VERSION', join('global', 'pg_control')]) {
    const entry = access(folder, join(path, file))
    if (!entry?.isFile()) throw damaged(`postgres/${file} is missing`)
  }
  const made = readFileSync(join(path, 'PG_VERSION'), 'utf8').trim()
  if (made !== version) {
    const of = /^\d{1,3}$/.test(made) ? `PostgreSQL ${made}` : 'a version that cannot be read'
    const cause = `holds a database of ${of}, and this program has PostgreSQL ${version}`
    throw new FolderFault(folder, cause, `run the version that made it, or ${another}`)
  }
  const cut = wasShutDown(path) && cutOff(path)
  if (cut) throw damaged(`postgres/${cut} has been cut off`)
}

const page = 8_192
const shutDown = 1

/** Whether it ended by itself: after a crash PostgreSQL mends from its log what was half written. */
function wasShutDown(path: string): boolean {
  // After its own identity and two versions the control file says how the database ended.
  const control = readFileSync(join(path, 'global', 'pg_control'))
  return control.length >= 20 && control.readInt32LE(16) === shutDown
}

/** A file of tables that does not end where a page does: PostgreSQL takes what is left of it for all that there was. */
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
    const remedy = `run the server as the user who made it, or give the folder to this one`
    throw new FolderFault(folder, 'holds a database of another user', remedy, error)
  }
}
