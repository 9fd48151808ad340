import { documentLimits } from '../../../contract/documents.ts'
import { type Drawing, type ImageFormat, reencode } from '../../core/images/images.ts'

const { bytes, edge, pixels, thumbnail } = documentLimits
const longest = { width: edge, height: edge, fit: 'inside', withoutEnlargement: true } as const
const small = { width: thumbnail, height: thumbnail, fit: 'inside', withoutEnlargement: true } as const

export interface Image {
  format: ImageFormat
  content: Buffer
  /** Thumbnail of the image in WebP format. */
  thumbnail: Buffer
}

/**
 * Re-encodes an image and applies the rotation from its metadata. A PNG that is still too large is converted
 * to JPEG. Throws BAD_INPUT for `file`.
 */
export const redraw = (sent: Buffer, format: ImageFormat): Promise<Image> =>
  reencode(pixels, async (open) => {
    const drawn = open(sent).autoOrient().resize(longest)
    const first = await encode(drawn.clone(), format)
    const tooLarge = format === 'png' && first.length > bytes
    const content = tooLarge ? await encode(drawn.clone().flatten({ background: '#fff' }), 'jpeg') : first
    return {
      format: tooLarge ? 'jpeg' : format,
      content,
      thumbnail: await open(content).resize(small).webp({ quality: 70 }).toBuffer(),
    }
  })

const encode = (image: Drawing, format: ImageFormat): Promise<Buffer> =>
  (format === 'png' ? image.png({ compressionLevel: 9 }) : image[format]({ quality: 88 })).toBuffer()
