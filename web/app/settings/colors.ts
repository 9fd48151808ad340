import { contrast, parseColor, type Rgb } from '../../../contract/contrast.ts'
import { required } from '../../../contract/required.ts'

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
/** Background of the selected menu entry in the dark theme. */
const night: Rgb = [19, 21, 25]

/**
 * Returns the design tokens (tokens.css) that are derived from a theme color. The color is darkened or
 * lightened if its contrast with white text or with the background is below the minimum of WCAG 2.2, success
 * criterion 1.4.3.
 */
export function shadesOf(color: string): { light: Record<string, string>; dark: Record<string, string> } {
  const chosen = parseColor(color)
  const fill = until(chosen, black, (each) => contrast(each, white) >= 4.6)
  const filled = {
    '--fill': print(fill),
    '--mark': print(fill),
    '--fill-hover': print(mix(fill, black, 0.14)),
    '--mantine-color-reeve-filled': print(fill),
    '--mantine-color-reeve-filled-hover': print(mix(fill, black, 0.14)),
  }
  const tint = mix(white, chosen, 0.09)
  const link = until(fill, black, (each) => contrast(each, tint) >= 4.8)
  const darkTint = mix(night, chosen, 0.18)
  const darkLink = until(chosen, white, (each) => contrast(each, darkTint) >= 5.5)
  return {
    light: { ...filled, ...tokens(link, tint, mix(white, chosen, 0.05), fill) },
    dark: { ...filled, ...tokens(darkLink, darkTint, mix(night, chosen, 0.1), darkLink) },
  }
}

const tokens = (link: Rgb, tint: Rgb, row: Rgb, mark: Rgb) => ({
  '--link': print(link),
  '--sel': print(tint),
  '--selrow': print(row),
  '--focus': print(mark),
  '--info': print(link),
  '--info-tint': print(tint),
  '--info-dot': print(mark),
})

let sheet: HTMLStyleElement | undefined

/** Applies a theme color. If it is the default color (`usual`), no additional CSS rules are needed. */
export function applyThemeColor(color: string, usual: string): void {
  sheet?.remove()
  sheet = undefined
  if (color.toLowerCase() === usual.toLowerCase()) return
  sheet = document.createElement('style')
  sheet.textContent = Object.entries(shadesOf(color))
    .map(([scheme, values]) => {
      const lines = Object.entries(values).map(([name, value]) => `${name}: ${value};`)
      // `:root` is repeated, so that this rule has a higher specificity than the rules of tokens.css and
      // Mantine, whatever the order of the style sheets.
      return `:root:root[data-mantine-color-scheme="${scheme}"] { ${lines.join(' ')} }`
    })
    .join('\n')
  document.head.append(sheet)
}

/** Mixes `from` with `end` in 50 steps. Returns the first color for which `fits` returns true. */
function until(from: Rgb, end: Rgb, fits: (color: Rgb) => boolean): Rgb {
  for (let step = 0; step < 50; step++) {
    const color = mix(from, end, step / 50)
    if (fits(color)) return color
  }
  return end
}

const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  [0, 1, 2].map((i) =>
    Math.round(
      required(from[i], 'item of from') +
        (required(to[i], 'item of to') - required(from[i], 'item of from')) * share,
    ),
  ) as unknown as Rgb

const print = (color: Rgb): string => `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`
