import { expect, test } from 'vitest'
import { everyEntry, type MenuEntry, type MenuIcon, pagesOf } from '../../../contract/menu.ts'
import { required } from '../../../contract/required.ts'
import { words } from '../../lib/titles/words.ts'
import { trail } from './guard.ts'
import { reachable, restricted, visibleMenu } from './menu.ts'

const visitor = { role: 'organizationAdmin', admin: false, authCodes: ['organizationAdmin'] } as const
const entry = (name: string, roles: string[], more: object = {}) => ({
  path: `/group/${name}`,
  name,
  meta: { locale: name, requiresAuth: true, roles, ...more },
})
const group = (name: string, order: number, children: ReturnType<typeof entry>[]) => ({
  path: `/${name}`,
  name,
  meta: { locale: name, requiresAuth: true, order },
  children,
})

test('the menu shows the permitted entries in the configured order, and hides empty groups', () => {
  const shown = visibleMenu(visitor, [
    group('late', 2, [entry('members', ['organizationAdmin']), entry('audit', ['adminPlus'])]),
    group('platform', 1, [entry('all', ['adminPlus'])]),
    group('early', 0, [entry('account', ['*']), entry('hidden', ['*'], { hideInMenu: true })]),
    group('quiet', 3, [entry('secret', ['*'], { hideInMenu: true })]),
  ])
  expect(shown.map(({ name, children }) => [name, children?.map((child) => child.name)])).toEqual([
    ['early', ['account']],
    ['late', ['members']],
  ])
})

test('the menu of the personal organization does not contain the device list of an organization', () => {
  const names = (personal: boolean) => pagesOf(visibleMenu({ ...visitor, personal })).map(({ name }) => name)
  expect(names(false)).toContain('ownDevices')
  expect(names(true)).not.toContain('ownDevices')
})

test('trail() returns the groups and the page of a path, outermost first', () => {
  expect(trail('/accountInfo/index').map((each) => each.name)).toEqual(['accountInfo', 'accountInfoIndex'])
  expect(trail('/nowhere')).toEqual([])
})

test('each menu entry has a title in both languages, and each page has a unique name and path', () => {
  for (const key of everyEntry().map(({ meta }) => required(meta.locale, 'locale'))) {
    expect(words.zh).toHaveProperty([key])
    expect(words.en).toHaveProperty([key])
  }
  const pages = pagesOf()
  expect(new Set(pages.map((page) => page.name)).size).toBe(pages.length)
  expect(new Set(pages.map((page) => page.path)).size).toBe(pages.length)
})

test('a menu from the server limits the console to the listed pages and the pages that are always available', () => {
  const table = [
    group('account', 0, [{ ...entry('x', ['*']), name: 'accountInfoIndex' }]),
    group('organization', 1, [entry('members', ['*']), entry('data', ['*'])]),
    group('platform', 2, [entry('all', ['*'])]),
  ]
  const pages = (fromServer: readonly MenuEntry[]) =>
    pagesOf(restricted(table, fromServer)).map(({ name }) => name)
  expect(pages([group('other', 0, [entry('data', [])]), entry('nowhere', [])])).toEqual([
    'accountInfoIndex',
    'data',
  ])
  expect(pages([])).toEqual(['accountInfoIndex'])
})

test('the menu shows known pages and external sites from the server, and ignores unknown pages and script URLs', () => {
  const site = { ...entry('site', ['*'], { order: 1 }), path: 'https://docs.example/start' }
  const script = { ...entry('script', ['*']), path: 'javascript:alert(1)' }
  const fromServer = [
    group('dashboard', 1, [entry('members', ['*'], { order: 2 }), site, script, entry('nowhere', ['*'])]),
  ]
  const shown = visibleMenu(visitor, reachable(fromServer, [entry('members', ['*'])]))
  expect(shown[0]?.children?.map(({ name }) => name)).toEqual(['site', 'members'])
})

test('an unknown icon in the menu table is a compile error', () => {
  // @ts-expect-error There is no such icon.
  const unknown: MenuIcon = 'rocket'
  expect(everyEntry().map(({ meta }) => meta.icon)).not.toContain(unknown)
})
