import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { buildFolder, consoleSources, stampConsole, unstampConsole } from './prepare.js'

/** Records which sources the console in dist/ was built from, whoever started the build, so that npm start keeps it. */
export function stamped(): Plugin {
  let isConsole = false
  let sources = ''
  let written = false
  return {
    name: 'reeve:stamp',
    apply: 'build',
    configResolved({ mode, root, build }) {
      isConsole = mode === 'production' && resolve(root, build.outDir) === buildFolder
    },
    buildStart() {
      if (!isConsole) return
      unstampConsole()
      sources = consoleSources()
    },
    writeBundle() {
      written = true
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      handler() {
        if (isConsole && written) stampConsole(sources)
      },
    },
  }
}
