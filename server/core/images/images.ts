import type sharpModule from 'sharp'
import { AppError, badInput } from '../errors.ts'

type Sharp = typeof sharpModule
export type Drawing = ReturnType<Sharp>
export type ImageFormat = 'jpeg' | 'png' | 'webp'

/** As many at once; each may hold 4 bytes a pixel. */
const atOnce = 2
/** Seconds for one. */
const timeout = { seconds: 20 }

/** By what a file begins with, in hexadecimal; what it is called and what its sender says that it is count for nothing. */
const beginnings: readonly (readonly [ImageFormat, RegExp])[] = [
  ['jpeg', /^ffd8ff/],
  ['png', /^89504e470d0a1a0a/],
  ['webp', /^52494646.{8}57454250/],
]

/** undefined: none of those that are taken. */
export function imageFormatOf(sent: Buffer): ImageFormat | undefined {
  const head = sent.subarray(0, 12).toString('hex')
  return beginnings.find(([, begins]) => begins.test(head))?.[0]
}

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

/**
 * Draws images anew, whose pixels are `pixels` at most: without metadata and whatever else was in the file. Throws BAD_INPUT
 * for `file`.
 */
export const drawAnew = <T>(
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

/** The library's words tell of its insides: the sender learns what to do. */
function refusalOf(error: unknown, pixels: number): AppError {
  const said = error instanceof Error ? error.message : ''
  if (/pixel limit|too large/i.test(said))
    return badInput({ file: ['document.pixels', { max: pixels / 10_000 }] })
  return new AppError('BAD_INPUT', { fields: { file: ['document.unreadable'] }, cause: error })
}
