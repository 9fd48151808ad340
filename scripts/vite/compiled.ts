import type { Plugin } from 'vite'

/**
 * Has Chromium compile the script of this name while it arrives, on a thread beside the page's, instead of one function
 * after another when the page calls it: for what a start runs nearly whole; a page behind the sign-in runs too little of its own. Others take the line for a comment.
 */
export function compiledAhead(name: string): Plugin {
  return {
    name: 'reeve-compiled-ahead',
    apply: 'build',
    generateBundle: {
      // It counts at the top alone, and Vite puts its own line there.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && file.name === name) {
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
          }
        }
      },
    },
  }
}
