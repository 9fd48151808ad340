import { beforeAll, describe, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import type { Person } from '../testing/app.ts'
import { useApp } from '../testing/use-app.ts'
import { resolveAreas } from './store.ts'

const app = useApp()
let person: Person
beforeAll(async () => {
  person = await app.person()
})

interface Tree {
  id: string
  name: string
  level: number
  category: string
  children: Tree[]
}

const fields = 'id name level category'
async function areaOf(id: string): Promise<Tree | null> {
  const query = `query ($id: ID!) { getArea(id: $id) { ${fields} children { ${fields} children { ${fields} children { id } } } } }`
  const { body } = await app.graphql(person.access_token, query, { id })
  return body.data.getArea
}
const shape = (areas: Tree[]) =>
  areas.map(({ id, name, level, category }) => `${id} ${name} ${level} ${category}`)

describe('administrative areas', () => {
  test('the top level consists of 34 provinces, which are returned without children', async () => {
    const query = `{ listTopArea { ${fields} children { id } } }`
    const { body } = await app.graphql(person.access_token, query)
    const areas: Tree[] = body.data.listTopArea
    expect(areas).toHaveLength(34)
    expect(areas.every(({ level, children }) => level === 1 && children.length === 0)).toBe(true)
    expect(shape(areas)).toEqual(
      expect.arrayContaining([
        '110000 北京市 1 直辖市',
        '440000 广东省 1 省',
        '650000 新疆维吾尔自治区 1 自治区',
        '710000 台湾省 1 省',
        '810000 香港特别行政区 1 特别行政区',
        '820000 澳门特别行政区 1 特别行政区',
      ]),
    )
  })

  test('an area is returned with its descendants on all levels', async () => {
    const guangdong = await areaOf('440000')
    const guangzhou = guangdong?.children.find(({ id }) => id === '440100')
    expect(guangzhou).toMatchObject({ name: '广州市', level: 2, category: '地级市' })
    expect(guangzhou?.children).toContainEqual({
      id: '440106',
      name: '天河区',
      level: 3,
      category: '市辖区',
      children: [],
    })
  })

  test('the districts of a municipality (直辖市) are its direct children', async () => {
    for (const [id, count] of [
      ['110000', 16],
      ['120000', 16],
      ['310000', 16],
      ['500000', 38],
    ] as const) {
      const city = await areaOf(id)
      expect(city?.children).toHaveLength(count)
      expect(city?.children.every(({ level, children }) => level === 3 && !children.length)).toBe(true)
    }
    const chongqing = await areaOf('500000')
    expect(shape(required(chongqing, 'chongqing').children)).toContain('500241 秀山土家族苗族自治县 3 自治县')
  })

  test.each([
    ['420000', '429004 仙桃市 3 县级市'],
    ['420000', '429021 神农架林区 3 林区'],
    ['410000', '419001 济源市 3 县级市'],
    ['460000', '469025 白沙黎族自治县 3 自治县'],
    ['650000', '659001 石河子市 3 县级市'],
  ])('province %s directly contains %s, which is not part of a city', async (province, county) => {
    const parts = required(await areaOf(province), 'area').children
    expect(shape(parts)).toContain(county)
    expect(parts.some(({ name }) => /直辖|市辖区/.test(name))).toBe(false)
  })

  test.each([
    ['441900', '东莞市'],
    ['442000', '中山市'],
    ['460400', '儋州市'],
    ['620200', '嘉峪关市'],
  ])('%s %s is a city without districts', async (id, name) => {
    expect(await areaOf(id)).toEqual({ id, name, level: 2, category: '地级市', children: [] })
  })

  test('香港, 澳门 and 台湾 are included with their subdivisions', async () => {
    expect(shape(required(await areaOf('810000'), 'area').children)).toHaveLength(18)
    expect(shape(required(await areaOf('820000'), 'area').children)).toContain('820004 大堂区 3 堂区')
    const taiwan = await areaOf('710000')
    expect(taiwan?.children).toHaveLength(20)
    expect(shape(required(taiwan, 'taiwan').children)).toContain('710100 台北市 2 市')
  })

  test('the search finds areas by name and by the names of their ancestors, and lists higher levels first', async () => {
    const search = async (q: string) => {
      const query =
        'query ($q: String!) { searchArea(q: $q) { name children { name children { name children { id } } } } }'
      const { body } = await app.graphql(person.access_token, query, { q })
      const path = ({ name, children }: Tree): string => [name, ...children.map(path)].join(' / ')
      return body.data.searchArea.map(path) as string[]
    }
    expect(await search('浙江 西湖')).toEqual(['浙江省 / 杭州市 / 西湖区'])
    expect(await search('西湖')).toContain('江西省 / 南昌市 / 西湖区')
    expect((await search('江')).slice(0, 3)).toEqual(['黑龙江省', '江苏省', '浙江省'])
    expect((await search('区')).length).toBe(50)
    expect(await search('没有')).toEqual([])
    expect((await app.graphql(undefined, '{ searchArea(q: "江") { id } }')).status).toBe(401)
  })

  test('the number of areas on each level matches the official statistics', async () => {
    const { rows } = await app.db.execute(
      "select level, count(*)::int as count from area where id < '700000' group by level order by level",
    )
    expect(rows.map(({ count }) => count)).toEqual([31, 333, 2848])
    const lost = await app.db.execute(
      'select id from area where parent_id not in (select id from area) or (parent_id is null) <> (level = 1)',
    )
    expect(lost.rows).toEqual([])
  })

  test('an unknown code returns null, and a query without a token is rejected', async () => {
    expect(await areaOf('999999')).toBeNull()
    expect((await app.graphql(undefined, '{ listTopArea { id } }')).status).toBe(401)
  })
})

describe('resolveAreas', () => {
  const names = (areas: Tree[]): unknown[] =>
    areas.map(({ name, children }) => (children.length ? [name, names(children)] : name))

  test('returns the selected areas with their ancestors as trees', async () => {
    const areas = await resolveAreas(app.db.query, [
      '440106',
      '110108',
      '440100',
      '440305',
      '650000',
      '440106',
    ])
    expect(names(areas)).toEqual([
      ['北京市', ['海淀区']],
      [
        '广东省',
        [
          ['广州市', ['天河区']],
          ['深圳市', ['南山区']],
        ],
      ],
      '新疆维吾尔自治区',
    ])
    expect(await resolveAreas(app.db.query, [])).toEqual([])
  })

  test('rejects unknown codes', async () => {
    await expect(resolveAreas(app.db.query, ['110108', '1101'])).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { areaIds: ['area.unknown'] } },
    })
  })
})
