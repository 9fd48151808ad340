import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, type Stats } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createGzip } from 'node:zlib'
import { programVersion } from '../../version.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

/**
 * Content of CONTENTS.json, the last file of a backup, which lists all other files. If the archive contains a
 * file twice, the later copy is valid.
 */
export interface Contents {
  format: 1
  reeve: string
  folders: string[]
  files: Record<string, { size: number; sha256: string }>
}

export const contentsName = 'CONTENTS.json'

/**
 * Pauses writes to the database while `run` runs. `run` calls `hold` to check that writes are still paused.
 * `hold` rejects if the database accepts writes again.
 */
export type PauseWrites = (run: (hold: () => Promise<void>) => Promise<void>) => Promise<void>

/**
 * Writes the folder of the embedded database to a compressed tar file. The file gets its name only when it is
 * complete and synced to disk. Most files are read while the database is running. Then writes are paused
 * while the files that have changed are added again. The archive contains the state that a crash at that
 * moment would leave, so opening the restored database starts crash recovery.
 */
export async function backUpFolder(
  dataDir: string,
  file: string,
  still: PauseWrites,
  onProgress: (text: string) => void,
): Promise<{ bytes: number; files: number }> {
  if (existsSync(file)) throw new Error(`The file ${file} already exists. Choose another name.`)
  const source = join(dataDir, 'postgres')
  const unfinished = `${file}.unfinished`
  const target = await open(unfinished, 'w', 0o600)
  try {
    // Uses the fastest compression, because the database accepts no writes while changed files are added
    // again.
    const archive = createGzip({ level: 1 })
    const written = (async () => {
      for await (const chunk of archive) await target.writeFile(chunk)
    })()
    written.catch(() => {})
    const write = async (bytes: Buffer) => {
      if (!archive.write(bytes)) await Promise.race([once(archive, 'drain'), written])
    }
    const files: Contents['files'] = {}
    const seen = new Map<string, Stats>()
    const begin = Date.now()
    const add = async (name: string, found: Stats) => {
      files[name] = await addFile(write, join(source, name), name, found.size)
      seen.set(name, found)
    }
    const before = await walk(source)
    let done = 0
    for (const [name, found] of before.files) {
      onProgress(`Reading the database: ${Math.round((100 * done++) / before.files.size)} %`)
      await add(name, found).catch(gone)
    }
    let folders: string[] = []
    onProgress('Waiting for the database to pause')
    await still(async (hold) => {
      onProgress('Reading what has changed since')
      const now = await walk(source)
      folders = now.folders
      for (const name of Object.keys(files)) if (!now.files.has(name)) delete files[name]
      for (const [name, found] of now.files) {
        // Also adds files that changed up to one second before the backup began, because file system
        // timestamps can be imprecise.
        if (seen.get(name)?.size === found.size && found.mtimeMs < begin - 1_000) continue
        await hold()
        await add(name, found)
      }
      await hold()
    })
    const contents = Buffer.from(
      JSON.stringify({ format: 1, reeve: programVersion(), folders, files } satisfies Contents),
    )
    await write(
      Buffer.concat([
        tarHeader(contentsName, contents.length),
        contents,
        tarPadding(contents.length),
        tarEnd,
      ]),
    )
    onProgress('Writing the file to the disk')
    archive.end()
    await written
    await target.sync()
    const { size } = await target.stat()
    await target.close()
    await rename(unfinished, file)
    return { bytes: size, files: Object.keys(files).length }
  } catch (error) {
    await target.close().catch(() => {})
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Ignores the error if the running database has removed the file. */
function gone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

async function walk(source: string): Promise<{ folders: string[]; files: Map<string, Stats> }> {
  const folders: string[] = []
  const files = new Map<string, Stats>()
  const look = async (folder: string) => {
    for (const entry of await readdir(join(source, folder), { withFileTypes: true })) {
      const name = folder ? `${folder}/${entry.name}` : entry.name
      if (entry.isDirectory()) {
        folders.push(name)
        await look(name)
      } else if (entry.isFile()) {
        await stat(join(source, name)).then((found) => files.set(name, found), gone)
      }
    }
  }
  await look('')
  return { folders, files }
}

/**
 * Adds exactly `size` bytes of the file. A file that grows or shrinks while it is read is added again later.
 */
async function addFile(write: (bytes: Buffer) => Promise<void>, path: string, name: string, size: number) {
  const from = await open(path)
  try {
    const hash = createHash('sha256')
    await write(tarHeader(name, size))
    for (let left = size; left > 0; ) {
      const { bytesRead, buffer } = await from.read(Buffer.alloc(Math.min(left, 1 << 20)))
      const part = bytesRead ? buffer.subarray(0, bytesRead) : Buffer.alloc(Math.min(left, 1 << 20))
      hash.update(part)
      await write(part)
      left -= part.length
    }
    await write(tarPadding(size))
    return { size, sha256: hash.digest('hex') }
  } finally {
    await from.close()
  }
}
