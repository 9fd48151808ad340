import { type DocumentType, documentLimits, documentTypes } from '../../../contract/documents.ts'
import { badInput } from '../../core/errors.ts'
import { type ImageFormat, imageFormatOf } from '../../core/images/images.ts'
import { compose, withoutForbidden } from '../../core/text.ts'
import { redraw } from './image.ts'

export interface Content {
  name: string
  type: DocumentType
  content: Buffer
  thumbnail: Buffer | null
}

const pdf = Buffer.from('%PDF-')
const endings: Record<ImageFormat, keyof typeof documentTypes> = { jpeg: 'jpg', png: 'png', webp: 'webp' }

/**
 * Checks an uploaded file and returns the content to store. Images are re-encoded, and PDF files are stored
 * unchanged. Throws BAD_INPUT for `file`.
 */
export async function readContent(sent: Buffer, name: string): Promise<Content> {
  if (sent.subarray(0, 5).equals(pdf)) {
    // A PDF file without this marker near its end is truncated, so PDF viewers cannot open it.
    if (!sent.subarray(-2_048).includes('%%EOF')) throw badInput({ file: ['document.unreadable'] })
    return { name: nameOf(name, 'pdf'), type: documentTypes.pdf, content: sent, thumbnail: null }
  }
  const format = imageFormatOf(sent)
  if (!format) throw badInput({ file: ['document.type'] })
  const image = await redraw(sent, format)
  const ending = endings[image.format]
  const { content, thumbnail } = image
  return { name: nameOf(name, ending), type: documentTypes[ending], content, thumbnail }
}

/**
 * Returns a safe file name: without folders and misleading characters, and with the extension that matches
 * the content of the file.
 */
export function nameOf(given: string, ending: string): string {
  const base = compose(withoutForbidden(given.replace(/^.*[/\\]/s, '')))
    .replace(/[<>:"|?*]/g, '')
    .replace(/\.[a-z\d]{1,5}$/i, '')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  return `${[...base].slice(0, documentLimits.name - ending.length - 1).join('') || 'paper'}.${ending}`
}
