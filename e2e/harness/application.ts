import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll } from 'vitest'

/** Another program, which sends people here and gets them back with a code. */
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
    /** Path of a sign-in to the application with this client_id. */
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
    /** What it is told, once somebody is back. */
    isBack: async (page: Page): Promise<URLSearchParams> => {
      await page.getByRole('heading', { name: '回到门户' }).waitFor()
      return new URL(page.url()).searchParams
    },
  }
}
