import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import '../ui/theme/mantine.ts'
import '../ui/theme/mantine-console.ts'
import '../ui/theme/tokens.css'
import '../ui/theme/base.css'
import '../ui/theme/overrides.css'
import { CommonWords } from '../app/CommonWords.tsx'
import { parseSearch, stringifySearch } from '../app/queryString.ts'
import { loadSession } from '../lib/session/session.ts'
import { hideComposingKeys } from '../ui/fields/composing.ts'
import { theme } from '../ui/theme/theme.ts'
import { account } from './sampleSession.ts'

interface Call {
  operationName: string
  variables: Record<string, unknown>
}
/**
 * Functions that return the server's response, by operation name. A response is the data of the operation, or
 * an error created with `refuse`.
 */
type Answers = Record<string, (variables: Record<string, unknown>) => object>

hideComposingKeys()

/** Returns an error response in GraphQL format. */
export const refuse = (code: string, message: string, fields: Record<string, string> = {}) => ({
  errors: [{ message, extensions: { code, fields } }],
})

/**
 * Mounts `children` as a page of the console at `path`, with a session. `answers` contains a function for
 * each operation that the page calls.
 */
export async function mount(children: ReactNode, { path = '/', answers = {} as Answers } = {}) {
  const calls: Call[] = []
  const known: Answers = { Auth: () => ({ auth: account() }), ...answers }
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === '/config.json')
      return Response.json({ realm: 'reeve', deployment: 'platform', callingCode: '+86' })
    const call = JSON.parse(String(init?.body)) as Call
    calls.push(call)
    const answer = known[call.operationName]?.(call.variables)
    if (!answer) throw new Error(`no response is defined for ${call.operationName}`)
    return Response.json('errors' in answer ? answer : { data: answer })
  })
  await loadSession()

  const rootRoute = createRootRoute()
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({
    history,
    parseSearch,
    stringifySearch,
    routeTree: rootRoute.addChildren([
      createRoute({ getParentRoute: () => rootRoute, path: '/', component: () => children }),
    ]),
  })
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  onTestFinished(() => {
    root.unmount()
    element.remove()
    vi.unstubAllGlobals()
  })
  root.render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <CommonWords>
          {/* The registered router type contains the routes of the console, which this router does not
              have. */}
          <RouterProvider router={router as never} />
        </CommonWords>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return {
    history,
    /** Returns the variables of all calls of an operation, the oldest call first. */
    asked: (operation: string) =>
      calls.filter(({ operationName }) => operationName === operation).map(({ variables }) => variables),
  }
}

/** Returns the form control whose label is exactly `name`. */
export const field = (name: string) => page.getByLabelText(name, { exact: true })
export const button = (name: string) => page.getByRole('button', { name, exact: true })
