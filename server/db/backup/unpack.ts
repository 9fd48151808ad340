import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const block = 512
const folderType = '5'

/**
 * Writes the files of a tar.gz below a folder, readable by this user only. `skip` names files that are left out. Handles
 * what PGlite writes: files and folders with names of at most 100 characters. Throws if a name leads out of the folder.
 */
export function unpack(archive: Uint8Array, folder: string, skip: string[] = []): void {
  const tar = gunzipSync(archive)
  const textAt = (start: number, length: number) =>
    tar.toString('utf8', start, start + length).replace(/\0[\s\S]*$/, '')
  for (let at = 0; at + block <= tar.length && tar[at] !== 0; ) {
    const name = textAt(at, 100).replace(/^\/|\/$/g, '')
    const size = Number.parseInt(textAt(at + 124, 12), 8)
    const type = textAt(at + 156, 1)
    if (name.split('/').includes('..')) throw new Error(`An archive must not contain ${name}`)
    const content = tar.subarray(at + block, at + block + size)
    if (type === folderType) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
    else if (!skip.includes(name)) writeFileSync(join(folder, name), content, { mode: 0o600 })
    at += block + Math.ceil(size / block) * block
  }
}
