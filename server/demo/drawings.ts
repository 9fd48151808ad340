import { limits } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'

type Rectangle = readonly [left: number, top: number, width: number, height: number]

/** An icon of white rectangles on a colored background. Coordinates are on a grid of 16 by 16. */
export interface DrawnIcon {
  color: string
  shapes: readonly Rectangle[]
}

const { edge } = limits.application.icon

export const drawIcon = ({ color, shapes }: DrawnIcon): Promise<Buffer> =>
  draw([16, 16], edge / 16, color, { '#fff': shapes })

/**
 * Returns a PNG image that resembles a business license or a stamped letter from a distance. The images
 * contain no text, because text would require a font.
 */
export const drawLicence = (): Promise<Buffer> =>
  draw([100, 70], 10, '#fdf9ef', {
    '#b98a3c': frame([3, 3, 94, 64]),
    '#c8342b': [[46, 7, 8, 7], ...frame([72, 46, 16, 12])],
    '#2b2f38': [0, 1, 2, 3].map((index): Rectangle => [34 + index * 9, 17, 6, 5]),
    '#8a8f9a': lines([10, 28], 5, [26, 34, 30, 22, 34], 6).concat(lines([56, 28], 3, [30, 24, 32], 6)),
  })

export const drawLetter = (): Promise<Buffer> =>
  draw([70, 100], 10, '#ffffff', {
    '#2b2f38': [0, 1, 2, 3, 4].map((index): Rectangle => [18 + index * 7, 12, 5, 4]),
    '#8a8f9a': lines([10, 26], 7, [50, 46, 50, 50, 38, 50, 20], 6),
    '#c8342b': frame([42, 76, 16, 12]),
  })

/** Returns rectangles that resemble lines of text, with the given widths. */
const lines = ([left, top]: [number, number], count: number, widths: number[], step: number): Rectangle[] =>
  Array.from({ length: count }, (_, index) => [
    left,
    top + index * step,
    required(widths[index], 'item of widths'),
    1.5,
  ])

const frame = ([left, top, width, height]: Rectangle): Rectangle[] => [
  [left, top, width, 1],
  [left, top + height - 1, width, 1],
  [left, top, 1, height],
  [left + width - 1, top, 1, height],
]

async function draw(
  [width, height]: [number, number],
  unit: number,
  background: string,
  shapes: Record<string, readonly Rectangle[]>,
): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const plain = (width: number, height: number, background: string) => ({
    create: { width: width * unit, height: height * unit, channels: 3 as const, background },
  })
  return sharp(plain(width, height, background))
    .composite(
      Object.entries(shapes).flatMap(([color, rectangles]) =>
        rectangles.map(([left, top, width, height]) => ({
          input: plain(width, height, color),
          left: left * unit,
          top: top * unit,
        })),
      ),
    )
    .png()
    .toBuffer()
}
