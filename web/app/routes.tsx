import { createRoute, createRouter, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { ContinueErrorPage, ContinuePage, DeviceCodePage, SignOutPage } from '../features/continue/pages.ts'
import { ForgetPage, PrivacyPage, RegisterPage, TermsPage } from '../features/sign-in/pages.ts'
import { SignInForm } from '../features/sign-in/SignInForm.tsx'
import { devicePage } from '../lib/continuation.ts'
import type { Page } from '../lib/page.ts'
import { hasTokens } from '../lib/session/tokens.ts'
import { EntryFrame } from './entry/EntryFrame.tsx'
import { consoleFrame, framed, NotFoundPage, root } from './frames.tsx'
import { obey, type RouteContext, searchOf, visitor } from './guard/admission.ts'
import { fromRoot, onEntryPage, onRedirect } from './guard/guard.ts'
import { pages } from './pages.tsx'
import { parseSearch, type Search, stringifySearch } from './queryString.ts'
import { Failure } from './standalone/FailedPage.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Key of the page title in web/lib/titles/words.ts. */
    title?: string
    preload?: Page['preload']
  }
  interface Register {
    router: typeof router
  }
}

/** Accepts the `redirect` parameter, which contains the page to open after sign-in. */
const wanted = { validateSearch: ({ redirect }: Search): { redirect?: Search[string] } => ({ redirect }) }

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  ...wanted,
  beforeLoad: (context: RouteContext) => obey(fromRoot(searchOf(context))),
})

const entryFrame = createRoute({
  getParentRoute: () => root,
  id: 'entry',
  component: EntryFrame,
  ...framed,
})
const entryPage = <Path extends string>(path: Path, title: string, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => entryFrame,
    path,
    component,
    staticData: { title },
    ...wanted,
    beforeLoad: async (context: RouteContext) => obey(onEntryPage(searchOf(context), await visitor())),
  })
/**
 * Another application opens this page in a new window and sends it the tokens of a sign-in. See
 * docs/api/tokens.md.
 */
const opened = createRoute({
  getParentRoute: () => entryFrame,
  path: '/opened',
  component: lazyRouteComponent(() => import('./handoff/OpenedPage.tsx'), 'OpenedPage'),
  staticData: { title: 'page.opened' },
})

const agreedFirst = createRoute({
  getParentRoute: () => entryFrame,
  id: 'agreed',
  component: lazyRouteComponent(() => import('./entry/AgreedFirst.tsx'), 'AgreedFirst'),
})

/** During a sign-in to an application, the server redirects to this page. */
const continued = createRoute({
  getParentRoute: () => agreedFirst,
  path: '/continue/$uid',
  component: ContinuePage,
  staticData: { title: 'page.continue' },
})
const notContinued = createRoute({
  getParentRoute: () => entryFrame,
  path: '/continue/error',
  component: ContinueErrorPage,
  validateSearch: ({ reason }: Search): { reason?: Search[string] } => ({ reason }),
  staticData: { title: 'page.continue' },
})

/** The user must confirm a sign-out that an application has requested. */
const leave = createRoute({
  getParentRoute: () => entryFrame,
  path: '/continue/sign-out',
  component: SignOutPage,
  staticData: { title: 'page.signOut' },
})

const device = createRoute({
  getParentRoute: () => agreedFirst,
  path: devicePage,
  component: DeviceCodePage,
  validateSearch: ({ user_code }: Search): { user_code?: Search[string] } => ({ user_code }),
  staticData: { title: 'page.device' },
})

/** Shown if the user could open the requested page in several organizations. */
const choose = createRoute({
  getParentRoute: () => entryFrame,
  path: '/enter',
  component: lazyRouteComponent(() => import('./entry/ChooseTenant.tsx'), 'ChooseTenant'),
  staticData: { title: 'page.choose' },
  ...wanted,
  beforeLoad: async (context: RouteContext) =>
    obey((await import('./guard/elsewhere.ts')).onChoice(searchOf(context), await visitor())),
})

const readingFrame = createRoute({
  getParentRoute: () => root,
  id: 'reading',
  component: lazyRouteComponent(() => import('./entry/ReadingFrame.tsx'), 'ReadingFrame'),
})
const terms = createRoute({
  getParentRoute: () => readingFrame,
  path: '/terms',
  component: TermsPage,
  staticData: { title: 'page.terms' },
})
const privacy = createRoute({
  getParentRoute: () => readingFrame,
  path: '/privacy',
  component: PrivacyPage,
  staticData: { title: 'page.privacy' },
})

/** The specification calls this route Redirect. It opens the page that its parameter names. */
const redirectHelper = createRoute({
  getParentRoute: () => root,
  path: '/redirect/$path',
  beforeLoad: async (context: RouteContext & { params: { path: string } }) =>
    obey(onRedirect(context.params.path, searchOf(context), await visitor())),
})

const routeTree = root.addChildren([
  home,
  entryFrame.addChildren([
    entryPage('/login', 'page.login', SignInForm),
    entryPage('/login/$source', 'page.login', SignInForm),
    entryPage('/register', 'page.register', RegisterPage),
    entryPage('/forget', 'page.forget', ForgetPage),
    opened,
    choose,
    agreedFirst.addChildren([continued, device]),
    notContinued,
    leave,
  ]),
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
  // By default, the router falls back to the URL as the key, which is stored in sessionStorage. URLs contain
  // search terms, so they must not be stored.
  getScrollRestorationKey: ({ state }) => state.__TSR_key ?? '',
  defaultErrorComponent: Failure,
  defaultNotFoundComponent: NotFoundPage,
  defaultPreload: 'intent',
})

/** Loads the code of the page and starts its first query while the session is still loading. */
router.subscribe('onBeforeLoad', ({ toLocation }) => {
  const [, , page] = router.getMatchedRoutes(toLocation.pathname)
  if (!page || !hasTokens()) return
  const { component, staticData } = page.options
  void component?.preload?.()
  const preload = staticData?.preload
  if (!preload) return
  Promise.all([import('./query.ts'), preload()]).then(
    ([{ queryClient }, options]) => queryClient.prefetchQuery(options),
    () => undefined,
  )
})
