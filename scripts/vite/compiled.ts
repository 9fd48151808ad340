import type { Plugin } from 'vite'

/**
 * Has Chromium compile the scripts of these names while they arrive, on a thread beside the page's, instead of one function
 * after another when the page calls it: for what a start runs nearly whole. Others take the line for a comment.
 */
export function compiledAhead(names: readonly string[]): Plugin {
  return {
    name: 'reeve-compiled-ahead',
    apply: 'build',
    generateBundle: {
      // It counts at the top alone, and Vite puts its own line there.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && names.includes(file.name)) {
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
          }
        }
      },
    },
  }
}
