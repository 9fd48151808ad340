import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { type Asked, obey, searchOf, visitor } from './admission.ts'
import { EntryFrame } from './entry/EntryFrame.tsx'
import { Failure } from './FailedPage.tsx'
import { consoleFrame, framed, NotFoundPage, root } from './frames.tsx'
import { fromRoot, onEntryPage, onRedirect } from './guard.ts'
import { pages } from './pages.tsx'
import { parseSearch, stringifySearch } from './search.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Key of the page's title in web/lib/titles. */
    title?: string
  }
  interface Register {
    router: typeof router
  }
}

const entry = {
  beforeLoad: async (asked: Asked) => obey(onEntryPage(searchOf(asked), await visitor())),
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: (asked: Asked) => obey(fromRoot(searchOf(asked))),
})

const entryFrame = createRoute({
  getParentRoute: () => root,
  id: 'entry',
  component: EntryFrame,
  ...framed,
})
const readingFrame = createRoute({
  getParentRoute: () => root,
  id: 'reading',
  component: lazyRouteComponent(() => import('./entry/ReadingFrame.tsx'), 'ReadingFrame'),
})
/** In a file of its own, which who is signed in need not load. */
const SignInPage = lazyRouteComponent(() => import('../features/sign-in/SignIn.tsx'), 'SignInPage')
const login = createRoute({
  getParentRoute: () => entryFrame,
  path: '/login',
  component: SignInPage,
  staticData: { title: 'page.login' },
  ...entry,
})
const register = createRoute({
  getParentRoute: () => entryFrame,
  path: '/register',
  component: SignInPage,
  staticData: { title: 'page.register' },
  ...entry,
})
const forget = createRoute({
  getParentRoute: () => entryFrame,
  path: '/forget',
  component: SignInPage,
  staticData: { title: 'page.forget' },
  ...entry,
})
/** Opened by another program's window, which passes a login; see docs/api.md. */
const opened = createRoute({
  getParentRoute: () => entryFrame,
  path: '/opened',
  component: lazyRouteComponent(() => import('./handoff/OpenedPage.tsx'), 'OpenedPage'),
  staticData: { title: 'page.opened' },
})
const legal = () => import('../features/sign-in/Legal.tsx')
const terms = createRoute({
  getParentRoute: () => readingFrame,
  path: '/terms',
  component: lazyRouteComponent(legal, 'TermsPage'),
  staticData: { title: 'page.terms' },
})
const privacy = createRoute({
  getParentRoute: () => readingFrame,
  path: '/privacy',
  component: lazyRouteComponent(legal, 'PrivacyPage'),
  staticData: { title: 'page.privacy' },
})

/** Named Redirect: leads on to the page that its parameter names. */
const redirectHelper = createRoute({
  getParentRoute: () => root,
  path: '/redirect/$path',
  beforeLoad: async (asked: Asked & { params: { path: string } }) =>
    obey(onRedirect(asked.params.path, searchOf(asked), await visitor())),
})

export const routeTree = root.addChildren([
  home,
  entryFrame.addChildren([login, register, forget, opened]),
  readingFrame.addChildren([terms, privacy]),
  redirectHelper,
  consoleFrame.addChildren(pages),
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  caseSensitive: true,
  scrollRestoration: true,
  // Never by the address, which has what was searched for.
  getScrollRestorationKey: ({ state }) => state.__TSR_key ?? '',
  defaultErrorComponent: Failure,
  defaultNotFoundComponent: NotFoundPage,
  defaultPreload: 'intent',
})
