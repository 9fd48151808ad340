import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/** npm run dev:mock: the page starts with web/mock, whose worker answers every call. Has no part in a build. */
export function mockServer(): Plugin {
  return {
    name: 'reeve-mock',
    apply: 'serve',
    // Known from the beginning, or the page would be loaded twice.
    config: () => ({ optimizeDeps: { include: ['msw', 'msw/browser', 'graphql'] } }),
    configureServer(server) {
      const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')
      server.middlewares.use('/mockServiceWorker.js', (_request, response) => {
        response.setHeader('content-type', 'text/javascript')
        response.end(readFileSync(worker))
      })
    },
    transformIndexHtml: {
      order: 'pre',
      // The preloaded configuration would be asked for before there is anyone to answer.
      handler: (html) => html.replace('/main.tsx', '/mock/start.ts').replace(/^.*config\.json.*\n/m, ''),
    },
  }
}
