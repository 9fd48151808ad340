import { expect, test } from 'vitest'
import { type CloseScope, nextOpen, opened, read, remaining } from './tabs.ts'

const tab = (path: string, query = '') => ({ path, href: path + query })
const tabs = ['/home', '/a', '/b', '/c', '/d'].map((path) => tab(path))
const paths = (closing: CloseScope, from: string) => remaining(tabs, from, closing).map(({ path }) => path)

test('opens one tab for each page, with the latest URL of the page', () => {
  const once = opened(tabs, tab('/e', '?page=2'))
  expect(once.map(({ path }) => path)).toEqual(['/home', '/a', '/b', '/c', '/d', '/e'])
  expect(opened(once, tab('/a', '?name=x'))[1]).toEqual({ path: '/a', href: '/a?name=x' })
  expect(opened(once, tab('/e', '?page=2'))).toBe(once)
})

test('can close one tab, the tabs to its left or right, all other tabs, or all tabs, but never the first tab', () => {
  expect(paths('this', '/b')).toEqual(['/home', '/a', '/c', '/d'])
  expect(paths('left', '/b')).toEqual(['/home', '/b', '/c', '/d'])
  expect(paths('right', '/b')).toEqual(['/home', '/a', '/b'])
  expect(paths('others', '/b')).toEqual(['/home', '/b'])
  expect(paths('all', '/b')).toEqual(['/home'])
  expect(paths('this', '/home')).toEqual(tabs.map(({ path }) => path))
})

test('after tabs are closed, shows the current page if its tab is still open, or else the nearest open tab before it', () => {
  const open = (closing: CloseScope, from: string, here: string) =>
    nextOpen(tabs, remaining(tabs, from, closing), here)?.path
  expect(open('this', '/b', '/d')).toBe('/d')
  expect(open('this', '/b', '/b')).toBe('/a')
  expect(open('right', '/a', '/c')).toBe('/a')
  expect(open('left', '/c', '/a')).toBe('/home')
  expect(open('all', '/c', '/d')).toBe('/home')
})

test('ignores stored tabs that are invalid', () => {
  expect(read(JSON.stringify([tab('/a', '?x=1'), { path: '/b', href: '//evil.example' }, 7, {}]))).toEqual([
    tab('/a', '?x=1'),
  ])
  for (const broken of [null, '', '{', '{}', 'null', '[null]']) expect(read(broken)).toEqual([])
})
