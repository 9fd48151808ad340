import { expect, test } from 'vitest'
import { titleOf } from '../../../contract/menu.ts'
import { readMenu } from './readMenu.ts'

const page = (name: string, meta: object = { locale: name }) => ({ path: `/${name}`, name, meta })

function read(given: unknown[]) {
  const faults: string[] = []
  const entries = readMenu(given, (fault) => faults.push(fault))
  return { entries, faults }
}

test('uses a title as text and a locale as the key of a word', () => {
  const { entries, faults } = read([
    page('docs', { title: '帮助文档' }),
    page('data', { locale: 'menu.data' }),
  ])
  expect(entries.map((entry) => titleOf(entry, (key: string) => `[${key}]`))).toEqual([
    '帮助文档',
    '[menu.data]',
  ])
  expect(faults).toEqual([])
})

test.each<[string, unknown, string]>([
  ['null', null, 'no path'],
  ['a string', 'x', 'no path'],
  ['no name', { path: '/x', meta: { title: 'x' } }, 'no name'],
  ['no meta', { path: '/x', name: 'x' }, 'neither meta.title nor meta.locale'],
  ['neither title nor locale', page('x', { order: 1 }), 'neither meta.title nor meta.locale'],
  ['an empty title', page('x', { title: ' ', locale: 'y' }), 'meta.title is not what it should be'],
  ['a locale that is not a string', page('x', { locale: 7 }), 'meta.locale is not what it should be'],
  [
    'one role instead of a list',
    page('x', { locale: 'x', roles: 'admin' }),
    'meta.roles is not what it should be',
  ],
  ['an order in words', page('x', { locale: 'x', order: 'first' }), 'meta.order is not what it should be'],
  ['children that are not a list', { ...page('x'), children: {} }, 'children is no list'],
])('skips an entry with %s, and reports its position', (_what, bad, reason) => {
  const { entries, faults } = read([
    page('before'),
    { ...page('group'), children: [bad, page('within')] },
    bad,
  ])
  expect(entries).toEqual([page('before'), { ...page('group'), children: [page('within')] }])
  expect(faults).toEqual([`entry 2.1 is left out: ${reason}`, `entry 3 is left out: ${reason}`])
})

test('reports no values of an entry', () => {
  const { faults } = read([{ path: '/?token=secret', name: 'secret', meta: { roles: 'secret' } }])
  expect(faults.join()).not.toContain('secret')
})
