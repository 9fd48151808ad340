import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installStorage, json, startServer } from '../../testing/server.ts'

beforeEach(() => {
  vi.resetModules()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  installStorage()
  localStorage.setItem('token', 'a')
  localStorage.setItem('refresh_token', 'r')
})

afterEach(() => vi.restoreAllMocks())

const tokens = () => [localStorage.getItem('token'), localStorage.getItem('refresh_token')]

test.each<[string, number, object, string]>([
  ['403', 403, { errors: [{ message: '不可以', extensions: { code: 'FORBIDDEN' } }] }, '不可以'],
  ['a GraphQL error', 200, { data: null, errors: [{ message: '出了点问题' }] }, '出了点问题'],
  ['an error without words', 200, { errors: [{}] }, '发生错误'],
  ['no account', 200, { data: { auth: null } }, '发生错误'],
  ['no GraphQL at all', 500, {}, '发生错误'],
])('%s: there is no account any more, and one is told why', async (_what, status, body, notified) => {
  await using _server = await startServer((_, response) => json(response, status, body))
  const { visitor } = await import('./admission.ts')
  const { toasts } = await import('../../ui/feedback/toast.ts')
  expect(await visitor()).toBeNull()
  expect(tokens()).toEqual([null, null])
  expect(toasts.get().map(({ text }) => text)).toEqual([notified])
})

test.each([502, 503, 504, 'no answer'])(
  '%s: nothing is known of the account, which stays',
  async (status) => {
    await using _server = await startServer((_, response) =>
      typeof status === 'number' ? json(response, status, {}) : response.destroy(),
    )
    const { visitor } = await import('./admission.ts')
    const { isUnanswered } = await import('../../lib/errors.ts')
    const error = await visitor().catch((thrown: unknown) => thrown)
    expect(isUnanswered(error)).toBe(true)
    expect(tokens()).toEqual(['a', 'r'])
  },
)
