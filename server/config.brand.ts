import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import * as v from 'valibot'
import { contrast, parseColor } from '../contract/contrast.ts'
import { required } from '../contract/required.ts'
import { printable, text } from './config.shapes.ts'

/** Name and appearance of the product. */
export interface Brand {
  name: string
  logo: { type: string; bytes: Buffer } | null
  /** Accent color as #RRGGBB, or null for the default color. */
  color: string | null
  /**
   * Texts next to the sign-in form in Chinese and English. `line` is a short sentence, and `text` is a longer
   * one below it. If null, the default texts are shown, or no text if the product has another name.
   */
  line: Sentence | null
  text: Sentence | null
}

type Sentence = readonly [zh: string, en: string]

const logoTypes: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
}
const atMost = 100_000
const fault = `must be the path of an SVG, PNG or WebP file of at most ${atMost / 1_000} kB`

function readLogo(path: string): Brand['logo'] {
  try {
    const type = logoTypes[extname(path).toLowerCase()]
    const bytes = readFileSync(path)
    return type && bytes.length > 0 && bytes.length <= atMost ? { type, bytes } : null
  } catch {
    return null
  }
}

/** Whether white text is readable on the color. */
const isReadable = (color: string) =>
  /^#[\da-f]{6}$/i.test(color) && contrast(parseColor(color), [255, 255, 255]) >= 4.5

const sentence = v.pipe(
  printable(160),
  v.transform((words): Sentence => {
    const [zh, en = zh] = words.split('|').map((each) => each.trim())
    return [required(zh, 'zh'), required(en, 'en')]
  }),
)

export const brandVariables = {
  REEVE_BRAND_NAME: v.optional(printable(40), 'Reeve'),
  REEVE_BRAND_LOGO: v.optional(
    v.pipe(
      v.string(),
      v.transform(readLogo),
      v.check((logo) => logo !== null, fault),
    ),
  ),
  REEVE_BRAND_COLOR: v.optional(
    text('must be a color such as #165DFF with a contrast of at least 4.5 to white text', isReadable),
  ),
  REEVE_BRAND_LINE: v.optional(sentence),
  REEVE_BRAND_TEXT: v.optional(sentence),
}

type Settings = { [Name in keyof typeof brandVariables]: v.InferOutput<(typeof brandVariables)[Name]> }

export const brandOf = (read: Settings): Brand => ({
  name: read.REEVE_BRAND_NAME,
  logo: read.REEVE_BRAND_LOGO ?? null,
  color: read.REEVE_BRAND_COLOR ?? null,
  line: read.REEVE_BRAND_LINE ?? null,
  text: read.REEVE_BRAND_TEXT ?? null,
})
