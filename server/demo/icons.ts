import { limits } from '../../contract/limits.ts'

/** White rectangles on a colour, on a grid of 16: left, top, width, height. */
export interface DrawnIcon {
  color: string
  shapes: readonly (readonly [left: number, top: number, width: number, height: number])[]
}

const { edge } = limits.application.icon
const unit = edge / 16
const plain = (width: number, height: number, background: string) => ({
  create: { width, height, channels: 3 as const, background },
})

/** A PNG. */
export async function drawIcon({ color, shapes }: DrawnIcon): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(plain(edge, edge, color))
    .composite(
      shapes.map(([left, top, width, height]) => ({
        input: plain(width * unit, height * unit, '#fff'),
        left: left * unit,
        top: top * unit,
      })),
    )
    .png()
    .toBuffer()
}
