import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { first } from '../../../contract/required.ts'
import { printedPinyin } from '../../../scripts/vite/pinyin.ts'
import { spelling } from './pinyin.generated.ts'
import { type Found, kinds, ranked } from './rank.ts'

const named = (name: string, more: Partial<Found> = {}): Found => ({ key: name, name, ...more })
const shown = (...args: Parameters<typeof ranked>) =>
  ranked(...args).map(({ kind, rows }) => [kind, ...rows.map(({ name }) => name)])

test('sorts result groups by their best match, and the rows in each group by how well they match the text', () => {
  const pages = [named('组织管理', { pinyin: 'zu zhi guan li' }), named('组织')]
  const devices = [named('泵', { about: 'zuzhi-1', also: 'zuzhi-1' }), named('总组织', {})]
  const groups = [
    { kind: 'devices', found: devices, text: '组织' },
    { kind: 'pages', found: pages },
  ] as const
  expect(shown(groups, '组织')).toEqual([
    ['pages', '组织', '组织管理'],
    ['devices', '总组织', '泵'],
  ])
  expect(shown([{ kind: 'pages', found: pages }], 'zzgl')).toEqual([['pages', '组织管理']])
})

test('ranks the person with the typed phone number first, and the link to all results last', () => {
  const accounts = [named('陈立群', { exact: true }), named('查看全部结果', { last: true })]
  const pages = [named('13800136021')]
  expect(
    shown(
      [
        { kind: 'accounts', found: accounts, text: '13800136021' },
        { kind: 'pages', found: pages },
      ],
      '13800136021',
    ),
  ).toEqual([
    ['accounts', '陈立群', '查看全部结果'],
    ['pages', '13800136021'],
  ])
})

test('shows at most twelve rows, distributed evenly among the groups', () => {
  const many = (kind: 'pages' | 'devices' | 'actions') => ({
    kind,
    found: Array.from({ length: 20 }, (_, index) => named(`${kind} ${index}`)),
  })
  const rows = ranked([many('pages'), many('devices'), many('actions')], '')
  expect(rows.map(({ rows }) => rows.length)).toEqual([4, 4, 4])
  expect(first(ranked([many('pages')], 'pages'), 'ranked').rows).toHaveLength(12)
  const few = { kind: 'tenants', found: [named('tenants')] } as const
  const shares = ranked([few, many('pages'), many('devices')], '').map(({ rows }) => rows.length)
  expect(shares).toEqual([6, 1, 5])
  const all = [...kinds].map((kind) => ({ kind, found: many('pages').found }))
  expect(ranked(all, '').flatMap(({ rows }) => rows)).toHaveLength(12)
})

test('highlights the match in the name or in the details after the name', () => {
  const found = [named('泵房 3', { about: 'EG200-871' })]
  const marked = (text: string) =>
    first(first(ranked([{ kind: 'devices', found, text }], text), 'ranked').rows, 'rows')
  expect(marked('泵')).toMatchObject({ mark: [0, 1], aboutMark: [0, 0] })
  expect(marked('eg2')).toMatchObject({ mark: [0, 0], aboutMark: [0, 3] })
})

test('pinyin.generated.ts is up to date (npm run generate)', () => {
  const generated = readFileSync(new URL('./pinyin.generated.ts', import.meta.url), 'utf8')
  expect(generated).toBe(printedPinyin())
  expect(spelling('titles.menu.workplace')).toBe('gong zuo tai')
})
