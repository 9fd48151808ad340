import { createRemoteJWKSet, jwtVerify } from 'jose'
import { beforeAll, beforeEach, expect, type TestContext } from 'vitest'
import { required } from '../../contract/required.ts'
import {
  createFlows,
  givenApplication,
  redirectUri,
  type TestApplication,
  type Tokens,
} from './applications.ts'
import { type Browser, createBrowser } from './browser.ts'
import { setUpAccount, useIdentity } from './identity.ts'

declare module 'vitest' {
  interface TaskMeta {
    /**
     * The reason why this module of the conformance suite does not apply to Reeve. `npm test -- openid`
     * prints the reason.
     */
    notApplicable?: string
  }
}

type Query = Record<string, string | undefined>

/**
 * Skips a module of the conformance suite. The caller must assert the fact that makes the module
 * inapplicable.
 */
export function notApplicable({ task, skip }: TestContext, reason: string): never {
  task.meta.notApplicable = reason
  return skip(reason)
}

/**
 * Provides a server, an application and, for each test, an account that is signed in to a browser. The
 * functions correspond to the steps of the modules of the conformance suite. As in the suite, requests
 * contain a state and a nonce, but do not use PKCE.
 */
export function useConformance(more: Parameters<typeof givenApplication>[1] = {}) {
  const server = useIdentity()
  let flows: ReturnType<typeof createFlows>
  let application: TestApplication
  let account: Awaited<ReturnType<typeof setUpAccount>>
  let browser: Browser

  beforeAll(async () => {
    flows = createFlows(server)
    application = await givenApplication(server.db, more)
  })
  beforeEach(async () => {
    account = await setUpAccount(server.db)
    await server.db.query
      .updateTable('account')
      .set({ email: 'zhangsan@example.com', email_verified: true })
      .where('id', '=', account.id)
      .execute()
    browser = createBrowser(server.url)
    await browser.signIn(account)
  })

  const authorizationUrl = (query: Query = {}) =>
    flows.authorize(application, {
      ...{ code_challenge: undefined, code_challenge_method: undefined },
      ...{ state: 'state', nonce: 'nonce' },
      ...query,
    }).url

  /** Exchanges a code and returns the status, the headers and the body of the response. */
  const exchange = (code: string, form: Record<string, string> = {}) =>
    flows.tokens(application, { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...form })

  async function tokensFrom(back: URL): Promise<Tokens & { id_token: string }> {
    expect(back.href).toContain(`${redirectUri}?`)
    const { status, body } = await exchange(required(back.searchParams.get('code'), 'code'))
    expect(status).toBe(200)
    return { ...body, id_token: required(body.id_token, 'id_token') }
  }

  return {
    server,
    get application() {
      return application
    },
    get account() {
      return account
    },
    get browser() {
      return browser
    },
    authorizationUrl,
    exchange,
    tokensFrom,

    /** Sends the authorization request and returns the URL to which the browser is redirected last. */
    authorize: (query?: Query, from = browser) => from.follow(authorizationUrl(query)),

    /** Signs in to the application without showing a page, and returns the tokens. */
    signIn: async (query?: Query) => tokensFrom(await browser.follow(authorizationUrl(query))),

    /** Signs in on the console's sign-in page, and returns the tokens. */
    async signInOn(page: URL, from = browser) {
      expect(page.pathname).toMatch(/^\/continue\/[\w-]+$/)
      await from.signIn(account)
      const { next } = await from.answer(page, { step: 'login' })
      return tokensFrom(await from.follow(required(next, 'next')))
    },

    /** Verifies an ID token like an application and returns its header and its claims. */
    async verified(token: string) {
      const keys = createRemoteJWKSet(new URL(`${server.issuer}/protocol/openid-connect/certs`))
      const { protectedHeader, payload } = await jwtVerify(token, keys, {
        ...{ issuer: server.issuer, audience: application.id },
        requiredClaims: ['sub', 'iat', 'exp'],
      })
      return { header: protectedHeader, claims: payload }
    },

    /** Sends a request to the userinfo endpoint, by default a GET request with the token in a header. */
    async userinfo(token: string, init: RequestInit = { headers: { authorization: `Bearer ${token}` } }) {
      const answer = await fetch(`${server.issuer}/protocol/openid-connect/userinfo`, init)
      return { status: answer.status, claims: (await answer.json()) as Record<string, unknown> }
    },

    async metadata() {
      const answer = await fetch(`${server.issuer}/.well-known/openid-configuration`)
      expect(answer.headers.get('content-type')).toContain('application/json')
      return (await answer.json()) as Record<string, string | string[] | boolean | undefined>
    },

    /** Simulates that a minute passes after the sign-in. */
    waitAMinute: () =>
      server.db.execute(`update session set authenticated_at = authenticated_at - interval '1 minute'`),
  }
}
