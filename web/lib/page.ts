import {
  getRouteApi,
  type RegisteredRouter,
  type RouteApi,
  type RouteComponent,
  type RouteIds,
} from '@tanstack/react-router'
import { type EntryName, type PageName, type PathOf, pathOf } from '../../contract/menu.ts'

/** What a feature declares of a page. The shell makes its route, behind the admission of contract/menu.ts. */
export interface Page {
  /** None where `beforeLoad` always leads on. */
  component?: RouteComponent
  /** What its URL may say of it, without what is wrong there. */
  validateSearch?: (search: Record<string, unknown>) => object
  /** Options of the query that it begins with: asked while the session is still on its way. */
  preload?: () => Promise<{ queryKey: readonly unknown[] }>
  /** Runs for who may open it. Throws a redirect to lead on. */
  beforeLoad?: (asked: { params: Record<string, string> }) => void
}

/** A path of contract/menu.ts as the router writes it: `/join/:code` is `/join/$code`. */
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

/** The typed hooks of a page: `pageRoute('accountDetail').useParams()`. */
export const pageRoute = <Name extends PageName>(name: Name): RouteApi<RouteIdOf<Name>> =>
  getRouteApi(`/console${routePathOf(name)}` as RouteIdOf<Name>)
