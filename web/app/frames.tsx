import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { visitor } from './guard/admission.ts'
import { canonicalPath } from './guard/spelling.ts'
import { Root } from './Root.tsx'
import { FailedPage } from './standalone/FailedPage.tsx'

export const NotFoundPage = lazyRouteComponent(() => import('./standalone/NotFoundPage.tsx'), 'NotFoundPage')

export const root = createRootRoute({
  component: Root,
  // Runs before paths are compared, so that tabs, the menu and stored paths all use the same spelling of a
  // page's path.
  beforeLoad: ({ location: { pathname } }) => {
    const path = canonicalPath(pathname)
    if (path !== pathname) throw redirect({ to: path, search: true, hash: true, replace: true })
  },
  notFoundComponent: NotFoundPage,
  errorComponent: FailedPage,
})

/** If the server cannot be reached, the error page replaces the whole frame. */
export const framed = {
  beforeLoad: async () => void (await visitor()),
  errorComponent: FailedPage,
}

export const consoleFrame = createRoute({
  getParentRoute: () => root,
  id: 'console',
  component: lazyRouteComponent(() => import('./layout/Layout.tsx'), 'Layout'),
  ...framed,
})
