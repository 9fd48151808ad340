import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useMemo } from 'react'
import type { Display } from '../../../../contract/list-display.ts'
import { type SavedList, type SavedSearch, savedLists } from '../../../../contract/lists.ts'
import { graphql, type ResultOf, request } from '../../../lib/graphql.ts'
import { memberIn, type SessionTenant, useSession } from '../../../lib/session/session.ts'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'

const viewsQuery = graphql(`
  query ListSavedView($list: SavedViewList!) {
    listSavedView(list: $list) { id name search display tenantId viewerCan { change } }
  }
`)

export type SavedView = Omit<ResultOf<typeof viewsQuery>['listSavedView'][number], 'search' | 'display'> & {
  search: SavedSearch
  display: Display | null
}

/** Props of a dialog for an existing view. */
export interface OfView extends DialogProps<[SavedView]> {
  list: SavedList
}

export interface SaveViewProps extends DialogProps {
  list: SavedList
  search: SavedSearch
  display: Display
  /** Called with the id of the new view, to open it. */
  onSaved: (id: string) => void
}

const viewsOptions = (list: SavedList) =>
  queryOptions({
    queryKey: ['savedViews', list],
    queryFn: async ({ signal }) => (await request(viewsQuery, { list }, signal)).listSavedView as SavedView[],
    staleTime: 60_000,
    // After a failure, the query is retried only when the user clicks Retry.
    retryOnMount: false,
  })

/** The saved views of a list, and the view that is open. */
export interface SavedViews {
  list: SavedList | undefined
  all: readonly SavedView[]
  /** The view that is open; undefined if no view is open. */
  view: SavedView | undefined
  /** Whether the requested view does not exist or is not visible to this viewer. */
  gone: boolean
  failed: boolean
  retry: () => void
}

/**
 * Returns the saved views of a list. If the list shows one organization, the views of other organizations are
 * omitted. If the URL contains a view, suspends until the views have loaded, because the view determines what
 * the page shows.
 */
export function useSavedViews(list: SavedList | undefined, wanted: string | undefined): SavedViews {
  const client = useQueryClient()
  const { tenantId } = useSession()
  // If there is no list, the query is disabled, so the value of this default has no effect.
  const options = viewsOptions(list ?? 'DEVICES')
  const { data, isError, isPending, refetch } = useQuery({ ...options, enabled: list !== undefined })
  if (list && wanted && isPending && !isError)
    use(
      client.fetchQuery(options).then(
        () => null,
        () => null,
      ),
    )
  const all = useMemo(
    () =>
      list
        ? (data ?? []).filter(
            (each) => !each.tenantId || !savedLists[list].ofTenant || each.tenantId === tenantId,
          )
        : [],
    [list, data, tenantId],
  )
  const view = wanted ? all.find(({ id }) => id === wanted) : undefined
  return {
    list,
    all,
    view,
    gone: Boolean(list && wanted && data && !view),
    failed: isError && !data,
    retry: () => void refetch(),
  }
}

/**
 * Returns a function that refetches the saved views of a list. The function must be called after a view has
 * been changed or created. `made` is the new view, if one was created.
 */
export function useViewsChanged(list: SavedList) {
  const client = useQueryClient()
  return async (made?: SavedView) => {
    const { queryKey } = viewsOptions(list)
    if (made) client.setQueryData(queryKey, (views = []) => [...views, made])
    await client.invalidateQueries({ queryKey })
  }
}

/**
 * Returns the organizations with which the viewer can share a view: those that the viewer owns or manages. If
 * the list shows only one organization, a view can only be shared with that organization.
 */
export function useSharing(list: SavedList): readonly SessionTenant[] {
  const { auth, tenants, tenantId } = useSession()
  return tenants.filter(({ id, personal, status }) => {
    const member = memberIn(auth, id)
    const runs = !personal && status === 'FINISH' && (member?.owner || member?.manager)
    return runs && (!savedLists[list].ofTenant || id === tenantId)
  })
}
