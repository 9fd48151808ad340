import { expect, vi } from 'vitest'
import type { OpenidServer } from '../../server/testing/identity-sources/openid.ts'
import { adminPassword, callAs } from './index.ts'

interface Source {
  key: string
  name: string
  firstSignIn?: 'CREATE' | 'PHONE' | 'SIGN_IN'
  /** Issuer of the source. Defaults to the test server. */
  issuer?: string
}

/** Adds an identity source, as an administrator, and waits until the sign-in page offers it. */
export async function givenSource(
  server: Parameters<typeof callAs>[0],
  provider: OpenidServer,
  { key, name, firstSignIn, issuer = provider.issuer }: Source,
): Promise<void> {
  await callAs(
    server,
    { username: 'admin', password: adminPassword },
    `mutation ($issuer: String!, $clientId: String!, $clientSecret: String!, $name: String!, $input: IdentitySourceInput) {
      createIdentitySource(kind: OIDC, issuer: $issuer, clientId: $clientId, clientSecret: $clientSecret,
        name: $name, input: $input) { id } }`,
    {
      ...{ issuer, clientId: provider.client.id, clientSecret: provider.client.secret },
      ...{ name, input: { key, firstSignIn } },
    },
  )
  // The server caches the list for a few seconds.
  await vi.waitFor(
    async () => {
      const { identitySources } = await (await fetch(`${server.url}/config.json`)).json()
      expect(identitySources).toContainEqual(expect.objectContaining({ key }))
    },
    { timeout: 15_000, interval: 200 },
  )
}
