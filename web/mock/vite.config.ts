import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { mergeConfig, type Plugin } from 'vite'
import base from '../../vite.config.ts'

/**
 * Replaces the entry point of the page with web/mock/start.ts, and serves the service worker that responds to
 * all requests.
 */
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
    // Removes the preload of the configuration, because the browser would start it before the service worker
    // is ready.
    handler: (html) => html.replace('/main.tsx', '/mock/start.ts').replace(/^.*config\.json.*\n/m, ''),
  },
}

/** Vite configuration of `npm run dev:mock`. */
export default mergeConfig(base, {
  mode: 'mock',
  plugins: [mockServer],
  // Without this list, Vite would discover these dependencies only after the page has loaded, and reload the
  // page.
  optimizeDeps: { include: ['msw', 'msw/browser', 'graphql'] },
})
