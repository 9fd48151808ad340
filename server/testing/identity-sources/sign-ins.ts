import { expect } from 'vitest'
import { required } from '../../../contract/required.ts'
import { adminTokens, type TestApp } from '../app.ts'
import { type Browser, createBrowser } from '../browser.ts'
import { ask } from '../organizations.ts'

const tokenPath = '/realms/reeve/protocol/openid-connect/token'

export interface SourceSettings {
  kind?: 'OIDC' | 'WECOM' | 'DINGTALK' | 'FEISHU'
  key: string
  name?: string
  clientId: string
  clientSecret: string
  issuer: string
  /** Fields of IdentitySourceInput in GraphQL syntax. */
  more?: string
}

/** Creates an identity source as an administrator. Returns its id. */
export async function givenSource(
  app: TestApp,
  { kind = 'OIDC', key, name = `来源 ${key}`, clientId, clientSecret, issuer, more = '' }: SourceSettings,
): Promise<string> {
  const admin = await adminTokens(app)
  const created = await ask(
    app,
    admin,
    `mutation { createIdentitySource(kind: ${kind}, name: "${name}", clientId: "${clientId}",
      clientSecret: "${clientSecret}", issuer: "${issuer}", input: { key: "${key}" ${more} }) { id } }`,
  )
  return created.id
}

export interface TokenAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what a caller reads of it is what its test is about
  body: any
}

/** A browser that signs in with identities of providers. */
export function createSignIns(app: TestApp, browser: Browser = createBrowser(app.url)) {
  const token = async (form: Record<string, string>, headers: Record<string, string> = {}) => {
    const answer = await browser.visit(tokenPath, {
      method: 'POST',
      headers: { origin: app.url, ...headers },
      body: new URLSearchParams({ client_id: 'web', ...form }),
    })
    return { status: answer.status, body: await answer.json() } as TokenAnswer
  }

  const self = {
    browser,
    token,

    /** Begins a sign-in and returns the URL of the provider, or of the page that explains an error. */
    async begin(key: string, query: Record<string, string> = {}): Promise<URL> {
      const answer = await browser.visit(`/realms/reeve/broker/${key}/login?${new URLSearchParams(query)}`)
      expect(answer.status, await answer.clone().text()).toBe(303)
      return new URL(required(answer.headers.get('location'), 'location'))
    },

    /** Visits the provider and returns the URL of the redirect back, without opening it. */
    async atProvider(url: URL): Promise<URL> {
      const answer = await fetch(url, { redirect: 'manual' })
      return new URL(required(answer.headers.get('location'), 'location'))
    },

    /** Opens the redirect back from the provider and returns the page of the console. */
    async back(url: URL): Promise<URL> {
      const answer = await browser.visit(url)
      expect(answer.status, await answer.clone().text()).toBe(303)
      return new URL(required(answer.headers.get('location'), 'location'))
    },

    /** Begins a sign-in, visits the provider and returns the URL of the page of the console. */
    async visit(key: string, query: Record<string, string> = {}): Promise<URL> {
      return self.back(await self.atProvider(await self.begin(key, query)))
    },

    /** Signs in at the provider and returns the ticket. */
    async ticket(key: string): Promise<string> {
      const page = await self.visit(key)
      return required(/^#broker=(\w+)$/.exec(page.hash)?.[1], `ticket in ${page}`)
    },

    exchange: (ticket: string, more: Record<string, string> = {}, headers: Record<string, string> = {}) =>
      token({ grant_type: 'urn:reeve:broker', ticket, ...more }, headers),

    /** Signs in with the identity at the provider. */
    async signIn(key: string, more: Record<string, string> = {}): Promise<TokenAnswer> {
      return self.exchange(await self.ticket(key), more)
    },
  }
  return self
}

/** Returns the fragment of a page of the console as an object. */
export const fragmentOf = ({ hash }: URL): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(hash.slice(1)))

/** Links the provider's current identity by a password sign-in with the ticket. */
export async function linkBySignIn(
  app: TestApp,
  key: string,
  { phone, password }: { phone: string; password: string },
  browser?: Browser,
) {
  const signIns = createSignIns(app, browser)
  const ticket = await signIns.ticket(key)
  const answer = await signIns.token({
    ...{ grant_type: 'password', username: phone, password, broker_ticket: ticket },
  })
  expect(answer).toMatchObject({ status: 200, body: { identity_linked: true } })
  return signIns
}
