import { expect, test } from 'vitest'
import { columnsOf, toggled } from './tree.ts'

const areas = [
  {
    id: '33',
    name: '浙江省',
    children: [
      {
        id: '3301',
        name: '杭州市',
        children: [
          { id: '330106', name: '西湖区' },
          { id: '330102', name: '上城区' },
        ],
      },
    ],
  },
  { id: '71', name: '台湾省' },
]

test('selecting an area replaces its selected parts, and selecting a part replaces the area', () => {
  const parts = toggled(toggled([], ['33', '3301', '330106']), ['33', '3301', '330102'])
  expect(parts).toEqual([
    ['33', '3301', '330106'],
    ['33', '3301', '330102'],
  ])
  expect(toggled([...parts, ['71']], ['33'])).toEqual([['71'], ['33']])
  expect(toggled([['33']], ['33', '3301'])).toEqual([['33', '3301']])
  expect(toggled([['33'], ['71']], ['33'])).toEqual([['71']])
})

test('columnsOf returns the top level and the parts of each area on the path', () => {
  const names = (path: string[]) => columnsOf(areas, path).map((column) => column.map(({ name }) => name))
  expect(names([])).toEqual([['浙江省', '台湾省']])
  expect(names(['33', '3301'])).toEqual([['浙江省', '台湾省'], ['杭州市'], ['西湖区', '上城区']])
  expect(names(['71'])).toHaveLength(1)
})
