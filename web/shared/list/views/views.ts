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

/** Of a view that there is. */
export interface OfView extends DialogProps<[SavedView]> {
  list: SavedList
}

export interface ToSave extends DialogProps {
  list: SavedList
  search: SavedSearch
  display: Display
  /** Opens the view that was saved. */
  onSaved: (id: string) => void
}

const viewsOptions = (list: SavedList) =>
  queryOptions({
    queryKey: ['savedViews', list],
    queryFn: async ({ signal }) => (await request(viewsQuery, { list }, signal)).listSavedView as SavedView[],
    staleTime: 60_000,
    // What has failed is asked for again by whoever presses the button for it.
    retryOnMount: false,
  })

/** The views of one list. */
export interface SavedViews {
  list: SavedList | undefined
  all: readonly SavedView[]
  /** The one that is asked for. */
  view: SavedView | undefined
  /** It is not there, or not for this viewer. */
  gone: boolean
  failed: boolean
  retry: () => void
}

/**
 * What a list has of them, without those of other organizations than the one whose rows it has. Where one is asked for, the
 * page waits for it: until then nobody knows what it shows.
 */
export function useSavedViews(list: SavedList | undefined, wanted: string | undefined): SavedViews {
  const client = useQueryClient()
  const { tenantId } = useSession()
  // Without a list nothing is asked, whatever it is called.
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

/** After a change; `made`: a view that there was not. */
export function useViewsChanged(list: SavedList) {
  const client = useQueryClient()
  return async (made?: SavedView) => {
    const { queryKey } = viewsOptions(list)
    if (made) client.setQueryData(queryKey, (views = []) => [...views, made])
    await client.invalidateQueries({ queryKey })
  }
}

/** The organizations that views of a list can be given to: those that the viewer runs; of one's own list, that one. */
export function useSharing(list: SavedList): readonly SessionTenant[] {
  const { auth, tenants, tenantId } = useSession()
  return tenants.filter(({ id, personal, status }) => {
    const member = memberIn(auth, id)
    const runs = !personal && status === 'FINISH' && (member?.owner || member?.manager)
    return runs && (!savedLists[list].ofTenant || id === tenantId)
  })
}
