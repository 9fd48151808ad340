// Entry point of `npm run dev:mock`, which replaces main.tsx. A service worker in the browser answers all
// requests.
import { setupWorker } from 'msw/browser'
import { handlers } from './handlers.ts'

await setupWorker(...handlers).start({
  quiet: true,
  serviceWorker: { url: '/mockServiceWorker.js' },
})
await import('../main.tsx')
