import {
  getRouteApi,
  type RegisteredRouter,
  type RouteApi,
  type RouteComponent,
  type RouteIds,
} from '@tanstack/react-router'
import { type EntryName, type PageName, type PathOf, pathOf } from '../../contract/menu.ts'

/**
 * A page that a feature declares. The app creates the page's route, and admits viewers according to
 * contract/menu.ts.
 */
export interface Page {
  /** Missing if `beforeLoad` always redirects to another page. */
  component?: RouteComponent
  /** Returns the search parameters that are valid. */
  validateSearch?: (search: Record<string, unknown>) => object
  /**
   * Returns the query options of the page's first query. The query starts while the session is still loading.
   */
  preload?: () => Promise<{ queryKey: readonly unknown[] }>
  /** Runs only if the viewer can open the page. Can throw a redirect to another page. */
  beforeLoad?: (asked: { params: Record<string, string> }) => void
}

/** Converts a path of contract/menu.ts to the router's syntax: `/join/:code` becomes `/join/$code`. */
type RoutePath<Path extends string> = Path extends `${infer Start}/:${infer Rest}`
  ? `${Start}/$${RoutePath<Rest>}`
  : Path
export type RoutePathOf<Name extends EntryName> = RoutePath<PathOf<Name>>

export const routePathOf = <Name extends EntryName>(name: Name) =>
  pathOf(name).replaceAll('/:', '/$') as RoutePathOf<Name>

type RouteIdOf<Name extends PageName> = Extract<
  RouteIds<RegisteredRouter['routeTree']>,
  `/console${RoutePathOf<Name>}`
>

/** Returns the typed hooks of a page, for example `pageRoute('accountDetail').useParams()`. */
export const pageRoute = <Name extends PageName>(name: Name): RouteApi<RouteIdOf<Name>> =>
  getRouteApi(`/console${routePathOf(name)}` as RouteIdOf<Name>)
