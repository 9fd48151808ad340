import { CatchBoundary, Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { Activity, Suspense, use, useEffect, useState } from 'react'
import { useShownView, viewOf } from '../../lib/pageView.ts'
import { trail } from '../guard/guard.ts'
import { Failure } from '../standalone/FailedPage.tsx'
import { useTabs } from './tabs.ts'
import { useVersions } from './versions.ts'

/** A page that has been rendered, identified by path and route. */
interface Page {
  path: string
  routeId: string
  /** Path, route and query of the page, serialized for comparison. */
  place: string
  view: string
}

/**
 * Renders the open page, and the hidden pages of the other tabs, which retain their input and scroll
 * position. Pages with `ignoreCache` are remounted each time they are opened.
 */
export function Pages() {
  const here = useHere()
  const tabs = useTabs()
  const versions = useVersions()
  const [visited, setVisited] = useState<readonly Page[]>([])
  useScroll()

  const open =
    here &&
    sameView(
      visited.find(({ path }) => path === here.path),
      here,
    )
  useShownView(open?.view ?? '')
  const rendered = visited
    .filter(({ path }) => path === open?.path || (isKept(path) && tabs.some((tab) => tab.path === path)))
    .map((page) => (page.path === open?.path ? open : page))
  const next = open && !rendered.includes(open) ? [...rendered, open] : rendered
  if (next.length !== visited.length || next.some((page, index) => page !== visited[index])) setVisited(next)

  return (
    <>
      {/* Rendered while the page loads, or if the page was denied or failed. */}
      {!open && <Outlet />}
      {next.map((page) => (
        <KeepAlive
          key={`${page.path} ${page.view} ${versions[page.path] ?? 0}`}
          page={page}
          active={page.path === open?.path}
        />
      ))}
    </>
  )
}

/**
 * Returns `before` if its path and query are the same as those of `here`, otherwise `here`. A page that
 * changed its own query has the same view in both, so it is not remounted.
 */
function sameView(before: Page | undefined, here: Page): Page {
  if (before?.place === here.place) return before
  return here
}

const isKept = (path: string): boolean => !trail(path).at(-1)?.meta.ignoreCache

/** Returns the open page, which is the innermost route match, or null if the match has not loaded. */
function useHere(): Page | null {
  const router = useRouter()
  const text = useMatches({
    select: (matches) => {
      const last = matches.at(-1)
      return last?.status === 'success' && !last._notFound
        ? JSON.stringify([last.pathname, last.routeId, last.search])
        : ''
    },
  })
  if (!text) return null
  const [path, routeId] = JSON.parse(text) as [string, string]
  return { path, routeId, place: text, view: viewOf(router.latestLocation.state) }
}

function KeepAlive({ page, active }: { page: Page; active: boolean }) {
  const router = useRouter()
  const Component = router.routesById[page.routeId as keyof typeof router.routesById].options.component
  if (!Component) return null
  return (
    <Activity mode={active ? 'visible' : 'hidden'}>
      <Suspense>
        {!active && <Frozen />}
        <CatchBoundary getResetKey={() => page.path} errorComponent={Failure}>
          <Component />
        </CatchBoundary>
      </Suspense>
    </Activity>
  )
}

const never = new Promise<never>(() => undefined)

/**
 * Suspends a hidden page. If the page were not suspended, its router hooks would return the URL of the open
 * page.
 */
function Frozen(): never {
  use(never)
  throw new Error('A promise that never resolves has resolved')
}

/** Restores the scroll position of a page when the user returns to it. */
function useScroll() {
  const router = useRouter()
  useEffect(() => {
    const left = new Map<string, number>()
    const stops = [
      router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) left.set(fromLocation.pathname, window.scrollY)
      }),
      router.subscribe('onRendered', ({ toLocation, pathChanged }) => {
        const top = pathChanged && isKept(toLocation.pathname) && left.get(toLocation.pathname)
        if (top) window.scrollTo({ top })
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router])
}
