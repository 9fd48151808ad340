import { describe, expect, test } from 'vitest'
import type { MenuEntry, Visitor } from '../../../contract/menu.ts'
import { onChoice } from './elsewhere.ts'
import { fromRoot, onEntryPage, onPage, onRedirect, resolveTarget } from './guard.ts'

const page = (name: string, path: string, roles: string[]): MenuEntry => ({
  path,
  name,
  meta: { locale: `menu.${name}`, requiresAuth: true, roles },
})
const members = page('memberManagement', '/organizational-management/member-management', [
  'organizationAdmin',
])
const audit = page('auditManagement', '/all-management/audit-management', [
  'adminPlus',
  'certification_audit',
])
const account = page('accountInfoIndex', '/accountInfo/index', ['*'])
const group = (name: string, path: string, children: MenuEntry[]): MenuEntry => ({
  path,
  name,
  meta: { locale: name, requiresAuth: true },
  children,
})
const organization = group('organizational', '/organizational-management', [members])
const platform = group('all', '/all-management', [audit])
const table = [group('accountInfo', '/accountInfo', [account]), organization, platform]

const user: Visitor = { role: 'user', admin: false, authCodes: [] }
const reviewer: Visitor = { role: 'user', admin: false, authCodes: ['certification_audit'] }
const manager: Visitor = { role: 'organizationAdmin', admin: false, authCodes: ['organizationAdmin'] }
const landing = { path: '/accountInfo/index', search: {} }

describe('the root path', () => {
  test('redirects to the sign-in page', () => {
    expect(fromRoot({ tab: '1' })).toEqual({ path: '/login', search: {} })
  })

  test('passes the redirect parameter on to the sign-in page', () => {
    expect(fromRoot({ redirect: '/accountInfo/index?tab=2' })).toEqual({
      path: '/login',
      search: { redirect: '/accountInfo/index?tab=2' },
    })
  })
})

describe('the sign-in, sign-up and password reset pages', () => {
  test('can be opened without a session', () => {
    expect(onEntryPage({ redirect: 'memberManagement' }, null, table)).toBe('stay')
  })

  test('redirect a signed-in user to the account page', () => {
    expect(onEntryPage({}, user, table)).toEqual(landing)
  })

  test('redirect a signed-in user to the page in the redirect parameter, and keep the other query parameters', () => {
    expect(onEntryPage({ redirect: 'memberManagement', name: '王', page: '2' }, manager, table)).toEqual({
      path: members.path,
      search: { name: '王', page: '2' },
    })
  })

  test('accept a path with a query string in the redirect parameter', () => {
    expect(onEntryPage({ redirect: `${members.path}?name=%E7%8E%8B#x` }, manager, table)).toEqual({
      path: members.path,
      search: { name: '王' },
    })
  })
})

test('after signing in to the console, the user continues the sign-in to an application', () => {
  const path = '/continue/V1StGXR8_Z5jdHi6B-myT'
  expect(onEntryPage({ redirect: path }, user, table)).toEqual({ path, search: {} })
})

test('after signing in, the user returns to the device page with the user code from the URL', () => {
  const redirect = '/device?user_code=WDJB-MJHT'
  expect(onEntryPage({ redirect }, user, table)).toEqual({
    path: '/device',
    search: { user_code: 'WDJB-MJHT' },
  })
})

describe('the redirect parameter', () => {
  test.each([organization.name, organization.path])('can name a group of pages: %s', (redirect) => {
    expect(onEntryPage({ redirect }, manager, table)).toEqual({ path: organization.path, search: {} })
  })

  const hostile = [
    '//evil.example',
    '//evil.example/accountInfo/index',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https://evil.example/accountInfo/index',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '%2f%2fevil.example',
    '/%09/evil.example',
    '.evil.example',
    '%2Faccountinfo',
    'http://a@b@evil.example',
    '/accountInfo/index@evil.example',
    '/accountInfo/index/../../../evil',
    '/..//evil.example',
    ' /accountInfo/index',
    '/accountInfo/index\n',
    '\t//evil.example',
    '/nowhere',
    '/continue/',
    '/continue/error',
    '/continue/V1StGXR8_Z5jdHi6B-myT/../../evil',
    '//evil.example/continue/V1StGXR8_Z5jdHi6B-myT',
    '/login',
    '/redirect/login',
    'login',
    'Redirect',
    'notFound',
    '__proto__',
    'constructor',
    '',
  ]
  test.each(hostile)('leads to the account page if its value is %j', (redirect) => {
    expect(resolveTarget(redirect, {}, table)).toBeNull()
    expect(onEntryPage({ redirect }, user, table)).toEqual(landing)
  })

  test('uses its first value if the URL contains the parameter more than once', () => {
    expect(onEntryPage({ redirect: ['memberManagement', '//evil.example'] }, manager, table)).toMatchObject({
      path: members.path,
    })
  })
})

describe('the guard of a page or group', () => {
  test('redirects a visitor without a session to the sign-in page, and keeps the page name and the query', () => {
    expect(onPage(members, { name: '王', redirect: 'x' }, null, table)).toEqual({
      path: '/login',
      search: { name: '王', redirect: 'memberManagement' },
    })
  })

  test('opens the page if the user has a permitted role or permission code, or if the page permits all users', () => {
    expect(onPage(members, {}, manager, table)).toBe('stay')
    expect(onPage(audit, {}, reviewer, table)).toBe('stay')
    expect(onPage(account, {}, user, table)).toBe('stay')
  })

  test('redirects a user who cannot open the page to the first page that the user can open', () => {
    expect(onPage(members, { name: '王' }, user, table)).toEqual({ ...landing, refused: true })
    expect(onPage(members, {}, reviewer, [organization, platform])).toEqual({
      path: audit.path,
      search: {},
      refused: true,
    })
  })

  test('shows the not-found page if the user cannot open any page', () => {
    expect(onPage(members, {}, user, [organization, platform])).toBe('notFound')
  })

  test('redirects from a group to the first page of the group that the user can open, or else to another page', () => {
    expect(onPage(organization, {}, manager, table)).toEqual({ path: members.path, search: {} })
    expect(onPage(organization, {}, user, table)).toEqual({ ...landing, refused: true })
  })

  test('does not redirect from a group to a page with a path parameter, such as /devices/:id', () => {
    const one = page('ownDevice', '/organizational-management/devices/:id', ['*'])
    const withOne = group('organizational', '/organizational-management', [members, one])
    expect(onPage(withOne, {}, user, [...table, withOne])).toEqual({ ...landing, refused: true })
  })

  test('denies a page to an administrator with a permission code but without the required role', () => {
    const admin: Visitor = { role: 'selfAdmin', admin: true, authCodes: ['certification_audit'] }
    expect(onPage(audit, {}, admin, table)).toEqual({ ...landing, refused: true })
  })
})

describe('a menu from the server', () => {
  const left = [group('accountInfo', '/accountInfo', [account])]

  test('makes the guard deny pages that the menu does not contain', () => {
    expect(onPage(members, {}, manager, left)).toEqual({ ...landing, refused: true })
    expect(onPage(organization, {}, manager, left)).toEqual({ ...landing, refused: true })
  })

  test('does not let a user open a page without permission, even if the menu contains the page', () => {
    expect(onPage(members, {}, manager, [...left, organization])).toBe('stay')
    expect(onPage(members, {}, user, [...left, organization])).toEqual({ ...landing, refused: true })
  })
})

describe('the page that asks which organization to use', () => {
  const redirect = '/organizational-management/member-management?q=1'

  test('opens after sign-in if the redirect parameter is a page or group of the console', () => {
    expect(onChoice({ redirect }, user)).toBe('stay')
    expect(onChoice({ redirect: '/organizational-management' }, user)).toBe('stay')
    expect(onChoice({ redirect }, null)).toEqual({ path: '/login', search: { redirect } })
  })

  test.each(['//evil.example', '/nowhere', '/continue/V1StGXR8_Z5jdHi6B-myT', '/device', ''])(
    'redirects to the account page if the redirect parameter is %j',
    (wanted) => {
      expect(onChoice({ redirect: wanted }, user)).toEqual(landing)
      expect(onChoice({ redirect: wanted }, null)).toEqual(landing)
    },
  )
})

describe('the redirect page', () => {
  test('redirects a visitor without a session to the sign-in page, and keeps the target', () => {
    expect(onRedirect('memberManagement', { name: '王' }, null, table)).toEqual({
      path: '/login',
      search: { name: '王', redirect: 'memberManagement' },
    })
  })

  test('redirects a signed-in user to the page that is named in the path', () => {
    expect(onRedirect('memberManagement', { page: '2' }, manager, table)).toEqual({
      path: members.path,
      search: { page: '2' },
    })
    expect(onRedirect('/accountInfo/index', {}, user, table)).toEqual(landing)
  })

  test('shows the not-found page if the path names a page outside the console', () => {
    expect(onRedirect('//evil.example', {}, user, table)).toBe('notFound')
  })
})

describe('a page with a path parameter', () => {
  const join = page('join', '/join/:code', ['*'])
  const withJoin = [join, ...table]

  test('is opened with the same path after the user has signed in', () => {
    expect(onPage(join, { from: 'qr' }, null, withJoin, '/join/ABCD-EFGH')).toEqual({
      path: '/login',
      search: { from: 'qr', redirect: '/join/ABCD-EFGH' },
    })
    expect(onEntryPage({ redirect: '/join/ABCD-EFGH?from=qr' }, user, withJoin)).toEqual({
      path: '/join/ABCD-EFGH',
      search: { from: 'qr' },
    })
  })

  test.each(['/join/AA:BB:0C', '/join/设备-7.2', '/join/%E8%AE%BE'])('is opened by the path %s', (path) => {
    expect(resolveTarget(path, {}, withJoin)).toEqual({ path, search: {} })
  })

  test.each([
    'join',
    '/join/',
    '/join/a/b',
    '/join/..',
    '/join/%2e%2e',
    '/join/%2F%2Fevil.example',
    '/join/a%5cb',
    '/join/a\\b',
    '/join/:code',
    '/join//x',
  ])('is not opened by the path %s', (wanted) => {
    expect(resolveTarget(wanted, {}, withJoin)).toBeNull()
  })

  test('is never opened in place of a denied page', () => {
    expect(onPage(audit, {}, user, withJoin)).toEqual({ ...landing, refused: true })
  })
})
