import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { folderFault } from './folder.ts'

const busy = 5 // SQLITE_BUSY

/**
 * Two processes on one embedded database silently lose committed rows, so a folder has one owner. The lock is the
 * operating system's on the file "lock", taken through SQLite as Node itself has no file locks: it ends with its
 * process however that ends, and no other process's number can be mistaken for the owner's. The file "lock.owner"
 * only tells a person who it is.
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
      `The data folder ${folder} is in use by ${readOwner(ownerFile)}: stop it, or choose another folder.`,
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
