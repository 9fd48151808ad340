import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { callAs, type SignIn, type Tokens } from './index.ts'
import type { Server } from './server.ts'

interface Registration {
  name: string
  kind?: 'SERVER' | 'SINGLE_PAGE' | 'DEVICE'
  firstParty?: boolean
  redirectUris?: string[]
  postLogoutRedirectUris?: string[]
  input?: { scopes?: string[]; tenantIds?: string[] }
}

/** Registers an OAuth client through the API. `secret` is null for client types that have no secret. */
export async function registerApplication(
  server: Server,
  administrator: SignIn | Tokens,
  { kind = 'SERVER', ...registration }: Registration,
): Promise<{ id: string; secret: string }> {
  const { createApplication } = await callAs(
    server,
    administrator,
    `mutation (
      $kind: ApplicationKind!, $name: String!, $firstParty: Boolean, $redirectUris: [String!],
      $postLogoutRedirectUris: [String!], $input: ApplicationInput
    ) {
      createApplication(
        kind: $kind, name: $name, firstParty: $firstParty, redirectUris: $redirectUris,
        postLogoutRedirectUris: $postLogoutRedirectUris, input: $input
      ) { secret application { id } }
    }`,
    { kind, ...registration },
  )
  return { id: createApplication.application.id, secret: createApplication.secret }
}

/** Starts a minimal OAuth client that serves the redirect URI of a sign-in. */
export async function usePortal() {
  const portal = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end('<!doctype html><html lang="zh"><title>门户</title><h1>回到门户</h1></html>')
  })
  portal.listen(0, '127.0.0.1')
  await once(portal, 'listening')
  afterAll(() => portal.close())
  const redirectUri = `http://127.0.0.1:${(portal.address() as AddressInfo).port}/callback`
  return {
    redirectUri,
    /** Returns the URL path of an authorization request. */
    start: (client_id: string, more: Record<string, string> = {}) =>
      `/realms/reeve/protocol/openid-connect/auth?${new URLSearchParams({
        ...{
          client_id,
          response_type: 'code',
          scope: 'openid profile',
          redirect_uri: redirectUri,
          state: 's',
        },
        code_challenge: createHash('sha256').update('x'.repeat(43)).digest('base64url'),
        code_challenge_method: 'S256',
        ...more,
      })}`,
    /** Waits for the redirect to the application and returns its query parameters. */
    isBack: async (page: Page): Promise<URLSearchParams> => {
      await page.getByRole('heading', { name: '回到门户' }).waitFor()
      return new URL(page.url()).searchParams
    },
  }
}
