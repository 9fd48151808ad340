import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isPassing } from '../lib/errors.ts'
import { currentSession, subscribeSession } from '../lib/session/session.ts'
import { subscribeLocale } from '../lib/texts.ts'
import { isOffline } from '../network.ts'
import { toast } from '../ui/feedback/toast.ts'

/**
 * The React Query client of all pages. A page shows its own first load that fails (ErrorState). Failures of
 * later fetches, and of mutations whose form does not show them (`meta: { quiet: true }`), are shown as a
 * toast.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.state.data === undefined) return
      // The server no longer accepts the cursor, so the list restarts from the beginning.
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
      // Refusals are final. Without a network, queries are fetched when it returns.
      retry: (failures, error) => failures < 2 && isPassing(error) && !isOffline(),
      refetchOnWindowFocus: false,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    // Without a network a mutation fails at once. It must not wait and run later, when nobody expects it.
    mutations: { networkMode: 'always' },
  },
})

function showError(error: Error) {
  // The end of a session already leads to the sign-in page, so it needs no toast.
  if (error instanceof ApiError) toast('err', error.message)
}

// Some responses contain texts in the user's language.
subscribeLocale(() => void queryClient.invalidateQueries())

// Removes all cached data when the account is removed.
subscribeSession(() => {
  if (!currentSession()) queryClient.clear()
})
