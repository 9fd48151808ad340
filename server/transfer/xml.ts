import { SaxesParser } from 'saxes'

interface Handler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/** Bytes that the parser gets at a time. */
const slice = 64 * 1024

/** Characters between two tags; a cell holds 32,767, each of which may be written by a reference. */
const longest = 400_000

/** More than any sheet has: elements in a part, elements one within another, attributes of one element. */
const most = { elements: 4_000_000, depth: 100, attributes: 100 }

/**
 * The elements of a document in their order, names without prefixes. A DOCTYPE, which could declare what expands itself,
 * is refused as what is not well formed is: by an Error.
 */
export function scanXml(bytes: Uint8Array, { open, text, close }: Handler): void {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const refuse = (fault: string) => {
    throw new Error(fault)
  }
  let [elements, depth, attributes] = [0, 0, 0]
  const read = (part: string) => {
    if (part.length > longest) refuse('more than a cell holds')
    if (depth) text?.(part)
  }
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
    open?.(local(tag.name), tag.attributes)
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    close?.(local(name))
  })
  parser.on('text', read)
  parser.on('cdata', read)
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  for (let at = 0; at < bytes.length; at += slice)
    parser.write(utf8.decode(bytes.subarray(at, at + slice), { stream: true }))
  parser.write(utf8.decode()).close()
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)
