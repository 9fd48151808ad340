import { expect } from 'vitest'
import { required } from '../../contract/required.ts'
import type { ApplicationKind } from '../../contract/states.ts'
import { addSecret, findSecrets } from '../applications/secrets.ts'
import { type ApplicationRow, insertApplication } from '../applications/store.ts'
import { newId } from '../core/id.ts'
import type { Database } from '../db/open.ts'
import { type Browser, createBrowser, createPkce } from './browser.ts'

export interface TestApplication extends ApplicationRow {
  secret: string
}

export const redirectUri = 'https://portal.example.com/callback'

/**
 * Creates an application. By default, the application is first-party and has all scopes. `more` sets other
 * values.
 */
export async function givenApplication(
  db: Database,
  more: Partial<ApplicationRow> & { kind?: ApplicationKind } = {},
): Promise<TestApplication> {
  const kind = more.kind ?? 'SERVER'
  const codes = !['SERVICE', 'DEVICE'].includes(kind)
  return db.transaction(async (tx) => {
    const row = await insertApplication(tx, {
      ...{ id: newId(), kind, name: '数据门户', first_party: true },
      redirect_uris: codes ? [redirectUri] : [],
      scopes: [
        'openid',
        'profile',
        'phone',
        'email',
        'organization',
        'organizations',
        'offline_access',
        'orders:read',
      ],
      resources: ['https://api.example.com/'],
      ...more,
      ...(more.jwks !== undefined && { jwks: JSON.stringify(more.jwks) }),
    } as never)
    return { ...row, secret: await addSecret(tx, row.id) }
  })
}

/** Creates a platform service with `secrets` secrets. `secretId` is the id of one of the secrets. */
export async function givenService(db: Database, secrets = 1): Promise<{ id: string; secretId: string }> {
  const { id } = await givenApplication(db, { kind: 'SERVICE' })
  if (secrets > 1) await db.transaction((tx) => addSecret(tx, id))
  const [secret] = required((await findSecrets(db.query, [id])).get(id), 'item of findSecrets')
  return { id, secretId: required(secret, 'secret').id }
}

/**
 * Creates a service account of an organization, with permission codes and `secrets` secrets. `secretId` is
 * the id of one of the secrets.
 */
export async function givenServiceAccount(
  db: Database,
  tenantId: string,
  { secrets = 1, ...more }: Partial<ApplicationRow> & { secrets?: number } = {},
): Promise<TestApplication & { secretId: string }> {
  const account = await givenApplication(db, {
    ...{ kind: 'SERVICE', tenant_id: tenantId, name: '数据同步', first_party: false },
    ...{ auth_codes: ['data_view'], scopes: [], resources: [] },
    ...more,
  })
  if (secrets > 1) await db.transaction((tx) => addSecret(tx, account.id))
  const [secret] = required(
    (await findSecrets(db.query, [account.id])).get(account.id),
    'item of findSecrets',
  )
  return { ...account, secretId: required(secret, 'secret').id }
}

/** Requests an access token with client credentials, as client libraries do. */
export async function tokenOf(
  { url }: { url: string },
  { id, secret }: { id: string; secret: string },
  more: Record<string, string> = {},
): Promise<string> {
  const answer = await fetch(`${url}/realms/reeve/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...more }),
  })
  const { access_token: token } = (await answer.json()) as Tokens
  expect([answer.status, typeof token]).toEqual([200, 'string'])
  return token
}

/** Signs in to an application and returns its access token, which the userinfo endpoint accepts. */
export async function lendToken(
  { url, db }: { url: string; db: Database },
  who: { username: string; password: string },
): Promise<string> {
  const issuer = `${url}/realms/reeve`
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${issuer}/protocol/openid-connect/${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers,
    })
  const flows = createFlows({ url, issuer, post })
  const browser = createBrowser(url)
  await browser.signIn(who)
  const { access_token: token } = await flows.signIn(browser, await givenApplication(db))
  expect((await flows.userinfo(token)).status).toBe(200)
  return token
}

type Server = {
  url: string
  issuer: string
  post: (path: string, form: Record<string, string>, headers?: Record<string, string>) => Promise<Response>
}

/**
 * Returns functions that sign in to applications of a server. Each sign-in uses a new browser unless a
 * browser is given.
 */
export function createFlows(server: Server) {
  const authorize = (application: { id: string }, more: Record<string, string | undefined> = {}) => {
    const pkce = createPkce()
    const query = {
      ...{ client_id: application.id, response_type: 'code', scope: 'openid profile', state: 'a b&c' },
      ...{ redirect_uri: redirectUri, code_challenge: pkce.challenge, code_challenge_method: 'S256' },
      ...more,
    }
    const given = Object.entries(query).filter((each): each is [string, string] => each[1] !== undefined)
    return {
      verifier: pkce.verifier,
      url: new URL(`${server.issuer}/protocol/openid-connect/auth?${new URLSearchParams(given)}`),
    }
  }

  const basic = ({ id, secret }: TestApplication) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  })

  async function tokens(application: TestApplication, form: Record<string, string>) {
    const own = application.kind === 'SERVER' || application.kind === 'SERVICE'
    const answer = own
      ? await server.post('token', form, basic(application))
      : await server.post('token', { ...form, client_id: application.id })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Tokens }
  }

  const trade = (application: TestApplication, code: string, verifier: string) =>
    tokens(application, {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    })

  return {
    authorize,
    basic,
    tokens,
    trade,
    browser: () => createBrowser(server.url),

    /** Returns the authorization code that the application gets for a signed-in browser. */
    async code(
      browser: Browser,
      application: TestApplication,
      more: Record<string, string | undefined> = {},
    ) {
      const { url, verifier } = authorize(application, more)
      const back = await browser.follow(url)
      expect(back.href).toContain(`${redirectUri}?`)
      return { code: required(back.searchParams.get('code'), 'code'), verifier, back }
    },

    /** Performs a complete sign-in and returns the application's tokens. */
    async signIn(
      browser: Browser,
      application: TestApplication,
      more: Record<string, string | undefined> = {},
    ) {
      const { code, verifier } = await this.code(browser, application, more)
      const { status, body } = await trade(application, code, verifier)
      expect([status, body]).toMatchObject([200, { token_type: 'Bearer' }])
      return body
    },

    async userinfo(token: string) {
      const answer = await fetch(`${server.issuer}/protocol/openid-connect/userinfo`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    },

    async introspect(application: TestApplication, token: string) {
      const answer = await server.post('token/introspect', { token }, basic(application))
      return (await answer.json()) as Record<string, unknown>
    },
  }
}

export interface Tokens {
  access_token: string
  refresh_token?: string
  id_token?: string
  scope?: string
  expires_in: number
  error?: string
  error_description?: string
}

/** Returns the claims of a JWT without verifying its signature. */
export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(required(token.split('.')[1], 'item of token'), 'base64url').toString())
