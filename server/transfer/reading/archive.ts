import { crc32, inflateRawSync } from 'node:zlib'
import { limits } from '../../../contract/limits.ts'
import { required } from '../../../contract/required.ts'
import { refuse } from './refuse.ts'

interface Entry {
  method: number
  checksum: number
  packed: number
  size: number
  /** Offset of the local file header in the archive. */
  offset: number
}

/** The files of a ZIP archive by path. Backslashes in paths are converted to slashes. */
export interface Archive {
  paths: string[]
  /**
   * Decompresses a file. Throws BAD_INPUT if the file is larger than declared, or if all files that were read
   * so far exceed the limit in total.
   */
  read(path: string): Buffer
}

/**
 * Opens a ZIP archive. Throws BAD_INPUT if the central directory is damaged or contains the same path twice,
 * ignoring case.
 */
export function openArchive(content: Buffer): Archive {
  const entries = new Map<string, Entry>()
  const folded = new Set<string>()
  for (const [path, entry] of directory(content)) {
    if (folded.has(path.toLowerCase())) throw refuse('import.unreadable')
    folded.add(path.toLowerCase())
    entries.set(path, entry)
  }
  let unpacked = 0
  return {
    paths: [...entries.keys()],
    read(path) {
      const entry = required(entries.get(path), 'item of entries')
      unpacked += entry.size
      if (unpacked > limits.import.unpacked) throw refuse('import.tooLarge')
      return unpack(content, entry)
    },
  }
}

/** Decompresses at most the declared number of bytes. Throws if the size or the checksum does not match. */
function unpack(content: Buffer, { method, checksum, packed, size, offset }: Entry): Buffer {
  const start = offset + 30 + content.readUInt16LE(offset + 26) + content.readUInt16LE(offset + 28)
  const bytes = content.subarray(start, start + packed)
  if (method !== 0 && method !== 8) throw refuse('import.unreadable')
  const file = method === 8 ? inflateRawSync(bytes, { maxOutputLength: Math.max(size, 1) }) : bytes
  if (file.length !== size || crc32(file) !== checksum) throw refuse('import.unreadable')
  return file
}

const signature = {
  end: Buffer.from('PK\x05\x06'),
  end64: Buffer.from('PK\x06\x06'),
  locator64: Buffer.from('PK\x06\x07'),
  entry: 0x02014b50,
}

/**
 * Yields the entries of the central directory (APPNOTE 4.3.12). Supports ZIP64 sizes, because files from
 * Apache POI always contain them.
 */
function* directory(content: Buffer): Generator<[path: string, Entry]> {
  const end = content.lastIndexOf(signature.end)
  if (end < 0) throw refuse('import.unreadable')
  let count = content.readUInt16LE(end + 10)
  let at = content.readUInt32LE(end + 16)
  if (content.subarray(end - 20, end - 16).equals(signature.locator64)) {
    const end64 = Number(content.readBigUInt64LE(end - 12))
    if (!content.subarray(end64, end64 + 4).equals(signature.end64)) throw refuse('import.unreadable')
    count = Number(content.readBigUInt64LE(end64 + 32))
    at = Number(content.readBigUInt64LE(end64 + 48))
  }
  for (let index = 0; index < count; index++) {
    if (content.readUInt32LE(at) !== signature.entry) throw refuse('import.unreadable')
    const nameEnd = at + 46 + content.readUInt16LE(at + 28)
    const extraEnd = nameEnd + content.readUInt16LE(at + 30)
    const path = content.toString('utf8', at + 46, nameEnd).replaceAll('\\', '/')
    const [size, packed, offset] = wide(content.subarray(nameEnd, extraEnd), [
      content.readUInt32LE(at + 24),
      content.readUInt32LE(at + 20),
      content.readUInt32LE(at + 42),
    ]) as [number, number, number]
    const entry = { method: content.readUInt16LE(at + 10), checksum: content.readUInt32LE(at + 16) }
    if (!path.endsWith('/')) yield [path.replace(/^\/+/, ''), { ...entry, size, packed, offset }]
    at = extraEnd + content.readUInt16LE(at + 32)
  }
}

/** Returns the values with each 0xffffffff replaced by the next 64-bit value of the ZIP64 extra field. */
function wide(extra: Buffer, values: readonly number[]): number[] {
  let field = Buffer.alloc(0)
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === 1) field = Buffer.from(extra.subarray(at + 4))
  let at = 0
  return values.map((value) => {
    if (value !== 0xffffffff) return value
    at += 8
    return Number(field.readBigUInt64LE(at - 8))
  })
}
