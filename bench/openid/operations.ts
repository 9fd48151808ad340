import { createHash, randomBytes } from 'node:crypto'
import { required } from '../../contract/required.ts'
import { bare } from '../drive/bare-clients.ts'
import { call } from '../measure.ts'

const { redirectUri } = bare

export interface Client {
  id: string
  secret: string
}

/** A provider, with what each of its callers signs in to and as. */
export interface Party {
  /** Of its endpoints. */
  paths: Record<'authorization' | 'token' | 'introspection', string>
  /** What is asked for beside, so that access tokens are JWTs. */
  audience: Record<string, string>
  servers: readonly Client[]
  programs: readonly Client[]
  /** Of a browser that is signed in, for each caller. */
  openBrowsers(): Promise<readonly string[]>
}

export type Operation = (caller: number) => Promise<unknown>

/** What applications ask of a provider, by what it is called: each is begun anew in every round, which is not measured. */
export function operationsOf(party: Party): Record<string, () => Promise<Operation>> {
  const { paths, audience, servers, programs } = party
  const ask = async (path: string, { id, secret }: Client, fields: Record<string, string>) =>
    JSON.parse(
      await call(path, 'application/x-www-form-urlencoded', `${new URLSearchParams(fields)}`, 200, {
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      }),
    )
  const own = { grant_type: 'client_credentials' }
  const lasting = { scope: 'openid profile offline_access', prompt: 'consent' }
  return {
    'client credentials': async () => (caller) =>
      ask(paths.token, required(programs[caller], 'item of programs'), { ...own, ...audience }),
    async refresh() {
      const cookies = await party.openBrowsers()
      const chains: string[] = await Promise.all(
        servers.map(async (_, caller) =>
          required((await signInAt(party, ask, caller, cookies, lasting)).refresh_token, 'refresh_token'),
        ),
      )
      return async (caller) => {
        const fields = {
          grant_type: 'refresh_token',
          refresh_token: required(chains[caller], 'item of chains'),
        }
        chains[caller] = (
          await ask(paths.token, required(servers[caller], 'item of servers'), fields)
        ).refresh_token
      }
    },
    async introspection() {
      // Bare, a token of the library's own form: it does not look into a JWT.
      const tokens: string[] = await Promise.all(
        programs.map(async (client) => (await ask(paths.token, client, own)).access_token),
      )
      return async (caller) => {
        const { active } = await ask(paths.introspection, required(programs[caller], 'item of programs'), {
          token: required(tokens[caller], 'item of tokens'),
        })
        if (!active) throw new Error('a token that is good was called dead')
      }
    },
    async 'code flow'() {
      const cookies = await party.openBrowsers()
      return (caller) => signInAt(party, ask, caller, cookies, { scope: 'openid profile' })
    },
  }
}

/** A browser that is signed in is sent for a code, which is traded for tokens. */
async function signInAt(
  { paths, audience, servers }: Party,
  ask: (path: string, client: Client, fields: Record<string, string>) => Promise<Record<string, string>>,
  caller: number,
  cookies: readonly string[],
  more: Record<string, string>,
): Promise<Record<string, string>> {
  const client = required(servers[caller], 'item of servers')
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    ...{ client_id: client.id, response_type: 'code', redirect_uri: redirectUri, state: 'here' },
    ...{ code_challenge_method: 'S256', ...audience, ...more },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  })
  const answer = await fetch(`${paths.authorization}?${query}`, {
    redirect: 'manual',
    headers: { cookie: required(cookies[caller], 'item of cookies') },
  })
  await answer.arrayBuffer()
  const back = new URL(answer.headers.get('location') ?? '', paths.authorization)
  const code = back.searchParams.get('code')
  if (!code) throw new Error(`no code but ${answer.status}, ${back.pathname}`)
  const fields = {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  }
  return ask(paths.token, client, fields)
}
