import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  graphqlPath,
  installStorage,
  json,
  type SeenRequest,
  startServer,
  tokenPath,
} from '../../testing/server.ts'

/** Simulates a browser tab. Each tab has its own modules; all tabs share storage and locks. */
async function openTab() {
  vi.resetModules()
  const [tokens, graphql] = await Promise.all([import('./tokens.ts'), import('../graphql.ts')])
  const ask = graphql.graphql('query Auth { auth { id } }')
  return { ...tokens, ask: () => graphql.request(ask), ...graphql }
}

/**
 * Starts a server that accepts only the access token `good`. `refresh` returns the status and body of each
 * response of the token endpoint.
 */
function service(refresh: (request: SeenRequest, count: number) => [status: number, body: unknown]) {
  let refreshes = 0
  return startServer((request, response) => {
    if (request.path === tokenPath) {
      refreshes += 1
      return json(response, ...refresh(request, refreshes))
    }
    const known = request.headers.authorization === 'Bearer good'
    return known
      ? json(response, 200, { data: { auth: { id: 'a1' } } })
      : json(response, 401, { code: 'UNAUTHENTICATED' })
  })
}

const fresh = { access_token: 'good', refresh_token: 'r2', token_type: 'Bearer', expires_in: 300 }

beforeEach(() => {
  installStorage()
  localStorage.setItem('token', 'old')
  localStorage.setItem('refresh_token', 'r1')
})

const stored = () => [localStorage.getItem('token'), localStorage.getItem('refresh_token')]

describe('a rejected access token', () => {
  test('is refreshed once with the specified form fields, and then the call is retried', async () => {
    await using server = await service(() => [200, fresh])
    const tab = await openTab()
    await expect(tab.ask()).resolves.toEqual({ auth: { id: 'a1' } })
    expect(stored()).toEqual(['good', 'r2'])
    const [request] = server.to(tokenPath)
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      client_id: 'web',
      grant_type: 'refresh_token',
      refresh_token: 'r1',
    })
    expect(server.to(graphqlPath).map((each) => each.headers.authorization)).toEqual([
      'Bearer old',
      'Bearer good',
    ])
  })

  test('causes only one refresh for ten concurrent calls', async () => {
    await using server = await service((_, count) =>
      count === 1 ? [200, fresh] : [400, { error: 'invalid_grant' }],
    )
    const tab = await openTab()
    await Promise.all(Array.from({ length: 10 }, tab.ask))
    expect(server.to(tokenPath)).toHaveLength(1)
  })

  test('causes only one refresh for two tabs', async () => {
    await using server = await service((_, count) =>
      count === 1 ? [200, fresh] : [400, { error: 'invalid_grant' }],
    )
    const tabs = [await openTab(), await openTab()]
    await Promise.all(tabs.map((tab) => tab.ask()))
    expect(server.to(tokenPath)).toHaveLength(1)
    expect(stored()).toEqual(['good', 'r2'])
  })

  test('is not refreshed again if the new access token is rejected too', async () => {
    await using server = await service(() => [200, { ...fresh, access_token: 'bad' }])
    const tab = await openTab()
    await expect(tab.ask()).rejects.toMatchObject({ code: 'UNAUTHENTICATED', status: 401 })
    expect(server.to(tokenPath)).toHaveLength(1)
  })
})

describe('without a valid refresh token', () => {
  test('both tokens are removed, the session ends, and every call fails with "Empty AccessToken"', async () => {
    await using server = await service(() => [400, { error: 'invalid_grant' }])
    const tab = await openTab()
    const over = vi.fn()
    tab.whenSessionOver(over)
    const calls = await Promise.allSettled([tab.ask(), tab.ask()])
    expect(calls.map((each) => each.status === 'rejected' && each.reason.message)).toEqual([
      'Empty AccessToken',
      'Empty AccessToken',
    ])
    expect(stored()).toEqual([null, null])
    expect(over).toHaveBeenCalledTimes(1)
    expect(server.to(tokenPath)).toHaveLength(1)
  })

  test('the token endpoint is not called if the browser does not store a refresh token', async () => {
    await using server = await service(() => [200, fresh])
    localStorage.removeItem('refresh_token')
    const tab = await openTab()
    await expect(tab.ask()).rejects.toThrow('Empty AccessToken')
    expect(stored()).toEqual([null, null])
    expect(server.to(tokenPath)).toEqual([])
  })
})

test('does not store the tokens of a refresh that completes after the sign-out', async () => {
  await using _server = await service(() => {
    localStorage.removeItem('token')
    localStorage.removeItem('refresh_token')
    return [200, fresh]
  })
  const tab = await openTab()
  await expect(tab.ask()).rejects.toThrow('Empty AccessToken')
  expect(stored()).toEqual([null, null])
})

describe('a refresh that fails although the refresh token may be valid', () => {
  test.each([
    [503, { code: 'UNAVAILABLE', title: '服务暂时不可用' }, 'UNAVAILABLE', '服务暂时不可用'],
    [503, 'not json', 'UNAVAILABLE', '服务暂时不可用，请稍后重试'],
    [429, { error: 'slow_down' }, 'RATE_LIMITED', '发生错误'],
    [500, {}, 'BROKEN_ANSWER', '发生错误'],
    [200, { access_token: 'good' }, 'BROKEN_ANSWER', '发生错误'],
  ])('keeps both tokens after the response %d %j', async (status, body, code, message) => {
    await using _server = await service(() => [status, body])
    const tab = await openTab()
    const over = vi.fn()
    tab.whenSessionOver(over)
    await expect(tab.ask()).rejects.toMatchObject({ code, message })
    expect(stored()).toEqual(['old', 'r1'])
    expect(over).not.toHaveBeenCalled()
  })

  test('keeps both tokens after the connection was lost', async () => {
    const server = await startServer((request, response) =>
      request.path === tokenPath ? response.destroy() : json(response, 401, {}),
    )
    await using _server = server
    const tab = await openTab()
    await expect(tab.ask()).rejects.toMatchObject({
      code: 'UNREACHABLE',
      message: expect.stringContaining('网络'),
    })
    expect(stored()).toEqual(['old', 'r1'])
  })

  test('is retried by the next call', async () => {
    await using _server = await service((_, count) => (count === 1 ? [503, {}] : [200, fresh]))
    const tab = await openTab()
    await expect(tab.ask()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(tab.ask()).resolves.toEqual({ auth: { id: 'a1' } })
  })
})

test('does not retry the refresh operation itself after a 401 response', async () => {
  await using server = await service(() => [200, fresh])
  const tab = await openTab()
  const refresh = tab.graphql('mutation refreshToken { refreshToken { access_token } }')
  await expect(tab.request(refresh)).rejects.toMatchObject({ status: 401 })
  expect(server.to(tokenPath)).toEqual([])
  expect(server.to(graphqlPath)).toHaveLength(1)
})

test('accountOf returns the account of an access token, and null for any other text', async () => {
  const tab = await openTab()
  const token = (claims: unknown) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
  expect(tab.accountOf(token({ sub: 'a1', name: '王??>>~~' }))).toBe('a1')
  for (const other of [null, '', 'x', 'a.b.c', token({}), token(null)])
    expect(tab.accountOf(other)).toBeNull()
})
