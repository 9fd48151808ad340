import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bootScript } from './scripts/vite/boot.ts'
import { compiledAhead } from './scripts/vite/compiled.ts'
import { mockServer } from './scripts/vite/mock.ts'
import { packed } from './scripts/vite/packed.ts'
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

/** What has a place on both sides of the sign-in: the framework, and the parts of Mantine that each page is made of. */
const common =
  /node_modules.(react|react-dom|scheduler|use-sync-external-store|@tanstack.(react-router|router-core|history|store|react-store)|@mantine.(hooks.esm.use-(id|uncontrolled)|core.esm.(core|components.(ActionIcon|Button|CloseButton|Input|Loader|Transition|UnstyledButton)))|@tabler.icons-react.dist.esm.createReactComponent)[\\/.]|web.(ui.fields.digits|network|shell.(LanguageSwitch|ThemeSwitch|Footer|Switches)|lib.session.passkeys)/

/** What every page behind the sign-in has: its frame, its queries, the plain parts of pages, and what waits for somebody. */
const signedIn =
  /@tanstack.(query-core|react-query)|web.shell.(query|layout.(?!menu.MenuDrawer|menu.GroupMenu|TenantMenu|ChecklistItem|Overlays|words\.en))|web.ui.\w+.(Bar|Columns|Facts|Initial|LoadError|PageHeader|Panel|RowMenu|MenuButton|Opener|Opening|StatusText|clipboard|Loading|lazyDialogs)|web.lib.(files|numbers|time.time|roles.words\.ts)|web.(sessions|matters).(?!words\.en)|icons.Icon(Building|CalendarExclamation|Certificate|Copy|Download|FileText|LockX|Pencil|PlugConnectedX|Plus|ShieldCheck)\.|features.(account.(account|mutations|Account\.module)|messages.Messages\.module|tenants.(tenants|ApplicationBanner|Tenants\.module))\./

/** What opens beside a button; it comes with the first wish for it. */
const menus =
  /@floating-ui|@mantine.core.esm.components.(Menu|Popover|Portal|FocusTrap)[\\/]|web.ui.layout.OpenedMenu/

/** Fields and what checks them: the sign-in has them, and each dialog behind it. */
const forms =
  /@mantine.core.esm.components.(InputBase|TextInput)[\\/]|web.ui.fields.(Check|CodeInput|form|PasswordInput|PhoneInput|typed|values)\.|web.lib.(checks|codes|session.post|time.cooldown)\.|icons.IconCheck\./

const featureOf = (id: string) => /features.([\w-]+)/.exec(id)?.[1] ?? null

/**
 * Few chunks, since each request costs more than what it would save, and the first has the names of all: what both
 * sides have; the rest of what every start needs; fields; the sign-in; the frame of the signed-in; menus; what most lists have; what other
 * pages share; what the pages of a feature share. What one page alone has follows by itself.
 */
const groups = [
  { name: 'common', priority: 3, test: common },
  { name: 'base', priority: 2, tags: ['$initial' as const] },
  {
    name: 'sign-in',
    priority: 1,
    test: /web.features.sign-in.(?!Legal|FactorForm|AgreeToTerms|RegisterForm|ForgetForm|WayThere|Locked|later|words\.en|legal|further)|web.shell.entry.(EntryFrame|Sentence|words\.ts)|web.lib.session.sign-in/,
  },
  { name: 'forms', priority: 2, test: forms },
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

/** By their names above; the pages behind the sign-in run too little of theirs. */
const started = ['common', 'base', 'sign-in', 'forms']

export default defineConfig(({ mode }) => ({
  root: 'web',
  plugins: [
    react(),
    builtTheme(),
    growingSizes(),
    bootScript(),
    compiledAhead(started),
    packed(),
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
}))
