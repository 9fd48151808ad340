import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { preparedFile } from '../../server/db/prepared/prepared.ts'
import { dumpFile } from '../../server/testing/dump.ts'

const { ZSTD_c_compressionLevel, ZSTD_c_enableLongDistanceMatching, ZSTD_c_windowLog } = constants
// A data folder contains three nearly identical databases, so the compression window (2^26 bytes) must span
// all of them.
const params = {
  [ZSTD_c_compressionLevel]: 9,
  [ZSTD_c_enableLongDistanceMatching]: 1,
  [ZSTD_c_windowLog]: 26,
}

/**
 * Creates the archive of the prepared database and deletes older ones. Returns false if the archive already
 * exists.
 */
export async function writePrepared(): Promise<boolean> {
  const file = preparedFile()
  const folder = dirname(file)
  const present = globSync('*.generated.tar.zst', { cwd: folder }).map((name) => join(folder, name))
  if (present.includes(file) && present.length === 1) return false
  const archive = readFileSync(await dumpFile())
  for (const old of present) rmSync(old)
  writeFileSync(file, zstdCompressSync(archive, { params }))
  return true
}
