import { createHash, randomBytes } from 'node:crypto'
import { required } from '../../contract/required.ts'

interface Cookie {
  value: string
  path: string
}

/** Simulates the browser features that a sign-in needs: cookies by path, and redirects within one server. */
export function createBrowser(origin: string) {
  const jar = new Map<string, Cookie>()

  async function visit(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url, origin)
    const cookie = [...jar]
      .filter(([, { path }]) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) }
    const answer = await fetch(new URL(url, origin), { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [pair, ...attributes] = line.split(/;\s*/)
      const [name, value] = required(pair, 'pair').split(/=(.*)/s)
      const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/'
      if (/expires=Thu, 01 Jan 1970|max-age=0/i.test(line)) jar.delete(required(name, 'name'))
      else jar.set(required(name, 'name'), { value: required(value, 'value'), path })
    }
    return answer
  }

  return {
    jar,
    visit,

    /**
     * Follows redirects within the server and returns the last URL, which is a page of the console or belongs
     * to another origin.
     */
    async follow(start: string | URL): Promise<URL> {
      let url = new URL(start, origin)
      for (let hops = 0; hops < 10; hops += 1) {
        if (url.origin !== origin || url.pathname.startsWith('/continue/')) return url
        const answer = await visit(url)
        const next = answer.headers.get('location')
        if (!next) throw new Error(`${url.pathname} responded with ${answer.status}: ${await answer.text()}`)
        url = new URL(next, url)
      }
      throw new Error('too many redirects')
    },

    /** Signs in with the same request as the console. */
    async signIn({ username, password }: { username: string; password: string }) {
      const answer = await visit('/realms/reeve/protocol/openid-connect/token', {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({ client_id: 'web', grant_type: 'password', username, password }),
      })
      if (answer.status !== 200) throw new Error(`The sign-in failed: ${await answer.text()}`)
      return (await answer.json()) as { access_token: string; refresh_token: string; id_token: string }
    },

    /** Returns the data that an interaction page displays. */
    async details(page: URL) {
      const answer = await visit(`/realms/reeve/interaction/${page.pathname.split('/').at(-1)}/details`)
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    },

    /**
     * Submits an interaction page. Returns the status and the URL to continue at (`next`), or the error code.
     */
    async answer(page: URL, given: Record<string, unknown>, headers: Record<string, string> = { origin }) {
      const answer = await visit(`/realms/reeve/interaction/${page.pathname.split('/').at(-1)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(given),
      })
      const body = (await answer.json()) as { next?: string; error?: string }
      return { status: answer.status, ...body }
    },
  }
}

export type Browser = ReturnType<typeof createBrowser>

export function createPkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}
