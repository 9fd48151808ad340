import type { Plugin } from 'vite'

/**
 * Has Chromium compile the script that the page names while it arrives, on a thread beside the page's, instead of one function
 * after another when the page calls it: a start runs nearly all of it, while a page behind the sign-in runs too little
 * of its own. Others take the line for a comment.
 */
export function compiledAhead(): Plugin {
  return {
    name: 'reeve-compiled-ahead',
    apply: 'build',
    generateBundle: {
      // It counts at the top alone, and Vite puts its own line there.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && file.isEntry) {
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
          }
        }
      },
    },
  }
}
