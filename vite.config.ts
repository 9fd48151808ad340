import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bootScript } from './scripts/vite/boot.ts'
import { packed } from './scripts/vite/packed.ts'
import { wordsByLanguage } from './scripts/vite/words.ts'

/** Where the server listens while developing (npm run dev sets it). */
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
  plugins: [react(), wordsByLanguage(), bootScript(), packed()],
  server: {
    proxy: Object.fromEntries(serverPaths.map((path) => [`^${path}(/|$)`, { target: server }])),
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // One style sheet, and few chunks: each request costs more than what it would save.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        advancedChunks: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|@mantine|@floating-ui)[\\/]/,
            },
          ],
        },
      },
    },
  },
})
