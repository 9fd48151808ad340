import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { documentLimits } from '../../../contract/documents.ts'
import { required } from '../../../contract/required.ts'
import { AppError } from '../../core/errors.ts'
import { pdf, phonePicture, picture } from '../../testing/transfer/documents.ts'
import { nameOf, readContent } from './content.ts'

/** Returns the message key of the error with which the file is rejected. */
const refusal = async (sent: Buffer, name = 'x.png') => {
  try {
    await readContent(sent, name)
  } catch (error) {
    if (error instanceof AppError) return error.details.fields?.file?.[0]
    throw error
  }
  return 'taken'
}

/** Builds a PNG with a huge size in its header but almost no data. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const idat = Buffer.from('789c030000000001', 'hex')
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', idat),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('rotates an uploaded image upright and removes camera and location metadata', async () => {
  const sent = await phonePicture()
  const before = await sharp(sent).metadata()
  expect([before.exif?.includes('Camera-Zq7'), before.orientation]).toEqual([true, 6])
  const { content, type, thumbnail } = await readContent(sent, 'IMG_1.JPG')
  expect(type).toBe('image/jpeg')
  expect(content.includes('Camera-Zq7')).toBe(false)
  const after = await sharp(content).metadata()
  expect([after.width, after.height, after.exif, after.orientation]).toEqual([60, 40, undefined, undefined])
  expect(await sharp(required(thumbnail, 'thumbnail')).metadata()).toMatchObject({
    format: 'webp',
    width: 60,
    height: 40,
  })
})

test.each(['png', 'webp', 'jpeg'] as const)('stores a %s image in its original format', async (format) => {
  const { content, type } = await readContent(await picture(format), 'x')
  expect([type, (await sharp(content).metadata()).format]).toEqual([`image/${format}`, format])
})

test('removes text that is appended to an image file', async () => {
  const script = '<script>alert(1)</script>'
  const sent = Buffer.concat([await picture('png'), Buffer.from(script)])
  const { content } = await readContent(sent, 'x.html')
  expect(content.includes('script')).toBe(false)
})

test('scales down images that are too large', async () => {
  const { content } = await readContent(await picture('jpeg', documentLimits.edge + 1_000), 'x')
  expect((await sharp(content).metadata()).width).toBe(documentLimits.edge)
})

test('recognizes the type of an uploaded document by its content, not by its file name', async () => {
  expect(await readContent(await picture('png'), 'licence.pdf')).toMatchObject({
    ...{ name: 'licence.png', type: 'image/png' },
  })
  expect(await readContent(pdf, 'licence.png')).toMatchObject({ name: 'licence.pdf', content: pdf })
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const text of [svg, '<html>%PDF-1.4 %%EOF', 'GIF89a', '', 'II*\0'])
    expect(await refusal(Buffer.from(text), 'x.png')).toBe('document.type')
})

test('refuses damaged files and decompression bombs', async () => {
  expect(await refusal(hugePng(30_000, 30_000))).toBe('document.pixels')
  expect(await refusal(hugePng(0, 0))).toBe('document.unreadable')
  expect(await refusal(Buffer.from('89504e470d0a1a0a', 'hex'))).toBe('document.unreadable')
  expect(await refusal((await phonePicture()).subarray(0, 200))).toBe('document.unreadable')
  expect(await refusal(pdf.subarray(0, 20))).toBe('document.unreadable')
})

test.each([
  ['C:\\Users\\li\\营业执照.PNG', '营业执照.png'],
  ['../../etc/passwd', 'passwd.png'],
  ['a\u202egnp.exe', 'agnp.png'],
  ['  .hidden ', 'hidden.png'],
  ['', 'paper.png'],
  ['a"b<c>.jpeg', 'abc.png'],
  ['年'.repeat(300), `${'年'.repeat(96)}.png`],
])('changes the file name %s to %s', (given, name) => {
  expect(nameOf(given, 'png')).toBe(name)
})
