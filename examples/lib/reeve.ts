// Registers the example as an application when it starts, and deletes the registration when it exits, so that
// one command is enough to run it. Your own program does not need this: an administrator registers it in the
// console, and you configure its client_id and secret.

export const reeve = process.env.REEVE_URL ?? 'http://127.0.0.1:3000'
/** Issuer URL. OpenID Connect libraries read everything else from its /.well-known/openid-configuration. */
export const issuer = `${reeve}/realms/reeve`

const username = process.env.REEVE_USERNAME ?? 'admin'
const password = process.env.REEVE_PASSWORD ?? 'reeve-demo-2026'

// If the server is not running, exit with a message instead of a stack trace.
process.on('uncaughtException', (error) => {
  const unreachable = error instanceof TypeError && error.message === 'fetch failed'
  console.error(
    unreachable
      ? `No server responds at ${reeve}. Start one with npm run demo, or set REEVE_URL to another server.`
      : error.message,
  )
  process.exit(1)
})

/** Sends a GraphQL request as the administrator. Throws if the response has errors. */
export async function ask<Answer>(query: string, variables: object): Promise<Answer> {
  const answer = await fetch(`${reeve}/api/services/backend/actions/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await signIn()}` },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await answer.json()) as { data: Answer; errors?: { message: string }[] }
  if (errors) throw new Error(errors.map(({ message }) => message).join('\n'))
  return data
}

async function signIn(): Promise<string> {
  const body = new URLSearchParams({ client_id: 'web', grant_type: 'password', username, password })
  const answer = await fetch(`${issuer}/protocol/openid-connect/token`, { method: 'POST', body })
  if (!answer.ok) throw new Error(`${reeve} refused the sign-in of ${username}: ${await answer.text()}`)
  return ((await answer.json()) as { access_token: string }).access_token
}

interface Registration {
  kind: 'SERVER' | 'SINGLE_PAGE' | 'NATIVE' | 'DEVICE' | 'SERVICE'
  name: string
  redirectUris?: string[]
  postLogoutRedirectUris?: string[]
  input: { scopes: string[]; origins?: string[]; resources?: string[]; backchannelLogoutUri?: string }
}

/**
 * Does the same as Platform → Applications → New application in the console. The secret is shown only once.
 * Single-page and native applications have no secret.
 */
export async function registerApplication(
  registration: Registration,
): Promise<{ clientId: string; secret: string | null }> {
  const { createApplication } = await ask<{
    createApplication: { secret: string | null; application: { id: string; clientId: string } }
  }>(
    `mutation m($kind: ApplicationKind!, $name: String!, $redirectUris: [String!]! = [],
        $postLogoutRedirectUris: [String!]! = [], $input: ApplicationInput!) {
      createApplication(kind: $kind, name: $name, redirectUris: $redirectUris,
        postLogoutRedirectUris: $postLogoutRedirectUris, input: $input) { secret application { id clientId } } }`,
    registration,
  )
  const { id, clientId } = createApplication.application
  atEnd(() => ask('mutation m($id: ID!) { deleteApplication(id: $id) }', { id }))
  return { clientId, secret: createApplication.secret }
}

const work: (() => unknown)[] = []

/**
 * Registers a cleanup step that runs when Ctrl-C is pressed, before the process exits. The steps run in
 * reverse order.
 */
export function atEnd(step: () => unknown): void {
  work.unshift(step)
}

export async function end(): Promise<void> {
  for (const step of work.splice(0)) await step()
  process.exit()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end())

export const say = (line: string): void => void process.stdout.write(`${line}\n`)
