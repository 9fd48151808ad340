import { writeFileSync } from 'node:fs'

type Value = string | number | readonly Value[] | { readonly [key: string]: Value }

/**
 * Encodes a value in the MaxMind DB 2.0 format: a control byte with type and size, followed by the bytes of
 * the value.
 */
function encode(value: Value): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([control(6, 4), bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)])
  const entries = Object.entries(value)
  return Buffer.concat([
    control(7, entries.length),
    ...entries.flatMap(([key, inner]) => [encode(key), encode(inner)]),
  ])
}

function control(type: number, size: number): Buffer {
  const [short, more] = size < 29 ? [size, []] : [29, [size - 29]]
  return Buffer.from(type < 8 ? [(type << 5) | short, ...more] : [short, type - 7, ...more])
}

type Node = [Node | number | null, Node | number | null]

/**
 * Writes a MaxMind DB file that contains the IPv4 networks in `places`, such as `203.0.113.0/24`. The
 * networks must not overlap.
 */
export function writeGeoipFile(path: string, places: Readonly<Record<string, Value>>): void {
  const data: Buffer[] = []
  const root: Node = [null, null]
  for (const [network, place] of Object.entries(places)) {
    const [address = '', length = '32'] = network.split('/')
    const bits = address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('')
      .slice(0, Number(length))
    let node = root
    for (const bit of bits.slice(0, -1)) {
      const next = (node[Number(bit)] as Node | null) ?? [null, null]
      node[Number(bit)] = next
      node = next
    }
    node[Number(bits.at(-1))] = Buffer.concat(data).length
    data.push(encode(place))
  }
  const nodes: Node[] = []
  const walk = (node: Node): void => {
    nodes.push(node)
    for (const next of node) if (Array.isArray(next)) walk(next)
  }
  walk(root)
  const tree = Buffer.alloc(nodes.length * 6)
  nodes.forEach((node, index) => {
    node.forEach((next, side) => {
      const record =
        next === null ? nodes.length : Array.isArray(next) ? nodes.indexOf(next) : nodes.length + 16 + next
      tree.writeUIntBE(record, index * 6 + side * 3, 3)
    })
  })
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    database_type: 'Test-City',
    description: { en: 'A few networks' },
    ip_version: 4,
    languages: ['zh-CN', 'en'],
    node_count: nodes.length,
    record_size: 24,
  })
  const mark = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
  writeFileSync(path, Buffer.concat([tree, Buffer.alloc(16), ...data, mark, metadata]))
}
