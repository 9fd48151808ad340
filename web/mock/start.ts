// npm run dev:mock opens this instead of main.tsx: a worker answers all calls within the browser.
import { setupWorker } from 'msw/browser'
import { handlers } from './handlers.ts'

await setupWorker(...handlers).start({
  quiet: true,
  serviceWorker: { url: '/mockServiceWorker.js' },
})
await import('../main.tsx')
