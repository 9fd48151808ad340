import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { mergeConfig, type Plugin } from 'vite'
import base from '../../vite.config.ts'

/** The page starts with web/mock, whose service worker answers every request. */
const mockServer: Plugin = {
  name: 'reeve-mock',
  apply: 'serve',
  configureServer(server) {
    const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')
    server.middlewares.use('/mockServiceWorker.js', (_request, response) => {
      response.setHeader('content-type', 'text/javascript')
      response.end(readFileSync(worker))
    })
  },
  transformIndexHtml: {
    order: 'pre',
    // The page would request the preloaded configuration before the worker can answer.
    handler: (html) => html.replace('/main.tsx', '/mock/start.ts').replace(/^.*config\.json.*\n/m, ''),
  },
}

/** npm run dev:mock */
export default mergeConfig(base, {
  mode: 'mock',
  plugins: [mockServer],
  // Declared here, because Vite would load the page a second time after finding them.
  optimizeDeps: { include: ['msw', 'msw/browser', 'graphql'] },
})
