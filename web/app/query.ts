import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isPassing } from '../lib/errors.ts'
import { currentSession, subscribeSession } from '../lib/session/session.ts'
import { subscribeLocale } from '../lib/texts.ts'
import { isOffline } from '../network.ts'
import { toast } from '../ui/feedback/toast.ts'

/**
 * The React Query client of all pages. If the first load of a query fails, the page shows the error
 * (ErrorState). If a later load or a mutation fails, a toast shows the error. Mutations with `meta: { quiet:
 * true }` show no toast, because their form shows the error.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.state.data === undefined) return
      // The server no longer accepts the cursor, so the list is reloaded from the first page.
      const lost = error instanceof ApiError && error.fields.after !== undefined
      if (lost) void queryClient.resetQueries({ queryKey: query.queryKey, exact: true })
      else showError(error)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!mutation.meta?.quiet) showError(error)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A request that the server rejected is not retried. A request that failed while offline is refetched
      // when the network returns.
      retry: (failures, error) => failures < 2 && isPassing(error) && !isOffline(),
      refetchOnWindowFocus: false,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    // While offline, a mutation fails at once. If it waited for the network, it could run at a time when the
    // user no longer expects it.
    mutations: { networkMode: 'always' },
  },
})

function showError(error: Error) {
  // If the session has ended (SessionOverError), the sign-in page opens, so no toast is needed.
  if (error instanceof ApiError) toast('err', error.message)
}

// After a language change, all queries are refetched, because some responses contain texts in the user's
// language.
subscribeLocale(() => void queryClient.invalidateQueries())

// Removes all cached data when the session ends.
subscribeSession(() => {
  if (!currentSession()) queryClient.clear()
})
