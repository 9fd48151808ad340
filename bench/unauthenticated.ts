// npm run bench:unauthenticated: CPU of the main thread for each call that needs no sign-in, with the costliest input that
// the call takes. Worst first, beside a bare argon2id. Argument: calls of each (100). Needs /proc, so Linux.

import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hash } from '@node-rs/argon2'
import { limits } from '../contract/limits.ts'
import { required } from '../contract/required.ts'
import { adminPassword, startServer } from '../e2e/harness/server.ts'
import { createProver } from '../server/identity/proofs/prover.ts'
import { figure, machine, median, printTable } from './measure.ts'

const calls = Number(process.argv[2] ?? 100)
const budget = 2

/** Nobody asks as often as this bench, so the limits of networks are out of the way. */
const server = await startServer({
  REEVE_LIMITS: '1000000',
  REEVE_LOG_LEVEL: 'info',
  REEVE_SECURITY_CONTACT: 'mailto:security@example.com',
  // Nobody answers there; the route by which a broker asks for a device is open all the same.
  REEVE_MQTT_URL: 'mqtt://bench:bench@127.0.0.1:9',
})
const identity = '/realms/reeve/protocol/openid-connect'
const graphql = '/api/services/backend/actions/graphql'
const json = { 'content-type': 'application/json' }

async function send(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(server.url + path, { redirect: 'manual', ...init })
}
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(path, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  send(path, { method: 'POST', headers, body: new URLSearchParams(fields) })
const token = (fields: Record<string, string>, headers?: Record<string, string>) =>
  form(`${identity}/token`, fields, headers)

const { access_token: admin } = (await (
  await token({ client_id: 'web', grant_type: 'password', username: 'admin', password: adminPassword })
).json()) as { access_token: string }

async function application(kind: string, more = ''): Promise<string> {
  const redirect =
    kind === 'SINGLE_PAGE' || kind === 'NATIVE' ? 'redirectUris: ["https://app.example.com/"],' : ''
  const query = `mutation { createApplication(name: "bench ${kind}", kind: ${kind}, ${redirect} input: { ${more} }) { application { id } } }`
  const { data, errors } = (await (
    await post(graphql, { query }, { authorization: `Bearer ${admin}` })
  ).json()) as { data: { createApplication: { application: { id: string } } } | null; errors?: unknown }
  if (!data) throw new Error(JSON.stringify(errors))
  return data.createApplication.application.id
}
const page = await application('SINGLE_PAGE', 'scopes: ["openid"], origins: ["https://app.example.com"]')
const device = await application('DEVICE', 'scopes: ["openid"]')

let phones = 0
const phone = () => `139${String(10_000_000 + phones++)}`
/** Of the right form, by a key that is not the server's. */
const [head, body] = admin.split('.') as [string, string]
const forged = `${head}.${body}.${randomBytes(64).toString('base64url')}`
const bearer = (value: string) => ({ authorization: `Bearer ${value}` })
const prover = await createProver(`${server.url}${identity}/token`)

/** Of the right form, with a signature that is not the server's. */
const forgedWork = Buffer.from(
  JSON.stringify({
    challenge: {
      parameters: {
        ...{ algorithm: 'SCRYPT', nonce: '00', salt: '00', cost: limits.proofOfWork.cost, keyLength: 32 },
        ...{ memoryCost: limits.proofOfWork.blockSize, keyPrefix: '00', keySignature: '00' },
        data: { step: 1, until: 4e9 },
      },
      signature: '00',
    },
    solution: { counter: 1, derivedKey: '00' },
  }),
).toString('base64')

/** Costs up to 58 ms to judge. */
const password = '1l1laA4@qwertyuiopm0nk3yl1l1l1sh4d0w!1|l0$5+7%2l1l1l11!|l1!|l1!|'
/** Combining marks out of their order, which Unicode sorts. */
const marks = (bytes: number) => `a${'\u0301\u0316'.repeat(bytes / 4)}`
const nested = (bytes: number) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)
const escapes = (bytes: number) =>
  JSON.stringify({ a: '' }).replace('""', `"${'\\ud83d\\ude00'.repeat(bytes / 12)}"`)
const members = (bytes: number) =>
  `{${Array.from({ length: bytes / 14 }, (_, n) => `"${String(n).padStart(6, '0')}":"\\n"`).join()}}`
const document = `mutation { refreshToken { access_token } ${Array.from({ length: 1_300 }, (_, n) => `... on Mutation { x${n}: __typename }`).join(' ')} }`
const wide = `mutation { refreshToken(refreshToken: "x") { ${'operator { id } '.repeat(90)} } }`
const verifier = createHash('sha256').update('bench').digest('base64url')
const asked = {
  client_id: page,
  redirect_uri: 'https://app.example.com/',
  response_type: 'code',
  scope: 'openid',
  code_challenge: verifier,
  code_challenge_method: 'S256',
}

const cases: Record<string, () => Promise<unknown>> = {
  'GET /healthz': () => send('/healthz'),
  'GET /readyz': () => send('/readyz'),
  'GET /metrics': () => send('/metrics'),
  'GET /config.json': () => send('/config.json'),
  'GET / (page)': () => send('/'),
  'GET /assets (largest script)': () => send(largestScript),
  'GET /assets (missing)': () => send('/assets/missing.js'),
  'GET /.well-known/security.txt': () => send('/.well-known/security.txt'),
  'GET /api/icons/:hash': () => send(`/api/icons/${'0'.repeat(64)}`),
  'GET unknown API path': () => send('/api/unknown'),
  'POST /RegisterCode (new phone)': () =>
    post('/RegisterCode', { mobilePhone: phone(), purpose: 'register' }),
  'POST /RegisterCode (Idempotency-Key, 256 KB)': () =>
    post(
      '/RegisterCode',
      { mobilePhone: phone(), more: 'x'.repeat(250_000) },
      { 'idempotency-key': randomBytes(16).toString('hex') },
    ),
  'POST /CheckLoginId': () => post('/CheckLoginId', { loginId: 'nobody' }),
  'POST /Register (wrong code, costliest password)': () =>
    post('/Register', { mobilePhone: phone(), mobilePhoneCode: '000000', password }),
  'POST /Register (64 KB of phone)': () => post('/Register', { mobilePhone: `+${'1 '.repeat(32_000)}` }),
  'POST /Register (250 KB of marks as name)': () =>
    post('/Register', { mobilePhone: phone(), mobilePhoneCode: '1', password, nickName: marks(250_000) }),
  'POST /Register (250 KB of marks as user name)': () =>
    post('/Register', { mobilePhone: phone(), mobilePhoneCode: '1', password, username: marks(250_000) }),
  'POST /Register (250 KB nested)': () => post('/Register', nested(250_000)),
  'POST /Register (250 KB of escapes)': () => post('/Register', escapes(250_000)),
  'POST /Register (250 KB of members)': () => post('/Register', members(250_000)),
  'POST /ResetPassword (wrong code, costliest password)': () =>
    post('/ResetPassword', { mobilePhone: phone(), mobilePhoneCode: '000000', password }),
  'POST /api/user/menu': () => post('/api/user/menu', {}),
  'POST /api/user/menu (forged token)': () => post('/api/user/menu', {}, bearer(forged)),
  'POST /api/export/:list (no token, 250 KB)': () => post('/api/export/devices', { a: 'x'.repeat(250_000) }),
  'POST /api/devices/authenticate (forged token)': () =>
    post('/api/devices/authenticate', { username: 'x', password }, bearer(forged)),
  'GraphQL (no token, 100 KB nested)': () => post(graphql, nested(100_000)),
  'GraphQL (no token, 100 KB of members)': () => post(graphql, members(98_000)),
  'GraphQL (forged token)': () => post(graphql, { query: '{ me { id } }' }, bearer(forged)),
  'GraphQL (forged refresh token, longest document)': () => post(graphql, { query: document }, bearer('x')),
  'GraphQL (forged refresh token, wide document)': () => post(graphql, { query: wide }, bearer('x')),
  'GraphQL (forged refresh token, new documents)': () =>
    post(graphql, { query: document.replace('x0', `y${randomBytes(6).toString('hex')}`) }, bearer('x')),
  'GraphQL (forged refresh token)': () =>
    post(graphql, { query: 'mutation { refreshToken { access_token } }' }, bearer('x')),
  'token: password, unknown account': () =>
    token({ client_id: 'web', grant_type: 'password', username: randomBytes(8).toString('hex'), password }),
  'token: password, known account (proof of work due)': () =>
    token({ client_id: 'web', grant_type: 'password', username: 'admin', password }),
  'token: password, forged proof of work': () =>
    token({ client_id: 'web', grant_type: 'password', username: 'admin', password, proof: forgedWork }),
  'token: code of a phone': () =>
    token({ client_id: 'web', grant_type: 'password', mobilePhone: phone(), mobilePhoneCode: '000000' }),
  'token: refresh token': () =>
    token({
      client_id: 'web',
      grant_type: 'refresh_token',
      refresh_token: randomBytes(60).toString('base64url'),
    }),
  'token: refresh token with a DPoP proof': async () =>
    token(
      { client_id: 'web', grant_type: 'refresh_token', refresh_token: 'x' },
      { dpop: await prover.prove() },
    ),
  'token: passkey': () => token({ client_id: 'web', grant_type: 'urn:reeve:mfa' }),
  'token: second factor': () =>
    token({ client_id: 'web', grant_type: 'urn:reeve:mfa', mfa_token: 'x', factor: 'totp', code: '000000' }),
  'token: authorization code': () =>
    token({
      client_id: page,
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: asked.redirect_uri,
      code_verifier: verifier,
    }),
  'token: device code': () =>
    token({
      client_id: device,
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: 'x',
    }),
  'token: unknown client': () => token({ client_id: 'x', grant_type: 'authorization_code', code: 'x' }),
  'token: 32 KB of parameters': () =>
    token(Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`p${n}`, `${n}`]))),
  'GET authorization': () => send(`${identity}/auth?${new URLSearchParams(asked)}`),
  'POST authorization (longest state)': () =>
    form(`${identity}/auth`, { ...asked, state: 'x'.repeat(30_000) }),
  'GET authorization (unknown client)': () => send(`${identity}/auth?client_id=x`),
  'GET authorization/:uid': () => send(`${identity}/auth/x`),
  'pushed authorization request': () => form(`${identity}/ext/par/request`, asked),
  'device authorization': () => form(`${identity}/auth/device`, { client_id: device, scope: 'openid' }),
  'device authorization (longest name)': () =>
    form(`${identity}/auth/device`, { client_id: device, scope: 'openid', device_name: 'x'.repeat(30_000) }),
  discovery: () => send('/realms/reeve/.well-known/openid-configuration'),
  'signing keys': () => send(`${identity}/certs`),
  'userinfo (forged token)': () => send(`${identity}/userinfo`, { headers: bearer(forged) }),
  introspection: () => form(`${identity}/token/introspect`, { client_id: 'web', token: forged }),
  'introspection (wrong secret)': () =>
    form(`${identity}/token/introspect`, { client_id: device, client_secret: 'x', token: 'x' }),
  'preflight of userinfo': () =>
    send(`${identity}/userinfo`, { method: 'OPTIONS', headers: { origin: 'https://app.example.com' } }),
  revocation: () =>
    form(`${identity}/revoke`, { client_id: 'web', token: randomBytes(60).toString('base64url') }),
  'end of session (forged hint)': () => send(`${identity}/logout?id_token_hint=${forged}`),
  'sign-in page': () => send('/realms/reeve/interaction/x/details'),
  'device page': () => post('/realms/reeve/device', { userCode: 'BBBBBBBB' }, { origin: server.url }),
  'sign-out page': () => post('/realms/reeve/sign-out', {}, { origin: server.url }),
}

const index = await (await send('/')).text()
const scripts = [...index.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((match) =>
  required(match[1], 'item of match'),
)
const sizes = await Promise.all(scripts.map(async (path) => (await (await send(path)).text()).length))
const largestScript = scripts[sizes.indexOf(Math.max(...sizes))] ?? '/'

/** Milliseconds of CPU of the main thread, by the kernel's scheduler. */
const mainThread = (): number =>
  Number(readFileSync(`/proc/${server.pid}/task/${server.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

async function measure(name: string, call: () => Promise<unknown>) {
  const ask = async () => {
    const answer = (await call()) as Response
    await answer.arrayBuffer()
    return answer.status
  }
  for (let warm = 0; warm < 100; warm += 1) await ask()
  const before = mainThread()
  let status = 0
  for (let run = 0; run < calls; run += 1) status = await ask()
  return { name, status, cpu: (mainThread() - before) / calls }
}

async function bareHash(): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < 20; run += 1) {
    const before = performance.now()
    await hash('paper-boats-on-wine', { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    times.push(performance.now() - before)
  }
  return median(times)
}

const rows: Awaited<ReturnType<typeof measure>>[] = []
const before = await bareHash()
for (const [name, call] of Object.entries(cases)) {
  const row = await measure(name, call)
  console.error(figure(row.cpu, 2), row.status, name)
  rows.push(row)
}
const after = await bareHash()
await server.stop()

console.log(`${machine()}; ${calls} calls of each, one at a time, embedded database\n`)
printTable(
  ['call without a sign-in', 'status', 'main thread, ms', ''],
  rows
    .toSorted((one, other) => other.cpu - one.cpu)
    .map(({ name, status, cpu }) => [name, status, figure(cpu, 2), cpu > budget ? `above ${budget} ms` : '']),
)
console.log(`\nbare argon2id: ${figure(before, 1)} ms before, ${figure(after, 1)} ms after`)
