import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { legalVersion } from '../../contract/legal.ts'
import { type Look, openContext, sharedBrowser } from './browser.ts'
import { type Server, type StartOptions, startServer, templateFor } from './server.ts'

export { accessibilityFaults } from './axe.ts'
export { desktop, type Look, phone, picture, quiet } from './browser.ts'
export { adminPassword, demoPassword } from './server.ts'

export interface Console {
  readonly server: Server
  /** This test brings about what the pages then print: it is no problem. */
  expectPrinted(pattern: RegExp): void
  /** A new browser of its own, with one page at `path`. It is closed after the test. */
  open(path?: string, look?: Look): Promise<Page>
  /** The same, signed in beforehand, or in the session of these tokens. */
  openAs(who: SignIn | Tokens, path?: string, look?: Look): Promise<Page>
}

export interface SignIn {
  username: string
  password: string
}

export interface Tokens {
  access_token: string
  refresh_token: string
}

// What the list of sessions then shows.
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** The token endpoint's answer to a password. */
export async function tokensOf(server: Server, who: SignIn): Promise<Tokens> {
  const agreed = { terms_version: legalVersion }
  const body = new URLSearchParams({ client_id: 'web', grant_type: 'password', ...agreed, ...who })
  const url = `${server.url}/realms/reeve/protocol/openid-connect/token`
  const answer = await fetch(url, { method: 'POST', headers: { 'user-agent': userAgent }, body })
  if (!answer.ok)
    throw new Error(`Sign-in of ${who.username} answered ${answer.status}: ${await answer.text()}`)
  return answer.json() as Promise<Tokens>
}

/** What somebody does elsewhere, by the calls that the console makes: the answer's data. Fails where it is refused. */
export async function callAs(server: Server, who: SignIn | Tokens, query: string, variables = {}) {
  const { access_token } = 'access_token' in who ? who : await tokensOf(server, who)
  const answer = await fetch(`${server.url}/api/services/backend/actions/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await answer.json()) as { data: unknown; errors?: unknown }
  expect(errors).toBeUndefined()
  // biome-ignore lint/suspicious/noExplicitAny: what a caller reads of it is what its test is about
  return data as Record<string, any>
}

/**
 * A server process for the tests of one file, and Chromium. After each test its pages are closed, and anything that they
 * printed as an error or a warning, or that broke the content security policy, fails it.
 */
export function useConsole(env: Record<string, string> = {}, options: StartOptions = {}): Console {
  let server: Server
  let contexts: BrowserContext[] = []
  let expected: RegExp[] = []
  const problems: string[] = []

  beforeAll(async () => {
    const from = options.from ?? (await templateFor(inject('templates'), env, options))
    server = await startServer(env, from ? { ...options, from } : options)
  })
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()))
    contexts = []
    const unexpected = problems
      .splice(0)
      .filter((problem) => !expected.some((pattern) => pattern.test(problem)))
    expected = []
    expect(unexpected).toEqual([])
  })
  afterAll(async () => {
    await server?.stop()
  })

  return {
    get server() {
      return server
    },
    expectPrinted(pattern) {
      expected.push(pattern)
    },
    async open(path = '/', look = {}) {
      const page = await (await newContext(look)).newPage()
      await page.goto(path)
      return page
    },
    async openAs(who, path = '/accountInfo/index', look = {}) {
      const tokens = 'refresh_token' in who ? who : await tokensOf(server, who)
      const context = await newContext(look)
      await context.addInitScript((given) => {
        if (location.origin === 'null') return
        // Once: what the page then does with them is its own.
        if (localStorage.getItem('signed in by the test')) return
        localStorage.setItem('signed in by the test', 'yes')
        localStorage.setItem('token', given.access_token)
        localStorage.setItem('refresh_token', given.refresh_token)
      }, tokens)
      const page = await context.newPage()
      await page.goto(path)
      return page
    },
  }

  async function newContext(look: Look): Promise<BrowserContext> {
    const context = await openContext(await sharedBrowser(), server.url, problems, look)
    contexts.push(context)
    return context
  }
}
