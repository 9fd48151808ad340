import type { Plugin } from 'vite'

const lengths = /(?<![\w#.-])(\d*\.?\d+)px\b/g

/**
 * Sizes are written in px of a browser whose letters are 16 high, and grow with those that somebody has set: text, what
 * stands around it, and the widths at which pages fold. Lines of 1 and 2 px stay lines.
 */
export function growingSizes(): Plugin {
  return {
    name: 'reeve-growing-sizes',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]web[\\/].*\.css$/ },
      handler: (code) =>
        code.replace(lengths, (px, size) => (Number(size) < 3 ? px : `${Number(size) / 16}rem`)),
    },
  }
}
