import { last } from '../../../contract/required.ts'

// As much of tar (POSIX ustar) as a backup needs, so that it can be looked into with any tar: plain files, in order.

const block = 512
const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`

/** The block before a file's content. name: up to 100 bytes. size: bytes. */
export function tarHeader(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`The name ${name} is too long for an archive.`)
  const header = Buffer.alloc(block)
  header.write(name, 0)
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  // PostgreSQL's files have 1 GB at most, and eleven octal digits are for 8.
  header.write(octal(size, 11), 124)
  header.write(octal(Math.floor(Date.now() / 1_000), 11), 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(octal(sumOf(header), 6), 148)
  return header
}

const sumOf = (header: Buffer) => header.reduce((sum, byte) => sum + byte, 0)

/** What follows a content of that size. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block)

export const tarEnd = Buffer.alloc(2 * block)

interface Entry {
  name: string
  size: number
  /** To be read before the next entry is asked for. */
  content: AsyncGenerator<Buffer>
}

/** The files of an archive. Throws where it is cut short, or no archive. */
export async function* tarEntries(archive: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const take = reader(archive)
  for (;;) {
    const header = await whole(take, block)
    if (header.every((byte) => byte === 0)) return
    const claimed = Number.parseInt(header.toString('latin1', 148, 155), 8)
    header.fill(' ', 148, 156)
    if (claimed !== sumOf(header)) throw new Error('It is damaged, or no archive.')
    const name = header.toString('utf8', 0, 100).replace(/\0.*/s, '')
    const size = Number.parseInt(header.toString('latin1', 124, 136), 8)
    let left = size
    async function* content() {
      while (left > 0) {
        const part = await take(left)
        left -= part.length
        yield part
      }
    }
    yield { name, size, content: content() }
    await whole(take, (block - (size % block)) % block)
  }
}

type Take = (most: number) => Promise<Buffer>

async function whole(take: Take, size: number): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let left = size; left > 0; left -= last(parts, 'parts').length) parts.push(await take(left))
  return Buffer.concat(parts)
}

/** Takes some of what comes next, `most` bytes at most and one at least. */
function reader(archive: AsyncIterable<Buffer>): Take {
  const chunks = archive[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return async (most) => {
    while (rest.length === 0) {
      const { value, done } = await chunks.next()
      if (done) throw new Error('It is cut short.')
      rest = value
    }
    const part = rest.subarray(0, most)
    rest = rest.subarray(part.length)
    return part
  }
}
