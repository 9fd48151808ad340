import { beforeEach, expect, test, vi } from 'vitest'
import { installStorage, json, startServer, tokenPath } from '../../testing/server.ts'

/** Imports the modules again, so that each test has its own configuration and starts without a ticket. */
async function openTab() {
  vi.resetModules()
  const [broker, signIn] = await Promise.all([import('./broker.ts'), import('./sign-in.ts')])
  return { ...broker, ...signIn }
}

const tokens = { access_token: 'a', refresh_token: 'r' }
const source = { key: 'sso', name: '统一认证', kind: 'OIDC', icon: null }
const fieldsOf = (body = '') => Object.fromEntries(new URLSearchParams(body))

beforeEach(installStorage)

test('requests the URL of the provider, with the page to open afterwards', async () => {
  await using server = await startServer((_request, response) =>
    json(response, 200, { url: 'https://sso.example.com/authorize' }),
  )
  const tab = await openTab()
  const to = { redirect: '/message/list?type=A', loginHint: 'meng' }
  expect(await tab.beginSourceSignIn('sso', to)).toBe('https://sso.example.com/authorize')
  await tab.beginSourceSignIn('sso', { redirect: null, loginHint: null, again: true })
  expect(server.seen.at(-1)?.path).toBe('/realms/reeve/broker/sso/login?prompt=login')
  const path = '/realms/reeve/broker/sso/login?redirect=%2Fmessage%2Flist%3Ftype%3DA&login_hint=meng'
  expect(server.to(path).map(({ headers }) => headers.accept)).toEqual(['application/json'])
})

test.each([
  [
    503,
    { error: 'temporarily_unavailable', error_description: '无法连接 sso' },
    'UNAVAILABLE',
    '无法连接 sso',
  ],
  [404, { error: 'disabled', error_description: '该登录方式已停用' }, 'BAD_INPUT', '该登录方式已停用'],
])(
  'rejects with the server’s description if a sign-in cannot begin: %d',
  async (status, body, code, message) => {
    await using _server = await startServer((_request, response) => json(response, status, body))
    const tab = await openTab()
    const begin = tab.beginSourceSignIn('sso', { redirect: null, loginHint: null })
    await expect(begin).rejects.toMatchObject({ code, message, status })
  },
)

test('exchanges a ticket, and sends the accepted terms only if there are any', async () => {
  await using server = await startServer((_request, response) => json(response, 200, tokens))
  const tab = await openTab()
  expect(await tab.ticketSignIn('t1')).toEqual(tokens)
  await tab.ticketSignIn('t1', { code: '123456', terms: '2026-01-01' })
  await tab.ticketSignIn('t1', { create: true })
  const common = { client_id: 'web', grant_type: 'urn:reeve:broker', ticket: 't1' }
  expect(server.to(tokenPath).map(({ body }) => fieldsOf(body))).toEqual([
    common,
    { ...common, code: '123456', terms_version: '2026-01-01' },
    { ...common, create: 'true' },
  ])
})

test('rejects with the ways to link an unknown identity, or with the second factor', async () => {
  let body: object = { error: 'identity_unlinked', error_description: '尚未关联账号', ticket: 't1', source }
  await using _server = await startServer((_request, response) => json(response, 400, body))
  const tab = await openTab()
  body = { ...body, ways: ['create', 'sign_in'], name: '孟思琳', phone: null }
  const unlinked = await tab.ticketSignIn('t1').catch((error: unknown) => error)
  expect(unlinked).toBeInstanceOf(tab.IdentityUnlinked)
  expect(unlinked).toMatchObject({ step: { message: '尚未关联账号', ways: ['create', 'sign_in'], source } })
  body = { error: 'mfa_required', mfa_token: 'm', factors: ['totp'] }
  await expect(tab.ticketSignIn('t1')).rejects.toBeInstanceOf(tab.FactorNeeded)
  body = { error: 'expired_token', error_description: '登录已超时' }
  await expect(tab.ticketSignIn('t1')).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
    message: '登录已超时',
  })
})

test('sends the ticket with each step of the next sign-in, until the ticket is removed', async () => {
  await using server = await startServer((_request, response) => json(response, 200, tokens))
  const tab = await openTab()
  tab.linkAtSignIn('t1')
  await tab.passwordSignIn('meng', 'secret')
  await tab.factorSignIn('m', 'totp', '123456')
  tab.linkAtSignIn()
  await tab.passwordSignIn('meng', 'secret')
  expect(server.to(tokenPath).map(({ body }) => fieldsOf(body).broker_ticket)).toEqual([
    't1',
    't1',
    undefined,
  ])
})

test('reports the description of a code that could not be sent, and when it can be sent again', async () => {
  let answer: [status: number, body: object] = [200, { expiresIn: 300, resendAfter: 60 }]
  await using server = await startServer((_request, response) => {
    if (answer[0] === 429) response.setHeader('retry-after', '30')
    json(response, ...answer)
  })
  const tab = await openTab()
  expect(await tab.sendTicketCode('t1')).toEqual({ expiresIn: 300, resendAfter: 60 })
  expect(server.to('/realms/reeve/broker/code').map(({ body }) => JSON.parse(body))).toEqual([
    { ticket: 't1' },
  ])
  answer = [429, { error: 'slow_down' }]
  await expect(tab.sendTicketCode('t1')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 30 })
  answer = [400, { error: 'expired_token', error_description: '登录已超时' }]
  await expect(tab.sendTicketCode('t1')).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
    message: '登录已超时',
  })
})
