import { expect, test } from 'vitest'
import { redirectPath } from './redirectPath.ts'

test('returns the path of the page that the sign-in page leads to, with its parameters', () => {
  expect(redirectPath({})).toBeNull()
  expect(redirectPath({ redirect: '/continue/abcdefghijklmnopqrstu' })).toBe(
    '/continue/abcdefghijklmnopqrstu',
  )
  expect(redirectPath({ redirect: '/device?user_code=AB-CD', kc_idp_hint: 'sso' })).toBe(
    '/device?user_code=AB-CD',
  )
  expect(redirectPath({ redirect: 'memberManagement', q: '王', tag: ['a', 'b'], login_hint: 'x' })).toBe(
    '/organizational-management/member-management?q=%E7%8E%8B&tag=a&tag=b',
  )
})

test('returns null for the name of a page that needs a parameter or does not exist', () => {
  expect(redirectPath({ redirect: 'oneTenant' })).toBeNull()
  expect(redirectPath({ redirect: 'nowhere' })).toBeNull()
  expect(redirectPath({ redirect: ['/a', '/b'] })).toBeNull()
})
