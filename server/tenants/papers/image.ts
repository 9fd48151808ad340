import type sharpModule from 'sharp'
import { paperLimits } from '../../../contract/papers.ts'
import { AppError, badInput } from '../../core/errors.ts'

type Sharp = typeof sharpModule
type Format = 'jpeg' | 'png' | 'webp'

const { bytes, edge, pixels, thumbnail } = paperLimits
const longest = { width: edge, height: edge, fit: 'inside', withoutEnlargement: true } as const
const small = { width: thumbnail, height: thumbnail, fit: 'inside', withoutEnlargement: true } as const
/** As many at once; each may hold 4 bytes a pixel. */
const atOnce = 2
/** Seconds for one. */
const timeout = { seconds: 20 }

let loading: Promise<Sharp> | undefined

/** With the first image: most servers that start see none for hours. Of all that the library reads these three are left. */
const load = (): Promise<Sharp> =>
  (loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
    })
    return sharp
  }))

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running += 1
  else await new Promise<void>((go) => waiting.push(go))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export interface Image {
  format: Format
  content: Buffer
  /** WebP. */
  thumbnail: Buffer
}

/**
 * The image drawn anew: turned as its metadata says, without any of it and without whatever else was in the file. What stays
 * too large as PNG becomes a JPEG. Throws BAD_INPUT for `file`.
 */
export const redraw = (sent: Buffer, format: Format): Promise<Image> =>
  inTurn(async () => {
    const sharp = await load()
    try {
      const source = sharp(sent, { limitInputPixels: pixels, failOn: 'error' })
      const drawn = source.timeout(timeout).autoOrient().resize(longest)
      const first = await encode(drawn.clone(), format)
      const tooLarge = format === 'png' && first.length > bytes
      const content = tooLarge ? await encode(drawn.clone().flatten({ background: '#fff' }), 'jpeg') : first
      const picture = sharp(content, { limitInputPixels: pixels }).timeout(timeout).resize(small)
      return {
        format: tooLarge ? 'jpeg' : format,
        content,
        thumbnail: await picture.webp({ quality: 70 }).toBuffer(),
      }
    } catch (error) {
      throw refusalOf(error)
    }
  })

const encode = (image: ReturnType<Sharp>, format: Format): Promise<Buffer> =>
  (format === 'png' ? image.png({ compressionLevel: 9 }) : image[format]({ quality: 88 })).toBuffer()

/** The library's words tell of its insides: the sender learns what to do. */
function refusalOf(error: unknown): AppError {
  const said = error instanceof Error ? error.message : ''
  if (/pixel limit|too large/i.test(said))
    return badInput({ file: ['paper.pixels', { max: pixels / 10_000 }] })
  return new AppError('BAD_INPUT', { fields: { file: ['paper.unreadable'] }, cause: error })
}
