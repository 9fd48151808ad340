import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildFolder } from './scripts/lib/prepare.js'
import { bootScript } from './scripts/vite/boot.ts'
import { styles } from './scripts/vite/styles.ts'

/** URL of the server during development, set by npm run dev. */
const server = process.env.REEVE_DEV_SERVER ?? 'http://127.0.0.1:3000'
const serverPaths = [
  '/api',
  '/realms',
  '/config.json',
  '/RegisterCode',
  '/CheckLoginId',
  '/Register',
  '/ResetPassword',
]

export default defineConfig({
  root: 'web',
  plugins: [react(), styles(), bootScript()],
  // React includes useSyncExternalStore, so the shim is not needed.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  server: {
    proxy: Object.fromEntries(serverPaths.map((path) => [`^${path}(/|$)`, { target: server }])),
  },
  build: {
    // npm run build compresses the files and moves them to dist/web, from where a server may already be
    // serving.
    outDir: buildFolder,
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Rolldown splits by route. Modules of the first load are in one chunk, and modules that most pages
        // share are in another one. Each additional request would cost more time than its smaller size saves.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 1 },
            { name: 'icons', test: /page-icons/, priority: 1 },
            { name: 'shared', minShareCount: 16 },
          ],
        },
      },
    },
  },
})
