import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import type { Plugin } from 'vite'
import { cssVariablesResolver, theme } from '../../web/ui/theme/theme.ts'

/** Colors of Mantine that the console does not use. */
const names = 'pink|grape|violet|indigo|cyan|teal|lime|orange|yellow|green|blue'
const unused = new RegExp(`(?<=[{;])--mantine-color-(${names})-[^;]*;`, 'g')
const shades = new RegExp(`^\\s*(${names}): \\[[^\\]]*\\],?$`, 'gm')

const lengths = /(?<![\w#.-])(\d*\.?\d+)px\b/g

/** Modules of Mantine that the plugin replaces. */
const replaced = /default-css-variables\.layer\.css$|default-colors\.mjs$|Mantine(CssVariables|Classes)\.mjs$/

/**
 * Replaces Mantine's variables in the style sheet with those of our theme, so that browsers do not compute
 * them at startup (`withCssVariables`). Removes unused colors. Also removes the components that would
 * generate the variables and classes in the browser.
 *
 * Converts px in our style sheets to rem, based on a font size of 16 px. Text, spacing and breakpoints then
 * scale with the font size in the browser's settings. Lengths of 1 and 2 px stay in px.
 */
export function styles(): Plugin {
  return {
    name: 'reeve-styles',
    enforce: 'pre',
    transform: {
      filter: { id: [replaced, /[\\/]web[\\/].*\.css$/] },
      handler(code, id) {
        if (!replaced.test(id)) return growingSizes(code)
        if (id.endsWith('.css')) return themeVariables()
        if (id.endsWith('default-colors.mjs')) return code.replace(shades, '')
        return `export const ${id.includes('Classes') ? 'MantineClasses' : 'MantineCssVariables'} = () => null`
      },
    },
  }
}

function themeVariables(): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme)
  const all = deepMerge(defaultCssVariablesResolver(whole), cssVariablesResolver(whole))
  return `@layer mantine {${convertCssVariables(all).replace(unused, '')}}`
}

const growingSizes = (code: string) =>
  code.replace(lengths, (px, size) => (Number(size) < 3 ? px : `${Number(size) / 16}rem`))
