import { last } from '../../../contract/required.ts'

// The subset of the tar format (POSIX ustar) that backups and the prepared database need. Any tar program can
// read these archives.

const block = 512
const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`

/** Returns the header block of a file. `name` has at most 100 bytes, `size` is in bytes. */
export function tarHeader(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`The name ${name} is too long for an archive.`)
  const header = Buffer.alloc(block)
  header.write(name, 0)
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  // Eleven octal digits can express 8 GB. This is sufficient, because PostgreSQL's files are at most 1 GB in
  // size.
  header.write(octal(size, 11), 124)
  header.write(octal(Math.floor(Date.now() / 1_000), 11), 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(octal(sumOf(header), 6), 148)
  return header
}

const sumOf = (header: Buffer) => header.reduce((sum, byte) => sum + byte, 0)

/** Returns the padding that must follow file content of this size. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block)

export const tarEnd = Buffer.alloc(2 * block)

interface Entry {
  name: string
  folder: boolean
  size: number
  /** Content of the file. The caller must read the whole content before requesting the next entry. */
  content: AsyncGenerator<Buffer>
}

/**
 * Yields the files and folders of an archive. Throws if the input is truncated or not an archive, or if a
 * name points outside the target folder.
 */
export async function* tarEntries(archive: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const take = reader(archive)
  for (;;) {
    const header = await whole(take, block)
    if (header.every((byte) => byte === 0)) return
    const claimed = Number.parseInt(header.toString('latin1', 148, 155), 8)
    header.fill(' ', 148, 156)
    if (claimed !== sumOf(header)) throw new Error('The archive is damaged.')
    const name = header.toString('utf8', 0, 100).replace(/\0.*/s, '')
    if (name.split('/').includes('..')) throw new Error(`The archive contains the invalid path ${name}.`)
    const size = Number.parseInt(header.toString('latin1', 124, 136), 8)
    let left = size
    async function* content() {
      while (left > 0) {
        const part = await take(left)
        left -= part.length
        yield part
      }
    }
    yield { name, folder: header.toString('latin1', 156, 157) === '5', size, content: content() }
    await whole(take, (block - (size % block)) % block)
  }
}

type ReadBytes = (most: number) => Promise<Buffer>

async function whole(take: ReadBytes, size: number): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let left = size; left > 0; left -= last(parts, 'parts').length) parts.push(await take(left))
  return Buffer.concat(parts)
}

/** Returns a function that reads at least one and at most `most` bytes of the archive. */
function reader(archive: AsyncIterable<Buffer>): ReadBytes {
  const chunks = archive[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return async (most) => {
    while (rest.length === 0) {
      const { value, done } = await chunks.next()
      if (done) throw new Error('The archive is incomplete.')
      rest = value
    }
    const part = rest.subarray(0, most)
    rest = rest.subarray(part.length)
    return part
  }
}
