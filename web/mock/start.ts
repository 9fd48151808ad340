// Entry point of `npm run dev:mock`, used in place of main.tsx. A service worker in the browser responds to
// all requests.
import { setupWorker } from 'msw/browser'
import { handlers } from './handlers.ts'

await setupWorker(...handlers).start({
  quiet: true,
  serviceWorker: { url: '/mockServiceWorker.js' },
})
await import('../main.tsx')
