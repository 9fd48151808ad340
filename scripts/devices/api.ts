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

/** Calls the server as an administrator; signs in anew where the access token has run out. */
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
      throw new Error(`Not signed in as ${user}: ${body.error_description ?? response.status}`)
    return body.access_token
  }

  return async function call<Data>(query: string, variables: object): Promise<Data> {
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

/** Documents that save so many devices each: a server takes 30 names a document. */
const perDocument = 25
const perCredentials = 500
const atOnce = 4

export const deviceName = (index: number): string => `SIM-${String(index + 1).padStart(6, '0')}`

/**
 * Credentials of `count` devices: those in `file`, and for the others devices that are registered now. Whatever is
 * made is written to the file at once: a password is shown only once.
 */
export async function obtainCredentials(
  count: number,
  file: string,
  access: Access,
  tenantId: string | undefined,
): Promise<Credential[]> {
  const known = new Map<string, Credential>(
    (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Credential[]) : []).map((each) => [
      each.username,
      each,
    ]),
  )
  const ids = Array.from({ length: count }, (_, index) => deviceName(index))
  const missing = ids.filter((id) => !known.has(id))
  if (missing.length) {
    process.stdout.write(`Registering ${missing.length} devices at ${access.url}\n`)
    const call = createCaller(access)
    await inParallel(slices(missing, perDocument), (some) => saveDevices(call, some, tenantId))
    for (const some of slices(missing, perCredentials)) {
      const { createDeviceCredentials } = await call<{ createDeviceCredentials: Credential[] }>(
        'mutation m($ids: [ID!]!) { createDeviceCredentials(ids: $ids) { username password } }',
        { ids: some },
      )
      for (const credential of createDeviceCredentials) known.set(credential.username, credential)
      writeFileSync(file, JSON.stringify([...known.values()]), { mode: 0o600 })
    }
  }
  return ids.map((id) => required(known.get(id), 'item of known'))
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

const slices = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  )

async function inParallel<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items]
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await run(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
