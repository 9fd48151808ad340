import { setImmediate } from 'node:timers/promises'

export interface Handler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

const pair = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Others wait no longer than this many tags take. */
const turn = 20_000

/** Characters between two tags; a cell holds 32,767, each of which may be written by a reference. */
const longest = 400_000

/** At one place only: what does not begin there is a fault, so that nothing is looked for behind it again and again. */
const tag =
  /<(?:(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|!\[CDATA\[([\s\S]*?)\]\]>|!--[\s\S]*?-->|\?[\s\S]*?\?>)/y

/**
 * The elements of a document in their order, names without prefixes. What would expand itself, a DOCTYPE, is refused as
 * what is not well formed is: by an Error. So much of XML as sheets are written in.
 */
export async function scanXml(xml: string, { open, text, close }: Handler): Promise<void> {
  const path: string[] = []
  let at = 0
  let tags = 0
  for (let next = xml.indexOf('<'); next >= 0; next = xml.indexOf('<', at)) {
    if (next > at) read(xml.slice(at, next))
    tag.lastIndex = next
    const found = tag.exec(xml)
    if (!found) throw new Error('not a tag that is read')
    at = tag.lastIndex
    const [, closes, whole, attributes, ends, data] = found
    if (data !== undefined) text?.(data)
    if (whole === undefined) continue
    const name = whole.slice(whole.indexOf(':') + 1)
    if (closes) {
      if (path.pop() !== whole) throw new Error(`${whole} closes what is not open`)
      close?.(name)
    } else {
      open?.(name, attributes ? attributesOf(attributes) : {})
      if (ends) close?.(name)
      else path.push(whole)
    }
    tags += 1
    if (tags % turn === 0) await setImmediate()
  }
  read(xml.slice(at))
  if (path.length || !tags) throw new Error('the document is not whole')

  function read(between: string): void {
    if (between.length > longest) throw new Error('more than a cell holds')
    if (path.length) text?.(resolved(between))
  }
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(pair)].map(([, name, one, other]) => [name, resolved(one ?? other ?? '')]),
  )

/** No reference has another meaning than these: nothing is declared. */
const resolved = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));|&/gi, (_, decimal, hexadecimal, name) => {
        const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : undefined
        if (code !== undefined) return String.fromCodePoint(code)
        const mark = name && named[name]
        if (!mark) throw new Error('a reference to nothing')
        return mark
      })
    : text
