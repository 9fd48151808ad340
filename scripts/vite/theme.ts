import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import type { Plugin } from 'vite'
import { cssVariablesResolver, theme } from '../../web/ui/theme/theme.ts'

/** Mantine's colours that nothing here is drawn in. */
const names = 'pink|grape|violet|indigo|cyan|teal|lime|orange|yellow|green|blue'
const unused = new RegExp(`(?<=[{;])--mantine-color-(${names})-[^;]*;`, 'g')
const shades = new RegExp(`^\\s*(${names}): \\[[^\\]]*\\],?$`, 'gm')

function variables(): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme)
  const all = deepMerge(defaultCssVariablesResolver(whole), cssVariablesResolver(whole))
  return `@layer mantine {${convertCssVariables(all).replace(unused, '')}}`
}

/**
 * Our theme's variables in the place of Mantine's own, so that no browser makes them at its start (`withCssVariables`),
 * and without what is not used: colours, and the parts that would make variables and classes.
 */
export function builtTheme(): Plugin {
  return {
    name: 'reeve-theme',
    enforce: 'pre',
    transform: {
      filter: {
        id: /default-css-variables\.layer\.css$|default-colors\.mjs$|Mantine(CssVariables|Classes)\.mjs$/,
      },
      handler(code, id) {
        if (id.endsWith('.css')) return variables()
        if (id.endsWith('default-colors.mjs')) return code.replace(shades, '')
        return `export const ${id.includes('Classes') ? 'MantineClasses' : 'MantineCssVariables'} = () => null`
      },
    },
  }
}
