import { expect, test } from 'vitest'
import { titleOf } from '../../../contract/menu.ts'
import { readMenu } from './readMenu.ts'

const page = (name: string, meta: object = { locale: name }) => ({ path: `/${name}`, name, meta })

function read(given: unknown[]) {
  const faults: string[] = []
  const entries = readMenu(given, (fault) => faults.push(fault))
  return { entries, faults }
}

test('a menu entry shows its `title`, or the translation of its `locale` key', () => {
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
  ['null', null, 'path is missing'],
  ['a string', 'x', 'path is missing'],
  ['no name', { path: '/x', meta: { title: 'x' } }, 'name is missing'],
  ['no meta', { path: '/x', name: 'x' }, 'meta.title and meta.locale are missing'],
  ['neither title nor locale', page('x', { order: 1 }), 'meta.title and meta.locale are missing'],
  ['an empty title', page('x', { title: ' ', locale: 'y' }), 'meta.title is invalid'],
  ['a locale that is not a string', page('x', { locale: 7 }), 'meta.locale is invalid'],
  ['one role instead of a list', page('x', { locale: 'x', roles: 'admin' }), 'meta.roles is invalid'],
  ['an order that is not a number', page('x', { locale: 'x', order: 'first' }), 'meta.order is invalid'],
  ['children that are not a list', { ...page('x'), children: {} }, 'children is not a list'],
])('skips an invalid menu entry (%s), and reports its position and the reason', (_what, bad, reason) => {
  const { entries, faults } = read([
    page('before'),
    { ...page('group'), children: [bad, page('within')] },
    bad,
  ])
  expect(entries).toEqual([page('before'), { ...page('group'), children: [page('within')] }])
  expect(faults).toEqual([`entry 2.1 is ignored: ${reason}`, `entry 3 is ignored: ${reason}`])
})

test('a report about an invalid menu entry never contains a value of the entry', () => {
  const { faults } = read([{ path: '/?token=secret', name: 'secret', meta: { roles: 'secret' } }])
  expect(faults.join()).not.toContain('secret')
})
