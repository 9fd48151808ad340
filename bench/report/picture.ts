import { first, last } from '../../contract/required.ts'
import { sizeName } from '../fill/sizes.ts'

export interface Line {
  name: string
  /** One value per size, in ascending order of size. */
  points: { size: number; value: number }[]
}

export interface Panel {
  title: string
  lines: Line[]
}

const panelWidth = 380
const height = 330
const [left, top, plotWidth, plotHeight] = [66, 76, 296, 210]

// The media query also works if the SVG is embedded in a page as an image.
const style = `text { font: 12px system-ui, sans-serif; fill: #1f2328 } .title { font-weight: 600 } .tick { fill: #59636e }
.grid { stroke: #d1d9e0 } .line { fill: none; stroke: #b1bac4; stroke-width: 1.2 }
.most { stroke: #b35900; stroke-width: 2.5 } .middle { stroke: #0969da; stroke-width: 2.5 }
text.most { fill: #b35900; stroke: none } text.middle { fill: #0969da; stroke: none }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc } .tick { fill: #9198a1 } .grid { stroke: #3d444d } .line { stroke: #656c76 }
.most { stroke: #f0883e } .middle { stroke: #58a6ff } text.most { fill: #f0883e } text.middle { fill: #58a6ff } }`

/**
 * Returns an SVG chart for light and dark pages, with two logarithmic axes and one line per case. It
 * highlights and labels two cases: the most expensive and the median case at the largest size. `unit` is the
 * unit of the values.
 */
export function drawGrowth(title: string, unit: string, panels: readonly Panel[]): string {
  const width = panelWidth * panels.length
  const points = panels.flatMap(({ lines }) => lines.flatMap((line) => line.points))
  const decades = decadesOf(points.map(({ value }) => value))
  const body = panels.map(
    (panel, index) =>
      `<g transform="translate(${index * panelWidth} 0)">${drawPanel(panel, unit, decades)}</g>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>${style}</style>
<text x="${left}" y="20" class="title">${escaped(title)}</text>
${body.join('\n')}
</svg>
`
}

/** Returns the exponents of the consecutive powers of ten between which all values lie. */
export function decadesOf(values: readonly number[]): number[] {
  const positive = values.filter((value) => value > 0)
  if (!positive.length) return [0, 1]
  const from = Math.floor(Math.log10(Math.min(...positive)))
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(...positive))))
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

function drawPanel({ title, lines }: Panel, unit: string, decades: readonly number[]): string {
  const points = lines.flatMap((line) => line.points)
  const sizes = [...new Set(points.map(({ size }) => size))].sort((a, b) => a - b)
  /** Returns the position of `log` between `from` and `to`, as a number from 0 to 1. */
  const share = (log: number, from: number, to: number) => (to === from ? 0 : (log - from) / (to - from))
  const logs = sizes.map(Math.log10)
  const x = (size: number) =>
    (left + plotWidth * share(Math.log10(size), first(logs, 'sizes'), last(logs, 'sizes'))).toFixed(1)
  const [lowest, highest] = [first(decades, 'decades'), last(decades, 'decades')]
  const y = (log: number) => top + plotHeight * (1 - share(Math.max(log, lowest), lowest, highest))
  const ranked = lines.toSorted((a, b) => largest(a) - largest(b))
  const named = [
    { line: ranked.at(-1), style: 'most', label: 'most expensive' },
    { line: ranked[Math.floor((ranked.length - 1) / 2)], style: 'middle', label: 'middle' },
  ]
  const rows = decades.flatMap((decade) => [
    `<line class="grid" x1="${left}" x2="${left + plotWidth}" y1="${y(decade).toFixed(1)}" y2="${y(decade).toFixed(1)}"/>`,
    `<text class="tick" text-anchor="end" x="${left - 6}" y="${(y(decade) + 4).toFixed(1)}">${Number((10 ** decade).toPrecision(1))} ${unit}</text>`,
  ])
  const columns = sizes.map(
    (size) =>
      `<text class="tick" text-anchor="middle" x="${x(size)}" y="${top + plotHeight + 20}">${sizeName(size)}</text>`,
  )
  const paths = ranked.map((line) => {
    const style = named.find((each) => each.line === line)?.style ?? ''
    const path = line.points.map(({ size, value }) => `${x(size)},${y(Math.log10(value)).toFixed(1)}`)
    return `<polyline class="line ${style}" points="${path.join(' ')}"><title>${escaped(line.name)}</title></polyline>`
  })
  const captions = named.map(({ line, style, label }, index) =>
    line
      ? `<text class="${style}" x="${left}" y="${54 + index * 15}">${label}: ${escaped(line.name)}, ${Number(largest(line).toPrecision(2))} ${unit}</text>`
      : '',
  )
  const heading = `<text x="${left}" y="38">${escaped(title)}</text>`
  return [heading, ...captions, ...rows, ...columns, ...paths].join('\n')
}

/** Returns the value of a case at the largest size. */
const largest = ({ points }: Line): number => points.at(-1)?.value ?? 0
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
