import { first, required } from '../../contract/required.ts'
import { sizeName } from '../fill/sizes.ts'

export interface Line {
  name: string
  /** The value at each size, in the order of the sizes. */
  points: { size: number; value: number }[]
}

export interface Panel {
  title: string
  lines: Line[]
}

const panelWidth = 380
const height = 330
const plot = { left: 66, top: 76, width: 296, height: 210 }

// What a reader's system prefers decides, also where the picture stands in a page as an image.
const style = `text { font: 12px system-ui, sans-serif; fill: #1f2328 } .title { font-weight: 600 } .tick { fill: #59636e }
.grid { stroke: #d1d9e0 } .line { fill: none; stroke: #b1bac4; stroke-width: 1.2 }
.most { stroke: #b35900; stroke-width: 2.5 } .middle { stroke: #0969da; stroke-width: 2.5 }
text.most { fill: #b35900; stroke: none } text.middle { fill: #0969da; stroke: none }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc } .tick { fill: #9198a1 } .grid { stroke: #3d444d } .line { stroke: #656c76 }
.most { stroke: #f0883e } .middle { stroke: #58a6ff } text.most { fill: #f0883e } text.middle { fill: #58a6ff } }`

/**
 * How values grow with the size, one line a case, both axes logarithmic, as an SVG for light and dark. The costliest at
 * the largest size and the one in the middle are told apart and named. unit: of the values.
 */
export function drawGrowth(title: string, unit: string, panels: readonly Panel[]): string {
  const width = panelWidth * panels.length
  const values = panels.flatMap(({ lines }) =>
    lines.flatMap(({ points }) => points.map(({ value }) => value)),
  )
  const decades = decadesOf(values)
  const body = panels.map(
    (panel, index) =>
      `<g transform="translate(${index * panelWidth} 0)">${drawPanel(panel, unit, decades)}</g>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>${style}</style>
<text x="${plot.left}" y="20" class="title">${escaped(title)}</text>
${body.join('\n')}
</svg>
`
}

/** Powers of ten, from the one below the least value to the one above the greatest. */
export function decadesOf(values: readonly number[]): number[] {
  const positive = values.filter((value) => value > 0)
  if (!positive.length) return [0, 1]
  const from = Math.floor(Math.log10(Math.min(...positive)))
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(...positive))))
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

function drawPanel({ title, lines }: Panel, unit: string, decades: readonly number[]): string {
  const sizes = [...new Set(lines.flatMap(({ points }) => points.map(({ size }) => size)))].sort(
    (a, b) => a - b,
  )
  const share = (value: number, least: number, most: number) =>
    most === least ? 0 : (value - least) / (most - least)
  const x = (size: number) =>
    plot.left +
    plot.width *
      share(
        Math.log10(size),
        Math.log10(first(sizes, 'sizes')),
        Math.log10(required(sizes.at(-1), 'item of sizes')),
      )
  const y = (value: number) =>
    plot.top +
    plot.height *
      (1 -
        share(
          Math.log10(Math.max(value, 10 ** first(decades, 'decades'))),
          first(decades, 'decades'),
          required(decades.at(-1), 'item of decades'),
        ))
  const ranked = lines.toSorted((a, b) => last(a) - last(b))
  const named = [
    { line: ranked.at(-1), as: 'most', words: 'costliest' },
    { line: ranked[Math.floor((ranked.length - 1) / 2)], as: 'middle', words: 'middle' },
  ]
  const rows = decades.map(
    (
      decade,
    ) => `<line class="grid" x1="${plot.left}" x2="${plot.left + plot.width}" y1="${at(y(10 ** decade))}" y2="${at(y(10 ** decade))}"/>
<text class="tick" text-anchor="end" x="${plot.left - 6}" y="${at(y(10 ** decade) + 4)}">${Number((10 ** decade).toPrecision(1))} ${unit}</text>`,
  )
  const columns = sizes.map(
    (size) =>
      `<text class="tick" text-anchor="middle" x="${at(x(size))}" y="${plot.top + plot.height + 20}">${sizeName(size)}</text>`,
  )
  const paths = ranked.map((line) => {
    const as = named.find((each) => each.line === line)?.as ?? ''
    const points = line.points.map(({ size, value }) => `${at(x(size))},${at(y(value))}`).join(' ')
    return `<polyline class="line ${as}" points="${points}"><title>${escaped(line.name)}</title></polyline>`
  })
  const captions = named.map(({ line, as, words }, index) =>
    line
      ? `<text class="${as}" x="${plot.left}" y="${54 + index * 15}">${words}: ${escaped(line.name)}, ${Number(last(line).toPrecision(2))} ${unit}</text>`
      : '',
  )
  return [
    `<text x="${plot.left}" y="38">${escaped(title)}</text>`,
    ...captions,
    ...rows,
    ...columns,
    ...paths,
  ].join('\n')
}

const last = ({ points }: Line): number => points.at(-1)?.value ?? 0
const at = (value: number): string => value.toFixed(1)
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
