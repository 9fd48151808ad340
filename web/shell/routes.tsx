import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { menu } from '../../contract/menu.ts'
import { SignInPage } from '../features/sign-in/SignIn.tsx'
import { isPassing } from '../lib/errors.ts'
import { ensureSession, forgetSession, type Session } from '../lib/session.ts'
import { addWords, type WordsPart } from '../lib/texts.ts'
import { hasTokens } from '../lib/tokens.ts'
import { EntryFrame } from './entry/EntryFrame.tsx'
import { FailedPage, Failure } from './FailedPage.tsx'
import { find, fromRoot, onEntryPage, onPage, onRedirect, type Verdict } from './guard.ts'
import { Root } from './Root.tsx'
import { parseSearch, type Search, stringifySearch } from './search.ts'
import { currentSettings } from './settings/settings.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Key of the page's title in the shell's words. */
    title?: string
  }
  interface Register {
    router: typeof router
  }
}

interface Asked {
  location: { search: object; pathname: string }
}

/** The account, where this browser has one; null sends on to the sign-in page. */
async function visitor(): Promise<Session | null> {
  if (!hasTokens()) return null
  try {
    return await ensureSession()
  } catch (error) {
    // A server out of reach refuses nobody: the page says so, and the tokens stay.
    if (isPassing(error)) throw error
    forgetSession()
    return null
  }
}

function obey(verdict: Verdict): void {
  if (verdict === 'stay') return
  if (verdict === 'notFound') throw notFound()
  throw redirect({ to: verdict.path, search: verdict.search as never, replace: true })
}

const searchOf = ({ location }: Asked) => location.search as Search

/** A server out of reach shows in place of the whole frame, not inside it. */
const framed = {
  beforeLoad: async () => void (await visitor()),
  errorComponent: FailedPage,
}

const entry = {
  beforeLoad: async (asked: Asked) => obey(onEntryPage(searchOf(asked), await visitor())),
}

/** What the guard goes by: the table, or what a menu from the server leaves of it. */
async function pagesFor(session: Session | null): Promise<typeof menu> {
  if (!session || !currentSettings().menuFromServer) return menu
  return (await import('./serverMenu.ts')).guardedMenu(session)
}

/** Routes of the table are admitted by the table. */
function admit(name: string) {
  const page = find(menu, name)
  if (!page) throw new Error(`No page named ${name} in contract/menu.ts`)
  return {
    staticData: { title: page.meta.locale },
    beforeLoad: async (asked: Asked) => {
      const session = await visitor()
      obey(onPage(page, searchOf(asked), session, await pagesFor(session), asked.location.pathname))
    },
  }
}

const NotFoundPage = lazyRouteComponent(() => import('./NotFoundPage.tsx'), 'NotFoundPage')

const root = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: FailedPage,
})

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
  component: lazyRouteComponent(() => import('./opened/OpenedPage.tsx'), 'OpenedPage'),
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

/** A page's code, and the parts of the words that it speaks. */
const withWords =
  <Page,>(load: () => Promise<Page>, ...parts: WordsPart[]) =>
  async () => {
    const [page] = await Promise.all([load(), ...parts.map(addWords)])
    return page
  }
const loadLayout = withWords(() => import('./layout/index.ts'), 'console')
const consoleFrame = createRoute({
  getParentRoute: () => root,
  id: 'console',
  component: lazyRouteComponent(loadLayout, 'Layout'),
  ...framed,
  beforeLoad: async (asked: Asked) => {
    if (hasTokens())
      void loadLayout().then(
        ({ askAhead }) => askAhead(asked.location.pathname),
        () => undefined,
      )
    await visitor()
  },
})
const accountInfo = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/accountInfo',
  ...admit('accountInfo'),
})
const accountInfoIndex = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/accountInfo/index',
  component: lazyRouteComponent(() => import('./AccountInfo.tsx'), 'AccountInfo'),
  ...admit('accountInfoIndex'),
})
const message = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/message',
  ...admit('message'),
})
const messageList = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/message/list',
  component: lazyRouteComponent(
    withWords(() => import('../features/messages/MessagesPage.tsx'), 'list'),
    'MessagesPage',
  ),
  ...admit('messageList'),
})
const organization = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/organizational-management',
  ...admit('organizationalManagement'),
})
const memberManagement = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/organizational-management/member-management',
  component: lazyRouteComponent(
    withWords(() => import('../features/members/MemberPage.tsx'), 'list', 'members'),
    'MemberPage',
  ),
  ...admit('memberManagement'),
})
const loadPermissions = withWords(() => import('../features/members/PermissionPages.tsx'), 'list', 'members')
const palgoPermission = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/organizational-management/palgo-permission',
  component: lazyRouteComponent(loadPermissions, 'PalgoPermissionPage'),
  ...admit('palgoPermission'),
})
const dataPermission = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/organizational-management/data-permission',
  component: lazyRouteComponent(loadPermissions, 'DataPermissionPage'),
  ...admit('dataPermission'),
})
const organizationConfiguration = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/organizational-management/configuration',
  component: lazyRouteComponent(
    withWords(() => import('../features/members/ConfigurationPage.tsx'), 'list', 'members'),
    'ConfigurationPage',
  ),
  ...admit('organizationConfiguration'),
})

/** Where an invitation leads. */
const join = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/join/$code',
  component: lazyRouteComponent(() => import('../features/tenants/JoinPage.tsx'), 'JoinPage'),
  ...admit('join'),
})

export const routeTree = root.addChildren([
  home,
  entryFrame.addChildren([login, register, forget, opened]),
  readingFrame.addChildren([terms, privacy]),
  redirectHelper,
  consoleFrame.addChildren([
    accountInfo,
    accountInfoIndex,
    message,
    messageList,
    organization,
    memberManagement,
    palgoPermission,
    dataPermission,
    organizationConfiguration,
    join,
  ]),
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  caseSensitive: true,
  scrollRestoration: true,
  defaultErrorComponent: Failure,
  defaultNotFoundComponent: NotFoundPage,
  defaultPreload: 'intent',
})
