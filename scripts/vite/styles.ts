import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import type { Plugin } from 'vite'
import { cssVariablesResolver, theme } from '../../web/ui/theme/theme.ts'

/** Mantine's colors that nothing here is drawn in. */
const names = 'pink|grape|violet|indigo|cyan|teal|lime|orange|yellow|green|blue'
const unused = new RegExp(`(?<=[{;])--mantine-color-(${names})-[^;]*;`, 'g')
const shades = new RegExp(`^\\s*(${names}): \\[[^\\]]*\\],?$`, 'gm')

const lengths = /(?<![\w#.-])(\d*\.?\d+)px\b/g

/** Modules of Mantine that are replaced. */
const replaced = /default-css-variables\.layer\.css$|default-colors\.mjs$|Mantine(CssVariables|Classes)\.mjs$/

/**
 * Writes our theme's variables into the style sheet in place of Mantine's, so that no browser computes them at its start
 * (`withCssVariables`), and drops unused colors and the components that would make variables and classes.
 *
 * Sizes in our style sheets are in px of a browser with a font size of 16. They become rem, so that they grow with the
 * font size that people set: text, spacing and breakpoints. Lines of 1 and 2 px stay as they are.
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
