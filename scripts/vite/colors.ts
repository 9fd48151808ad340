import type { Plugin } from 'vite'

/** Mantine's colours that nothing here is drawn in. */
const names = 'pink|grape|violet|indigo|cyan|teal|lime|orange|yellow|green'
const variables = new RegExp(`^ *--mantine-color-(${names}|blue)-[^;]*;\\n`, 'gm')
// What is ours is found by comparison with its own theme, which is blue.
const shades = new RegExp(`^\\s*(${names}): \\[[^\\]]*\\],?$`, 'gm')

/** Leaves them out of Mantine's variables, a quarter of the style sheet, and out of its theme. */
export function onlyOurColors(): Plugin {
  return {
    name: 'reeve-only-our-colors',
    enforce: 'pre',
    transform: {
      filter: { id: /default-css-variables\.layer\.css$|default-colors\.mjs$/ },
      handler: (code, id) => code.replace(id.endsWith('.css') ? variables : shades, ''),
    },
  }
}
