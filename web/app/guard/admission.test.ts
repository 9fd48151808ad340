import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pagesOf } from '../../../contract/menu.ts'
import { required } from '../../../contract/required.ts'
import { account, tenant } from '../../testing/sampleSession.ts'
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
  ['an error without a message', 200, { errors: [{}] }, '发生错误'],
  ['no account', 200, { data: { auth: null } }, '发生错误'],
  ['a response that is not GraphQL', 500, {}, '发生错误'],
])(
  'removes the tokens and shows an error if the server responds to the account query with %s',
  async (_what, status, body, notified) => {
    await using _server = await startServer((_, response) => json(response, status, body))
    const { visitor } = await import('./admission.ts')
    const { toasts } = await import('../../ui/feedback/toast.ts')
    expect(await visitor()).toBeNull()
    expect(tokens()).toEqual([null, null])
    expect(toasts.get().map(({ text }) => text)).toEqual([notified])
  },
)

test.each([502, 503, 504, 'a lost connection'])(
  'keeps the tokens if the account query fails with %s',
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

test('after the user switches to another organization, the guard switches back only on a new navigation to the page', async () => {
  const auth = account({
    tenants: [tenant('t1')],
    authInfo: {
      authCodes: [],
      tenantInfos: [
        { tenantId: 't1', displayName: '', roles: [], authCodes: [], owner: true, manager: false },
      ],
    },
  })
  await using _server = await startServer((_, response) => json(response, 200, { data: { auth } }))
  const { admit } = await import('./admission.ts')
  const session = await import('../../lib/session/session.ts')
  const page = required(
    pagesOf().find(({ name }) => name === 'memberManagement'),
    'memberManagement',
  )
  const context = (key: string) => ({
    location: { pathname: page.path, search: {}, state: { __TSR_key: key } },
    cause: 'enter' as const,
  })
  await session.loadSession()
  session.switchTenant('t1')
  await admit(page)(context('one'))
  session.switchTenant('me')
  await expect(admit(page)(context('one'))).rejects.toMatchObject({ options: { href: '/accountInfo/index' } })
  expect(session.currentSession()?.tenantId).toBe('me')
  // A new navigation to the page switches to the only organization that can open the page.
  await admit(page)(context('two'))
  expect(session.currentSession()?.tenantId).toBe('t1')
})
