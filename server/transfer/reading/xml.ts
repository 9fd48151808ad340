import { SaxesParser } from 'saxes'
import { required } from '../../../contract/required.ts'

type Attributes = Record<string, string>

export interface XmlHandler {
  /**
   * Called at the start of an element. `name` has no namespace prefix. Attributes that the callback adds or
   * changes are written to the output.
   */
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

export interface XmlOptions {
  /** Names of elements that are written as `<a></a>` instead of `<a/>` if they are empty. */
  expanded?: readonly string[]
  text?(text: string): string
}

/** Number of bytes that are passed to the parser at a time. */
const slice = 64 * 1024

/**
 * Maximum number of characters between two tags. A cell has at most 32,767 characters, and each character may
 * be written as a character reference.
 */
const longest = 400_000

/**
 * Maximum number of elements in a document, maximum nesting depth, and maximum number of attributes of an
 * element. No real sheet reaches these limits.
 */
const most = { elements: 4_000_000, depth: 100, attributes: 100 }

/**
 * Returns the document in a canonical form as UTF-8, without comments, CDATA sections, processing
 * instructions and numeric references, so that every parser sees the same elements as the handler. Throws if
 * the document is malformed, has a DOCTYPE or exceeds a limit.
 */
export function normalizeXml(bytes: Uint8Array, handler: XmlHandler, options: XmlOptions = {}): Buffer {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const output = new Output()
  const refuse = (fault: string) => {
    throw new Error(fault)
  }
  let [elements, depth, attributes] = [0, 0, 0]
  const onText = (part: string) => {
    if (part.length > longest) refuse('text longer than a cell can contain')
    if (!depth) return
    handler.text?.(part)
    output.add(escaped(options.text ? options.text(part) : part))
  }
  const isEmpty = (tag: { name: string; isSelfClosing: boolean }) =>
    tag.isSelfClosing && !options.expanded?.includes(local(tag.name))
  parser.on('doctype', () => refuse('a DOCTYPE'))
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > most.attributes) refuse('too many attributes')
  })
  parser.on('opentag', (tag) => {
    elements += 1
    depth += 1
    attributes = 0
    if (elements > most.elements || depth > most.depth) refuse('too many elements')
    handler.open?.(local(tag.name), tag.attributes)
    output.add(`<${tag.name}`)
    for (const name in tag.attributes)
      output.add(` ${name}="${escaped(required(tag.attributes[name], 'item of attributes'))}"`)
    output.add(isEmpty(tag) ? '/>' : '>')
  })
  parser.on('closetag', (tag) => {
    depth -= 1
    handler.close?.(local(tag.name))
    if (!isEmpty(tag)) output.add(`</${tag.name}>`)
  })
  parser.on('text', onText)
  parser.on('cdata', onText)
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  for (let at = 0; at < bytes.length; at += slice)
    parser.write(utf8.decode(bytes.subarray(at, at + slice), { stream: true }))
  parser.write(utf8.decode()).close()
  return output.end()
}

/** Collects text as bytes, because buffers are stored outside the V8 heap, whose size is limited. */
class Output {
  #chunks: Buffer[] = []
  #text = ''

  add(text: string): void {
    this.#text += text
    if (this.#text.length > slice) this.#flush()
  }

  #flush(): void {
    this.#chunks.push(Buffer.from(this.#text))
    this.#text = ''
  }

  end(): Buffer {
    this.#flush()
    return Buffer.concat(this.#chunks)
  }
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

const escaped = (text: string): string =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (mark) => required(marks[mark], 'item of marks')) : text
