import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { syncPath, syncTree } from '../durable-fs.ts'
import { makeDataFolder, restoreFolders, undoReplacement } from '../folder.ts'
import { lockFolder } from '../lock.ts'
import { tarEntries } from './tar.ts'
import { type Contents, contentsName } from './write.ts'

/**
 * Restores a backup made by backUpFolder() into a data folder. With `replace`, an existing database is
 * replaced. The existing database is retained until the backup has been unpacked, verified and synced to
 * disk, so nothing is lost if the process is killed before that.
 */
export async function restoreFolder(
  file: string,
  dataDir: string,
  { replace, onProgress }: { replace: boolean; onProgress: (text: string) => void },
): Promise<{ files: number; madeBy: string }> {
  const [database, fresh, former] = restoreFolders(dataDir)
  if (existsSync(database) && !replace)
    throw new Error(
      `${dataDir} already contains a database. Set REEVE_DATA_DIR to another folder, or use --replace.`,
    )
  makeDataFolder(dataDir)
  const lock = lockFolder(dataDir)
  try {
    undoReplacement(dataDir)
    await rm(fresh, { recursive: true, force: true })
    const contents = await unpack(file, fresh, onProgress)
    onProgress('Writing the files to the disk')
    syncTree(fresh)
    await rm(former, { recursive: true, force: true })
    if (existsSync(database)) await rename(database, former)
    await rename(fresh, database)
    syncPath(dataDir)
    await rm(former, { recursive: true, force: true })
    return { files: Object.keys(contents.files).length, madeBy: contents.reeve }
  } catch (error) {
    undoReplacement(dataDir)
    await rm(fresh, { recursive: true, force: true })
    const { message } = error as Error
    throw new Error(`Nothing was changed, because ${file} could not be restored: ${message}`, {
      cause: error,
    })
  } finally {
    lock.release()
  }
}

async function unpack(file: string, into: string, onProgress: (text: string) => void): Promise<Contents> {
  await mkdir(into, { mode: 0o700 })
  const found = new Map<string, string>()
  let contents: Contents | undefined
  const { size } = await stat(file)
  const source = createReadStream(file)
  const archive = createGunzip()
  source.on('error', (error) => archive.destroy(error))
  for await (const { name, content } of tarEntries(source.pipe(archive))) {
    if (name === contentsName) {
      contents = JSON.parse(String(await buffer(content)))
      break
    }
    onProgress(`Restoring: ${Math.round((100 * source.bytesRead) / size)} %`)
    const path = join(into, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const hash = createHash('sha256')
    const target = await open(path, 'w', 0o600)
    try {
      for await (const part of content) {
        hash.update(part)
        await target.writeFile(part)
      }
    } finally {
      await target.close()
    }
    found.set(name, hash.digest('hex'))
  }
  if (contents?.format !== 1) throw new Error('the file is not a backup of an embedded database')
  for (const folder of contents.folders) await mkdir(join(into, folder), { recursive: true, mode: 0o700 })
  for (const [name, { sha256 }] of Object.entries(contents.files))
    if (found.get(name) !== sha256) throw new Error(`the file is damaged (checksum of ${name})`)
  for (const name of found.keys()) if (!contents.files[name]) await rm(join(into, name))
  return contents
}
