import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isPassing } from '../lib/errors.ts'
import { currentSession, subscribeSession } from '../lib/session/session.ts'
import { subscribeLocale } from '../lib/texts.ts'
import { isOffline } from '../network.ts'
import { toast } from '../ui/feedback/toast.ts'

/**
 * Pages fetch through it. A first load that fails is the page's to show (ErrorState); what fails behind rows that
 * stand already, and an action that its form does not answer for (`meta: { quiet: true }`), is told in a toast.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.state.data === undefined) return
      // Where the next page begins is no longer known to the server: the list starts anew.
      const lost = error instanceof ApiError && error.fields.after !== undefined
      if (lost) void queryClient.resetQueries({ queryKey: query.queryKey, exact: true })
      else tell(error)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!mutation.meta?.quiet) tell(error)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // What was refused will be refused again; without a network all is asked for when it is back.
      retry: (failures, error) => failures < 2 && isPassing(error) && !isOffline(),
      refetchOnWindowFocus: false,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    // Without a network an action fails and says so: it does not wait in silence, to be done when nobody expects it any more.
    mutations: { networkMode: 'always' },
  },
})

function tell(error: Error) {
  // A session that is over leads to the sign-in page; there is nothing to add.
  if (error instanceof ApiError) toast('err', error.message)
}

// Some of what the server answers is in words.
subscribeLocale(() => void queryClient.invalidateQueries())

// Nothing of an account is left once it is gone.
subscribeSession(() => {
  if (!currentSession()) queryClient.clear()
})
