import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildFolder, consoleFolder } from './scripts/lib/prepare.js'
import { stamped } from './scripts/lib/stamp.ts'
import { bootScript } from './scripts/vite/boot.ts'
import { compiledAhead } from './scripts/vite/compiled.ts'
import { mockServer } from './scripts/vite/mock.ts'
import { packed } from './scripts/vite/packed.ts'
import { release } from './scripts/vite/release.ts'
import { growingSizes } from './scripts/vite/sizes.ts'
import { builtTheme } from './scripts/vite/theme.ts'

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

/** What every page behind the sign-in has: its frame, its queries, the plain parts of pages, and what waits for somebody. */
const signedIn =
  /@tanstack.(query-core|react-query)|web.shell.(query|layout.(?!menu.MenuDrawer|menu.GroupMenu|TenantMenu|ChecklistItem|Overlays|words\.en))|web.ui.\w+.(Bar|Columns|Facts|Initial|LoadError|PageHeader|Panel|RowMenu|MenuButton|Opener|Opening|StatusText|clipboard|Loading|lazyDialogs)|web.lib.(files|follow|numbers|time.(time|ticking|renewal|clock|days)|roles.words\.ts)|web.(sessions|matters).(?!words\.en)|features.(account.(account|mutations|Account\.module)|messages.Messages\.module|tenants.(tenants|ApplicationBanner|Tenants\.module))\./

/** What opens beside a button; it comes with the first wish for it. */
const menus =
  /@floating-ui|@mantine.core.esm.components.(Menu|Popover|Portal|FocusTrap)[\\/]|web.ui.layout.OpenedMenu/

const featureOf = (id: string) => /features.([\w-]+)/.exec(id)?.[1] ?? null

/**
 * Few chunks, since each request costs more than what it would save: what every start needs and the sign-in, which most
 * starts lead to; the frame of the signed-in; menus; what most lists have; what other pages share; what the pages of a
 * feature share. What one page alone has follows by itself.
 */
const groups = [
  { name: 'start', priority: 2, tags: ['$initial' as const] },
  { name: 'console', priority: 1, test: signedIn },
  { name: 'menus', priority: 1, test: menus },
  // On the way to an application.
  {
    name: 'way',
    test: /web.(ui.display.(drawing|Way)|shell.entry.picture.OfApplication)\./,
  },
  { name: 'lists', test: /web.(list|transfer)[\\/]/, minShareCount: 5 },
  { name: 'parts', test: /node_modules|web.(?!features|shell.english)/, minShareCount: 3 },
  {
    name: featureOf,
    test: /web.features.(?!sign-in|messages|account.factors|tenants.useFilled)/,
    minShareCount: 2,
  },
]

export default defineConfig(({ mode }) => ({
  root: 'web',
  plugins: [
    react(),
    builtTheme(),
    growingSizes(),
    bootScript(),
    compiledAhead(),
    packed(),
    release(buildFolder, consoleFolder),
    stamped(),
    mode === 'mock' && mockServer(),
  ],
  // React has the hook itself.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  server: {
    proxy: Object.fromEntries(serverPaths.map((path) => [`^${path}(/|$)`, { target: server }])),
  },
  build: {
    // Moved to dist/web when it is complete: a server may be running on the files there.
    outDir: '../dist/next',
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
}))
