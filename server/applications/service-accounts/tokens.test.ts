import * as client from 'openid-client'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../testing/app.ts'
import {
  claimsOf,
  createFlows,
  givenApplication,
  givenServiceAccount,
  tokenOf,
} from '../../testing/applications.ts'
import { ask, givenPerson, organization, outcome } from '../../testing/organizations.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'

// Tests how service accounts obtain tokens and how long the tokens stay valid.

const app = useApp()
const admin = useAdmin(app)
let owner: Person
let tenantId: string
let flows: ReturnType<typeof createFlows>

const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${issuer()}/protocol/openid-connect/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers,
  })
const issuer = () => `${app.url}/realms/reeve`
beforeAll(async () => {
  owner = await givenPerson(app)
  tenantId = (await organization(app, { owner })).id
  flows = createFlows({ url: app.url, issuer: issuer(), post })
})

const made = (more = {}) => givenServiceAccount(app.db, tenantId, more)
const devices = () => `{ queryDevice(tenantId: "${tenantId}") { count } }`
const status = async (token: string) => (await app.graphql(token, devices())).status

test('issues tokens to a platform service, which cannot use them for GraphQL', async () => {
  const token = await tokenOf(app, await givenApplication(app.db, { kind: 'SERVICE' }))
  expect(claimsOf(token).organization).toBeUndefined()
  expect(await status(token)).toBe(401)
})

test.each([
  ['disabled', (id: string) => `mutation { updateServiceAccount(id: "${id}", enabled: false) { enabled } }`],
  ['deleted', (id: string) => `mutation { deleteServiceAccount(id: "${id}") }`],
])(
  'a token of a service account is rejected at the first call after the service account is %s',
  async (_how, end) => {
    const service = await made()
    const token = await tokenOf(app, service)
    expect(await status(token)).toBe(200)
    expect(await flows.introspect(service, token)).toMatchObject({
      active: true,
      organization: { id: tenantId },
    })
    await ask(app, owner, end(service.id))
    expect(await status(token)).toBe(401)
    const again = await flows.tokens(service, { grant_type: 'client_credentials' })
    expect([again.status, again.body.error]).toEqual([401, 'invalid_client'])
  },
)

test('accepts an earlier token again after the service account is enabled again', async () => {
  const service = await made()
  const token = await tokenOf(app, service)
  const turn = (enabled: boolean) =>
    ask(app, owner, `mutation { updateServiceAccount(id: "${service.id}", enabled: ${enabled}) { id } }`)
  await turn(false)
  await turn(true)
  expect(await status(token)).toBe(200)
})

test('revokes one token without affecting the other tokens of the service account', async () => {
  const [service, other] = [await made(), await made()]
  const [token, next] = [await tokenOf(app, service), await tokenOf(app, service)]
  const revoke = (who: typeof service) => post('revoke', { token }, flows.basic(who))
  expect((await revoke(other)).status).toBe(200)
  expect(await status(token)).toBe(200)
  expect((await revoke(service)).status).toBe(200)
  expect(await status(token)).toBe(401)
  expect(await flows.introspect(service, token)).toEqual({ active: false })
  expect(await status(next)).toBe(200)
})

test('accepts the old and the new secret of a service account until the old secret is revoked', async () => {
  const service = await made()
  const rotate = `mutation { rotateServiceAccountSecret(id: "${service.id}") { secret application { secrets { id endDateTime } } } }`
  const rotated = await ask(app, owner, rotate)
  expect(
    rotated.application.secrets.map((each: { endDateTime: string | null }) => each.endDateTime === null),
  ).toEqual([true, false])
  await tokenOf(app, service)
  await tokenOf(app, { id: service.id, secret: rotated.secret })
  expect(await outcome(app, owner, rotate)).toBe('CONFLICT')
  const [, old] = rotated.application.secrets
  const revoke = (secretId: string) =>
    `mutation { revokeServiceAccountSecret(id: "${service.id}", secretId: "${secretId}") { secrets { id } } }`
  const left = await ask(app, owner, revoke(old.id))
  expect((await flows.tokens(service, { grant_type: 'client_credentials' })).status).toBe(401)
  await tokenOf(app, { id: service.id, secret: rotated.secret })
  expect(await outcome(app, owner, revoke(left.secrets[0].id))).toBe('CONFLICT')
})

test('creates a second secret for only one of two concurrent rotations', async () => {
  const service = await made()
  const rotate = `mutation { rotateServiceAccountSecret(id: "${service.id}") { secret } }`
  const both = await Promise.all([outcome(app, owner, rotate), outcome(app, admin, rotate)])
  expect(both.toSorted()).toEqual(['CONFLICT', 'done'])
})

test('a service account gets tokens only for services open to its organization, and such a service can introspect them', async () => {
  const resource = `https://orders.example.com/${tenantId}`
  const orders = await givenApplication(app.db, { kind: 'SERVICE', resources: [resource] })
  const closed = `https://closed.example.com/${tenantId}`
  const other = await organization(app, { owner })
  await givenApplication(app.db, { kind: 'SERVICE', resources: [closed], tenant_ids: [other.id] })
  const service = await made({ auth_codes: ['data_label'] })
  const token = await tokenOf(app, service, { resource })
  expect(claimsOf(token)).toMatchObject({ aud: resource, organization: { auth_codes: ['data_label'] } })
  expect(await flows.introspect(orders, token)).toMatchObject({
    ...{ active: true, sub: service.id, aud: resource },
    organization: { id: tenantId, auth_codes: ['data_label'] },
  })
  // A service that receives the token cannot call this server with it.
  expect(await status(token)).toBe(401)
  for (const unknown of [closed, 'https://nobody.example.com/'])
    expect(
      (await flows.tokens(service, { grant_type: 'client_credentials', resource: unknown })).body.error,
    ).toBe('invalid_target')
})

test('accepts a DPoP-bound token of a service account only with a proof by the same key', async () => {
  const service = await made()
  const config = await client.discovery(
    ...([new URL(issuer()), service.id, undefined, client.ClientSecretBasic(service.secret)] as const),
    { execute: [client.allowInsecureRequests] },
  )
  const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair())
  const { access_token: token } = await client.clientCredentialsGrant(config, {}, { DPoP })
  const call = (handle: client.DPoPHandle) =>
    client.fetchProtectedResource(
      ...([config, token, new URL('/api/services/backend/actions/graphql', app.url), 'POST'] as const),
      JSON.stringify({ query: devices() }),
      new Headers({ 'content-type': 'application/json' }),
      { DPoP: handle },
    )
  const answer = await call(DPoP)
  expect([answer.status, await answer.json()]).toEqual([200, { data: { queryDevice: { count: 0 } } }])
  const another = client.getDPoPHandle(config, await client.randomDPoPKeyPair())
  await expect(call(another)).rejects.toMatchObject({ status: 401 })
  expect(await status(token)).toBe(401)
})
