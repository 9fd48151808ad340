import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { folderFault } from './folder.ts'

const busy = 5 // SQLITE_BUSY

/**
 * Locks the data folder, because two processes that open the same embedded database would silently lose
 * committed rows. The lock is an operating system lock on the file "lock". It is taken through SQLite,
 * because Node.js has no file locks. The operating system releases the lock when the process ends. A stored
 * process id would not be sufficient, because the system can reuse the id. The file "lock.owner" only shows
 * people which process holds the lock.
 */
export function lockFolder(folder: string): { release(): void } {
  const ownerFile = join(folder, 'lock.owner')
  const lock = openLock(folder)
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== busy) throw error
    throw new Error(
      `The data folder ${folder} is in use by ${readOwner(ownerFile)}. Stop that process, or choose another folder.`,
      {
        cause: error,
      },
    )
  }
  writeFileSync(ownerFile, `process ${process.pid} on ${hostname()}`)
  return {
    release() {
      rmSync(ownerFile, { force: true })
      lock.close()
    },
  }
}

function openLock(folder: string): DatabaseSync {
  try {
    return new DatabaseSync(join(folder, 'lock'))
  } catch (error) {
    throw folderFault(folder, error)
  }
}

function readOwner(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return 'another process'
  }
}
