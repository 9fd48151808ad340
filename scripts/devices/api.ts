import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { required } from '../../contract/required.ts'

export interface Credential {
  username: string
  password: string
}

interface Access {
  url: string
  user: string
  password: string
}

/**
 * Returns a function that sends GraphQL requests as an administrator. The function signs in again when the
 * access token has expired.
 */
export function createCaller({ url, user, password }: Access) {
  let token: Promise<string> | undefined

  async function signIn(): Promise<string> {
    const form = { client_id: 'web', grant_type: 'password', username: user, password }
    const response = await fetch(`${url}/realms/reeve/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    const body = (await response.json()) as { access_token?: string; error_description?: string }
    if (!body.access_token)
      throw new Error(`The sign-in as ${user} failed: ${body.error_description ?? response.status}`)
    return body.access_token
  }

  return async function call<Data>(query: string, variables: object = {}): Promise<Data> {
    for (let tries = 0; ; tries += 1) {
      token ??= signIn()
      const response = await fetch(`${url}/api/services/backend/actions/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${await token}` },
        body: JSON.stringify({ query, variables }),
      })
      if (response.status === 401 && tries < 2) {
        token = undefined
        continue
      }
      const { data, errors } = (await response.json()) as { data: Data; errors?: { message: string }[] }
      if (errors?.[0]) throw new Error(errors[0].message)
      return data
    }
  }
}

/** Creates new credentials for existing devices. */
export async function createCredentials(
  call: ReturnType<typeof createCaller>,
  ids: readonly string[],
): Promise<Credential[]> {
  const mutation = 'mutation m($ids: [ID!]!) { createDeviceCredentials(ids: $ids) { username password } }'
  return (await call<{ createDeviceCredentials: Credential[] }>(mutation, { ids })).createDeviceCredentials
}

export const readCredentials = (file: string): Credential[] | undefined =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined

export const writeCredentials = (file: string, credentials: readonly Credential[]): void =>
  writeFileSync(file, JSON.stringify(credentials), { mode: 0o600 })

/**
 * Number of devices that one GraphQL document registers. The server allows at most 30 aliases in a document.
 */
const perDocument = 25
const perCredentials = 500
const concurrency = 4

/**
 * Returns credentials for `count` simulated devices. Credentials in the file are used first. Then more
 * devices are registered. Their credentials are saved to the file immediately, because the server shows each
 * password only once.
 */
export async function obtainCredentials(
  count: number,
  file: string,
  access: Access,
  tenantId?: string,
): Promise<Credential[]> {
  const known = new Map((readCredentials(file) ?? []).map((each) => [each.username, each]))
  const ids = Array.from({ length: count }, (_, index) => `SIM-${String(index + 1).padStart(6, '0')}`)
  const missing = ids.filter((id) => !known.has(id))
  if (missing.length) {
    process.stdout.write(`Registering ${missing.length} devices at ${access.url}\n`)
    const call = createCaller(access)
    const rest = slices(missing, perDocument).values()
    const register = async () => {
      for (const some of rest) await saveDevices(call, some, tenantId)
    }
    await Promise.all(Array.from({ length: concurrency }, register))
    for (const some of slices(missing, perCredentials)) {
      for (const credential of await createCredentials(call, some)) known.set(credential.username, credential)
      writeCredentials(file, [...known.values()])
    }
  }
  return ids.map((id) => required(known.get(id), id))
}

async function saveDevices(
  call: ReturnType<typeof createCaller>,
  ids: readonly string[],
  tenantId: string | undefined,
): Promise<void> {
  const fields = ids.map(
    (id, index) =>
      `d${index}: saveDeviceByPalgo(id: ${JSON.stringify(id)}, name: "Simulated ${id}"${tenantId ? ', tenantId: $tenantId' : ''}) { id }`,
  )
  await call(`mutation m${tenantId ? '($tenantId: ID)' : ''} { ${fields.join('\n')} }`, { tenantId })
}

const slices = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
