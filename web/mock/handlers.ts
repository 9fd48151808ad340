import { delay, HttpResponse, http, passthrough } from 'msw'
import { legalVersion } from '../../contract/legal.ts'
import { personalTenant } from '../../contract/limits.ts'
import { type MenuEntry, menu, permittedMenu } from '../../contract/menu.ts'
import { required } from '../../contract/required.ts'
import { mockCall } from '../lib/mockCall.ts'
import { answer, type Body, markRead } from './answers.ts'
import { contentData, type MockUser, messages, popularLists, users } from './data.ts'
import { drawnPaper } from './makers.ts'

/** Response codes that the template of the specification expects. */
const codes = { done: 20_000, failed: 50_000, notSignedIn: 50_008 } as const

/** Waits 600 to 1,000 ms, to simulate a slow network. */
const latency = () => delay(600 + Math.random() * 400)

const done = (data: unknown) =>
  HttpResponse.json({ status: 'ok', code: codes.done, msg: 'request success', data })
const failed = (msg: string, code: number = codes.failed) =>
  HttpResponse.json({ status: 'fail', code, msg, data: null })

/** Returns an unsigned token with the claims that the console reads from access tokens. */
function tokenOf(name: string): string {
  const part = (value: object) =>
    btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')
  const expires = Math.floor(Date.now() / 1000) + 3_600
  return `${part({ alg: 'none' })}.${part({ sub: required(users[name], 'item of users').id, name, exp: expires })}.mock`
}

function userOf(request: Request): MockUser | undefined {
  const token = /^Bearer (.+)/.exec(request.headers.get('authorization') ?? '')?.[1]
  return Object.keys(users).flatMap((name) =>
    token && nameIn(token) === name ? [required(users[name], 'item of users')] : [],
  )[0]
}

const nameIn = (token: string): string | undefined => claimsIn(token).name

function claimsIn(token: string): { name?: string; nonce?: string } {
  try {
    return JSON.parse(
      atob(required(token.split('.')[1], 'item of token').replaceAll('-', '+').replaceAll('_', '/')),
    )
  } catch {
    return {}
  }
}

/** Nonce for DPoP proofs. If a proof has no nonce, the mock requests another proof, like the server. */
const nonce = 'of-the-mock'

/** Returns why a username and password are rejected, or undefined if they are correct. */
function wrong(username: string, password: string): string | undefined {
  if (!username) return 'username cannot be empty'
  if (!password) return 'password cannot be empty'
  return Object.hasOwn(users, username) && password === username ? undefined : 'wrong account or password'
}

const read = async <T>(request: Request): Promise<Partial<T>> => (await request.json().catch(() => ({}))) as T

const config = {
  brand: { name: 'Reeve', logo: null, color: null, line: null, text: null },
  realm: 'reeve',
  deployment: 'platform',
  deviceServiceUrl: null,
  queryMethod: 'POST',
  trustedOpeners: [],
  passkeys: false,
  callingCode: '+86',
  terms: { version: legalVersion, termsUrl: null, privacyUrl: null },
  icp: null,
  policeFiling: null,
}

/**
 * Returns the sample menu of the specification: a group with the workplace and an external page, followed by
 * the other pages of the menu table.
 */
function serverMenu(visitor: Parameters<typeof permittedMenu>[0]): MenuEntry[] {
  const [workplace, others] = [
    menu.filter(({ name }) => name === 'workplace'),
    menu.filter(({ name }) => name !== 'workplace'),
  ]
  const help = {
    path: 'https://docs.example/',
    name: 'help',
    meta: { title: '帮助文档', requiresAuth: true, roles: ['*'], order: 2 },
  }
  const dashboard = {
    path: '/dashboard',
    name: 'dashboard',
    meta: { title: '仪表盘', requiresAuth: true, icon: 'dashboard' as const, order: 1 },
    children: [...workplace, help],
  }
  return permittedMenu(visitor, [dashboard, ...others])
}

const idp = '/realms/reeve/protocol/openid-connect'

export const handlers = [
  http.get('/config.json', () => HttpResponse.json(config, { headers: { 'dpop-nonce': nonce } })),

  // Endpoints that the template of the specification calls.
  http.post('/api/user/info', async ({ request }) => {
    await latency()
    const user = userOf(request)
    if (!user) return failed('not signed in', codes.notSignedIn)
    return done({ accountId: user.id, name: user.name, role: user.admin ? 'admin' : 'user' })
  }),
  http.post('/api/user/login', async ({ request }) => {
    await latency()
    const { username = '', password = '' } = await read<{ username: string; password: string }>(request)
    const fault = wrong(username, password)
    return fault ? failed(fault) : done({ token: tokenOf(username) })
  }),
  http.post('/api/user/logout', async () => {
    await latency()
    return done(null)
  }),
  http.post('/api/message/list', async () => {
    await latency()
    return done(messages)
  }),
  http.post('/api/message/read', async ({ request }) => {
    await latency()
    const { ids = [] } = await read<{ ids: number[] }>(request)
    return done(markRead(ids))
  }),
  http.get('/api/content-data', async () => {
    await latency()
    return done(contentData())
  }),
  http.get('/api/popular/list', async ({ request }) => {
    await latency()
    return done(popularLists[new URL(request.url).searchParams.get('type') ?? 'text'] ?? [])
  }),

  // Endpoints that Reeve's console calls, but the template of the specification does not.
  http.post('/api/user/menu', async ({ request }) => {
    await latency()
    const user = userOf(request)
    if (!user) return new HttpResponse(null, { status: 401 })
    const own = [null, personalTenant, user.id].includes(request.headers.get('tenant-id'))
    const role = user.admin ? (own ? 'selfAdmin' : 'adminPlus') : own ? 'user' : 'organizationAdmin'
    return HttpResponse.json(serverMenu({ role, admin: user.admin, authCodes: [] }))
  }),
  http.post(`${idp}/token`, async ({ request }) => {
    await latency()
    const proof = request.headers.get('dpop')
    if (proof !== null && claimsIn(proof).nonce !== nonce)
      return HttpResponse.json({ error: 'use_dpop_nonce' }, { status: 400, headers: { 'dpop-nonce': nonce } })
    const form = new URLSearchParams(await request.text())
    if (form.get('grant_type') === 'refresh_token') {
      const name = nameIn(form.get('refresh_token') ?? '')
      if (!name || !Object.hasOwn(users, name))
        return HttpResponse.json({ error: 'invalid_grant' }, { status: 400 })
      return HttpResponse.json({ access_token: tokenOf(name), refresh_token: tokenOf(name) })
    }
    // A sign-in by code signs in the account `user`, whatever the phone number.
    const name = form.get('mobilePhone') ? 'user' : (form.get('username') ?? '')
    if (form.get('mobilePhone'))
      return HttpResponse.json({ access_token: tokenOf(name), refresh_token: tokenOf(name) })
    const credentials = { username: name, password: form.get('password') ?? '' }
    return mockCall<{ token: string }>('/api/user/login', credentials).then(
      ({ token }) => HttpResponse.json({ access_token: token, refresh_token: token }),
      ({ message }: Error) =>
        HttpResponse.json({ error: 'invalid_grant', error_description: message }, { status: 400 }),
    )
  }),
  http.post(`${idp}/revoke`, async () => {
    await mockCall('/api/user/logout', {})
    return new HttpResponse(null, { status: 200 })
  }),
  http.post('/RegisterCode', async () => {
    await latency()
    return HttpResponse.json({ expiresIn: 300, resendAfter: 60 })
  }),
  http.post('/CheckLoginId', async ({ request }) => {
    await latency()
    return HttpResponse.json({
      available: !Object.hasOwn(
        users,
        required((await read<{ loginId: string }>(request)).loginId, 'loginId'),
      ),
    })
  }),
  http.post('/Register', async () => {
    await latency()
    return HttpResponse.json({ id: required(users.user, 'user').id }, { status: 201 })
  }),
  http.post('/ResetPassword', async () => {
    await latency()
    return new HttpResponse(null, { status: 204 })
  }),
  http.post('/api/papers', async ({ request }) => {
    await latency()
    const named = request.headers.get('content-disposition')?.split("''")[1] ?? 'paper.png'
    const bytes = (await request.arrayBuffer()).byteLength
    const stored = { id: crypto.randomUUID(), name: decodeURIComponent(named), type: 'image/png', bytes }
    return HttpResponse.json({ ...stored, thumbnail: drawnPaper }, { status: 201 })
  }),
  http.post('/api/icons', async () => {
    await latency()
    return HttpResponse.json({ icon: drawnPaper }, { status: 201 })
  }),
  http.get('/api/papers/:id', async () => {
    await latency()
    const drawing = decodeURIComponent(drawnPaper.slice(drawnPaper.indexOf(',') + 1))
    return new HttpResponse(drawing, { headers: { 'content-type': 'image/svg+xml' } })
  }),
  http.post('/api/services/:service/actions/graphql', async ({ request }) => {
    const body = (await request.json()) as Body
    // The mock sends no events, so a subscription never gets a response.
    if (/^\s*subscription\b/.test(body.query)) await delay('infinite')
    await latency()
    const user = userOf(request)
    if (!user) {
      const error = { message: 'Please sign in', extensions: { code: 'UNAUTHENTICATED' } }
      return HttpResponse.json({ errors: [error] }, { status: 401 })
    }
    if (body.operationName === 'Auth') await mockCall('/api/user/info', {})
    return HttpResponse.json(await answer(body, user))
  }),
  // All other requests go to Vite, which serves the console's files and pages.
  http.get('*', () => passthrough()),
]
