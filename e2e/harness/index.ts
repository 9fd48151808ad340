import { rmSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { legalVersion } from '../../contract/legal.ts'
import { type Look, openContext, sharedBrowser } from './browser.ts'
import { newFolder } from './folders.ts'
import { type HostedServer, startHosted } from './hosted-server.ts'
import type { Server } from './server.ts'

export { absent, hidden, loaded } from './absence.ts'
export { accessibilityFaults } from './axe.ts'
export { desktop, type Look, phone, picture, quiet, reconnect } from './browser.ts'
export { adminPassword, demoPassword } from './server.ts'

export interface Console {
  readonly server: HostedServer
  /** Allows errors and warnings that match `pattern` on the pages of this test. */
  expectPrinted(pattern: RegExp): void
  /** Opens a page at `path` in a new browser context. The context is closed after the test. */
  open(path?: string, look?: Look): Promise<Page>
  /** Like `open`, but signed in: with a password, or in the session that these tokens belong to. */
  openAs(who: SignIn | Tokens, path?: string, look?: Look): Promise<Page>
}

interface ConsoleOptions {
  demo?: boolean
  /** Returns an existing data folder for the server. The folder is removed after the tests. */
  folder?: () => Promise<string>
}

export interface SignIn {
  username: string
  password: string
}

export interface Tokens {
  access_token: string
  refresh_token: string
}

// The list of sessions shows a browser name that is derived from this header.
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** Signs in with a password and returns the tokens. */
export async function tokensOf(server: Server, who: SignIn): Promise<Tokens> {
  const agreed = { terms_version: legalVersion }
  const body = new URLSearchParams({ client_id: 'web', grant_type: 'password', ...agreed, ...who })
  const url = `${server.url}/realms/reeve/protocol/openid-connect/token`
  const answer = await fetch(url, { method: 'POST', headers: { 'user-agent': userAgent }, body })
  if (!answer.ok)
    throw new Error(`Signing in as ${who.username} failed: ${answer.status} ${await answer.text()}`)
  return answer.json() as Promise<Tokens>
}

/**
 * Sends a GraphQL request as another client of the account, and returns the data. Throws if the response
 * contains errors.
 */
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
 * Starts a server for the tests of one file. The server has the data set of `npm run demo`, or only the
 * administrator account. All pages of a test are closed after the test. A test fails if one of its pages
 * logged an error or a warning, or violated the content security policy.
 */
export function useConsole(env: Record<string, string> = {}, options: ConsoleOptions = {}): Console {
  let server: HostedServer
  let folder: string
  let contexts: BrowserContext[] = []
  let expected: RegExp[] = []
  const problems: string[] = []

  beforeAll(async () => {
    folder = await (options.folder?.() ?? newFolder(inject('templates'), options))
    server = await startHosted(env, folder)
  })
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()))
    contexts = []
    const unexpected = problems
      .splice(0)
      .filter((problem) => !expected.some((pattern) => pattern.test(problem)))
    expected = []
    // The failure message lists the problems, because test reports often truncate the array.
    expect(unexpected, unexpected.join('\n')).toEqual([])
  })
  afterAll(async () => {
    await server?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
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
        // The tokens are stored only once. From then on, the page manages them.
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
