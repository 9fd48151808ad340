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

describe('/', () => {
  test('leads to the sign-in page', () => {
    expect(fromRoot({ tab: '1' })).toEqual({ path: '/login', search: {} })
  })

  test('keeps where one wanted to go', () => {
    expect(fromRoot({ redirect: '/accountInfo/index?tab=2' })).toEqual({
      path: '/login',
      search: { redirect: '/accountInfo/index?tab=2' },
    })
  })
})

describe('the sign-in, register and forget pages', () => {
  test('stay open to whoever is not signed in', () => {
    expect(onEntryPage({ redirect: 'memberManagement' }, null, table)).toBe('stay')
  })

  test('send the signed-in to their account', () => {
    expect(onEntryPage({}, user, table)).toEqual(landing)
  })

  test('send the signed-in to the page that the query names, with the rest of the query', () => {
    expect(onEntryPage({ redirect: 'memberManagement', name: '王', page: '2' }, manager, table)).toEqual({
      path: members.path,
      search: { name: '王', page: '2' },
    })
  })

  test('understand a path with its query, as a refused refresh leaves it', () => {
    expect(onEntryPage({ redirect: `${members.path}?name=%E7%8E%8B#x` }, manager, table)).toEqual({
      path: members.path,
      search: { name: '王' },
    })
  })
})

test('a sign-in to an application goes on where it was', () => {
  const path = '/continue/V1StGXR8_Z5jdHi6B-myT'
  expect(onEntryPage({ redirect: path }, user, table)).toEqual({ path, search: {} })
})

test('a code from a screen is entered after the sign-in', () => {
  const redirect = '/device?user_code=WDJB-MJHT'
  expect(onEntryPage({ redirect }, user, table)).toEqual({
    path: '/device',
    search: { user_code: 'WDJB-MJHT' },
  })
})

describe('a redirect', () => {
  test.each([organization.name, organization.path])('to the group %s leads to it', (redirect) => {
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
  test.each(hostile)('to %j ends at the own account page', (redirect) => {
    expect(resolveTarget(redirect, {}, table)).toBeNull()
    expect(onEntryPage({ redirect }, user, table)).toEqual(landing)
  })

  test('given twice is the first', () => {
    expect(onEntryPage({ redirect: ['memberManagement', '//evil.example'] }, manager, table)).toMatchObject({
      path: members.path,
    })
  })
})

describe('a page behind the sign-in', () => {
  test('asks whoever is not signed in to sign in, and keeps name and query', () => {
    expect(onPage(members, { name: '王', redirect: 'x' }, null, table)).toEqual({
      path: '/login',
      search: { name: '王', redirect: 'memberManagement' },
    })
  })

  test('opens to a permitted role, to a permitted code, and to anyone where it says so', () => {
    expect(onPage(members, {}, manager, table)).toBe('stay')
    expect(onPage(audit, {}, reviewer, table)).toBe('stay')
    expect(onPage(account, {}, user, table)).toBe('stay')
  })

  test('sends others to the first page that they may open', () => {
    expect(onPage(members, { name: '王' }, user, table)).toEqual({ ...landing, refused: true })
    expect(onPage(members, {}, reviewer, [organization, platform])).toEqual({
      path: audit.path,
      search: {},
      refused: true,
    })
  })

  test('is not found where there is no page that they may open', () => {
    expect(onPage(members, {}, user, [organization, platform])).toBe('notFound')
  })

  test('that is a group leads to its first permitted page', () => {
    expect(onPage(organization, {}, manager, table)).toEqual({ path: members.path, search: {} })
    expect(onPage(organization, {}, user, table)).toEqual({ ...landing, refused: true })
  })

  test('that is a group of which only a page with a parameter is open leads elsewhere, as refused', () => {
    const one = page('ownDevice', '/organizational-management/devices/:id', ['*'])
    const withOne = group('organizational', '/organizational-management', [members, one])
    expect(onPage(withOne, {}, user, [...table, withOne])).toEqual({ ...landing, refused: true })
  })

  test('does not take a code for a role of a platform administrator', () => {
    const admin: Visitor = { role: 'selfAdmin', admin: true, authCodes: ['certification_audit'] }
    expect(onPage(audit, {}, admin, table)).toEqual({ ...landing, refused: true })
  })
})

describe('with a menu from the server', () => {
  const left = [group('accountInfo', '/accountInfo', [account])]

  test('a page that it does not have is as one that may not be opened', () => {
    expect(onPage(members, {}, manager, left)).toEqual({ ...landing, refused: true })
    expect(onPage(organization, {}, manager, left)).toEqual({ ...landing, refused: true })
  })

  test('a page that it has must be permitted all the same', () => {
    expect(onPage(members, {}, manager, [...left, organization])).toBe('stay')
    expect(onPage(members, {}, user, [...left, organization])).toEqual({ ...landing, refused: true })
  })
})

describe('the question which organization to enter', () => {
  const redirect = '/organizational-management/member-management?q=1'

  test('is asked for a page or group of ours, after the sign-in', () => {
    expect(onChoice({ redirect }, user)).toBe('stay')
    expect(onChoice({ redirect: '/organizational-management' }, user)).toBe('stay')
    expect(onChoice({ redirect }, null)).toEqual({ path: '/login', search: { redirect } })
  })

  test.each(['//evil.example', '/nowhere', '/continue/V1StGXR8_Z5jdHi6B-myT', '/device', ''])(
    'for %j ends at the own account page',
    (wanted) => {
      expect(onChoice({ redirect: wanted }, user)).toEqual(landing)
      expect(onChoice({ redirect: wanted }, null)).toEqual(landing)
    },
  )
})

describe('the redirect helper', () => {
  test('needs a sign-in, and is resumed after it', () => {
    expect(onRedirect('memberManagement', { name: '王' }, null, table)).toEqual({
      path: '/login',
      search: { name: '王', redirect: 'memberManagement' },
    })
  })

  test('goes on to the page that it names', () => {
    expect(onRedirect('memberManagement', { page: '2' }, manager, table)).toEqual({
      path: members.path,
      search: { page: '2' },
    })
    expect(onRedirect('/accountInfo/index', {}, user, table)).toEqual(landing)
  })

  test('is not found for a page that is none of ours', () => {
    expect(onRedirect('//evil.example', {}, user, table)).toBe('notFound')
  })
})

describe('a page whose path has a parameter', () => {
  const join = page('join', '/join/:code', ['*'])
  const withJoin = [join, ...table]

  test('keeps the very path for after the sign-in', () => {
    expect(onPage(join, { from: 'qr' }, null, withJoin, '/join/ABCD-EFGH')).toEqual({
      path: '/login',
      search: { from: 'qr', redirect: '/join/ABCD-EFGH' },
    })
    expect(onEntryPage({ redirect: '/join/ABCD-EFGH?from=qr' }, user, withJoin)).toEqual({
      path: '/join/ABCD-EFGH',
      search: { from: 'qr' },
    })
  })

  test.each(['/join/AA:BB:0C', '/join/设备-7.2', '/join/%E8%AE%BE'])('may be %s', (path) => {
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
  ])('is not named by %s', (wanted) => {
    expect(resolveTarget(wanted, {}, withJoin)).toBeNull()
  })

  test('is never where one is sent who may not see what they asked for', () => {
    expect(onPage(audit, {}, user, withJoin)).toEqual({ ...landing, refused: true })
  })
})
