import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bootScript } from './scripts/vite/boot.ts'
import { onlyOurColors } from './scripts/vite/colors.ts'
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

const framework =
  /node_modules.(react|react-dom|scheduler|use-sync-external-store|@tanstack.(react-router|router-core|history|store|react-store))[\\/]/

/** What every page behind the sign-in has: its frame, its queries, menus, and the plain parts of pages. */
const signedIn =
  /@tanstack.(query-core|react-query)|@floating-ui|@mantine.core.esm.components.(Menu|Popover|Portal|FocusTrap)[\\/]|web.shell.(query|layout.(?!MenuDrawer|TenantMenu|GroupMenu))|web.ui.(Bar|Initial|PageHeader|Panel|StatusText)|web.lib.(clipboard|time)|features.(account.(account|mutations|Account\.module)|tenants.(tenants|ApplicationBanner|Tenants\.module))\./

/**
 * Few chunks, since each request costs more than what it would save: the framework; all that the sign-in page and
 * the start need; the frame of the signed-in. What one page alone has follows by itself.
 */
const groups = [
  { name: 'vendor', priority: 3, test: framework },
  { name: 'base', priority: 2, tags: ['$initial' as const] },
  { name: 'console', priority: 1, test: signedIn },
]

export default defineConfig({
  root: 'web',
  plugins: [react(), onlyOurColors(), wordsByLanguage(), bootScript(), packed()],
  server: {
    proxy: Object.fromEntries(serverPaths.map((path) => [`^${path}(/|$)`, { target: server }])),
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Packing takes its seconds and is meant to.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups,
        },
      },
    },
  },
})
