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
const overlay =
  /@floating-ui|react-remove-scroll|@mantine.(hooks.esm.use-(focus-|debounced)|core.esm.components.(Menu|Popover|Portal|FocusTrap|ScrollArea|Overlay|Modal|ModalBase|Drawer)[\\/])|web.ui.FormDialog/
const signedIn =
  /@tanstack.(query-core|react-query)|web.shell.query|web.shell.layout.(?!MenuDrawer|TenantMenu)|web.lib.(clipboard|time)|web.ui.(Bar|Initial|PageHeader|Panel|StatusText)|features.(account.(account|mutations|Account\.module)|tenants.(tenants|ApplicationBanner|Tenants\.module))\./
const part =
  /@mantine|@tabler|contract.|web.(lib|ui)[\\/]|web.shell.(Footer|ThemeSwitch|LanguageSwitch|Standalone|Switches|entry.Frame)/

/**
 * Few chunks, since each request costs more than what it would save: the framework; what several pages are made of;
 * what lies over a page (menus, dialogs: the sign-in page has none); the frame of the signed-in.
 */
const groups = [
  { name: 'vendor', priority: 4, test: framework },
  {
    name: 'parts',
    priority: 3,
    minShareCount: 2,
    test: (id: string) => part.test(id) && !overlay.test(id) && !signedIn.test(id),
  },
  { name: 'overlays', priority: 2, minShareCount: 2, test: overlay },
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
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups,
        },
      },
    },
  },
})
