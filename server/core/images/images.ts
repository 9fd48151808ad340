import type sharpModule from 'sharp'
import { AppError, badInput } from '../errors.ts'

type Sharp = typeof sharpModule
export type Drawing = ReturnType<Sharp>
export type ImageFormat = 'jpeg' | 'png' | 'webp'

/** Maximum number of images processed at once. Each image can use 4 bytes of memory per pixel. */
const atOnce = 2
/** Time limit for processing one image. */
const timeout = { seconds: 20 }

/**
 * First bytes that identify each format, in hexadecimal. The file name and the declared content type are
 * ignored.
 */
const beginnings: readonly (readonly [ImageFormat, RegExp])[] = [
  ['jpeg', /^ffd8ff/],
  ['png', /^89504e470d0a1a0a/],
  ['webp', /^52494646.{8}57454250/],
]

/** Returns the format of an image, or undefined if the format is not supported. */
export function imageFormatOf(sent: Buffer): ImageFormat | undefined {
  const head = sent.subarray(0, 12).toString('hex')
  return beginnings.find(([, begins]) => begins.test(head))?.[0]
}

let loading: Promise<Sharp> | undefined

/**
 * Loads the library only when the first image is processed, because most servers rarely process images. Only
 * the loaders for JPEG, PNG and WebP are enabled.
 */
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

/**
 * Runs `draw` to re-encode an image of at most `pixels` pixels. This removes metadata and all other content
 * of the file. Throws BAD_INPUT for the field `file` if the image is too large or cannot be read.
 */
export const reencode = <T>(
  pixels: number,
  draw: (open: (image: Buffer) => Drawing) => Promise<T>,
): Promise<T> =>
  inTurn(async () => {
    const sharp = await load()
    try {
      return await draw((image) =>
        sharp(image, { limitInputPixels: pixels, failOn: 'error' }).timeout(timeout),
      )
    } catch (error) {
      throw error instanceof AppError ? error : refusalOf(error, pixels)
    }
  })

/**
 * Returns an error that explains what to change in the image. The library's own messages describe only its
 * internals.
 */
function refusalOf(error: unknown, pixels: number): AppError {
  const said = error instanceof Error ? error.message : ''
  if (/pixel limit|too large/i.test(said))
    return badInput({ file: ['document.pixels', { max: pixels / 10_000, megapixels: pixels / 1_000_000 }] })
  return new AppError('BAD_INPUT', { fields: { file: ['document.unreadable'] }, cause: error })
}
