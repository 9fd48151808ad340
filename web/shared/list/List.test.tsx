import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { IconDownload } from '#icons'
import { required } from '../../../contract/required.ts'
import { ApiError } from '../../lib/errors.ts'
import { button, field, mount } from '../../testing/mount.tsx'
import type { Column } from './columns/column.ts'
import { List } from './List.tsx'
import { listSearch } from './search-params.ts'
import { useListSearch } from './useListSearch.ts'

interface Row {
  id: string
  name: string
}
interface ListQuery {
  filters: { name: string }
  first: number
  size: number
}

const rules = {
  filters: { name: 'search', enabled: ['true', 'false'], from: 'text', to: 'text' },
  sorts: ['NAME', 'AGE'],
} as const
const columns: readonly Column<Row>[] = [
  { key: 'name', label: 'Name', sort: 'NAME', cell: ({ name }) => name },
  { key: 'id', label: 'Number', cell: ({ id }) => id },
]
const closed = ({ id }: Row) => (id === '2' ? 'not for this one' : undefined)
const filters = [
  { name: 'name', label: 'Name of it' },
  { name: 'enabled', label: 'State', options: [{ value: 'true', label: 'on' }] },
  { name: 'from', until: 'to', label: 'Made' },
]
const readSearch = listSearch(rules)
const all = Array.from({ length: 25 }, (_, index) => ({ id: String(index + 1), name: `row ${index + 1}` }))

/** Returns the rows whose name contains the filter value. */
async function answer({ filters, first, size }: ListQuery) {
  const found = all.filter(({ name }) => name.includes(filters.name))
  return {
    count: found.length,
    countExact: true,
    next: null as string | null,
    data: found.slice(first, first + size),
  }
}

let matching = async (): Promise<string[] | null> => null

function Rows({ ask }: { ask: typeof answer }) {
  const state = useListSearch(rules, readSearch(useLocation({ select: ({ search }) => search })))
  const { filters: chosen, first, size, sort } = state
  const query = useQuery({
    queryKey: ['rows', chosen, first, size, sort],
    queryFn: () => ask({ filters: chosen, first, size }),
    placeholderData: keepPreviousData,
  })
  return (
    <List
      name="rows"
      label="Rows"
      query={query}
      state={state}
      columns={columns}
      filters={filters}
      empty="nothing is there"
      closed={closed}
      matching={matching}
      bulk={({ ids, rows }, done) => [
        { name: `do it with ${ids.join()}, seen ${rows.length}`, Icon: IconDownload, run: done },
      ]}
    />
  )
}

async function list(path = '/?size=10', ask = answer) {
  await page.viewport(1200, 800)
  const { history } = await mount(<Rows ask={ask} />, { path })
  return {
    history,
    urlParams: () => Object.fromEntries(new URLSearchParams(history.location.search)),
  }
}

const expectText = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible()
const head = () => page.getByRole('columnheader', { name: 'Name' })

test('applies the valid search parameters of the URL and ignores the invalid ones', async () => {
  await list('/?name=row+2&size=50&page=0&sort=SHOE.asc&enabled=perhaps')
  await expectText('共 7 条')
  await expect.element(field('Name of it')).toHaveValue('row 2')
  await expect.element(field('State')).toHaveValue('')
  await expect.element(head()).not.toHaveAttribute('aria-sort')
})

test('applies a filter on submit, shows the first page, and restores the previous list on Back', async () => {
  const { history, urlParams } = await list('/?size=10&page=3')
  await expectText('row 21')
  await field('Name of it').fill('row 1')
  expect(urlParams()).toEqual({ size: '10', page: '3' })
  await button('查询').click()
  await expectText('共 11 条')
  expect(urlParams()).toEqual({ size: '10', name: 'row 1' })
  await button('下一页').click()
  await expectText('row 19')
  expect(urlParams()).toEqual({ size: '10', name: 'row 1', page: '2' })
  history.go(-2)
  await expectText('row 21')
  await expect.element(field('Name of it')).toHaveValue('')
})

test('does not put a phone number that the user searches for into the URL', async () => {
  const { history, urlParams } = await list()
  await field('Name of it').fill('138 1234 5678')
  await button('查询').click()
  await expectText('没有符合条件的结果')
  expect(urlParams()).toEqual({ size: '10' })
  expect(history.location.href).not.toContain('138')
  await expect.element(field('Name of it')).toHaveValue('138 1234 5678')
  await button('清除条件').click()
  await expectText('共 25 条')
  await expect.element(field('Name of it')).toHaveValue('')
})

test('accepts a date range without an end, and shows the number of hidden active filters', async () => {
  const { urlParams } = await list('/?name=none&from=2026-01-31')
  await expectText('请减少筛选条件后重试。当前条件：Name of it包含“none”，Made自 2026-01-31')
  await expect.element(field('Made自')).toHaveValue('2026-01-31')
  await field('Made至').fill('2026/2/28')
  await button('查询').click()
  await expect.poll(urlParams).toEqual({ name: 'none', from: '2026-01-31', to: '2026-02-28' })
  await button('收起').click()
  await button('展开（1）').click()
  await button('重置').click()
  await expectText('共 25 条')
  expect(urlParams()).toEqual({})
})

test('each click on a column header changes the order: ascending, descending, unsorted', async () => {
  const { urlParams } = await list()
  for (const [sort, shown] of [
    ['NAME.asc', 'ascending'],
    ['NAME.desc', 'descending'],
  ] as const) {
    await button('Name').click()
    await expect.element(head()).toHaveAttribute('aria-sort', shown)
    expect(urlParams()).toEqual({ size: '10', sort })
  }
  await button('Name').click()
  await expect.element(head()).not.toHaveAttribute('aria-sort')
  expect(urlParams()).toEqual({ size: '10' })
})

test('shows the last page if the page number in the URL is too large', async () => {
  const { urlParams } = await list('/?size=10&page=9')
  await expectText('row 25')
  expect(urlParams()).toEqual({ size: '10', page: '3' })
})

test('offers to continue a search that stopped early, even if there are no results so far', async () => {
  const { urlParams } = await list('/?size=10&name=row+25', async ({ first, size }) =>
    first < 2 * size
      ? { count: 0, countExact: false, next: `behind-${first}`, data: [] }
      : { count: 1, countExact: true, next: null, data: [required(all[24], 'item of all')] },
  )
  await expectText('列表数据较多，已查找的部分中没有符合条件的结果。')
  await expect.element(page.getByText('没有符合条件的结果', { exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByText(/^共/)).not.toBeInTheDocument()
  await button('继续查找').click()
  await expect.poll(urlParams).toEqual({ size: '10', name: 'row 25', page: '2', after: 'behind-0' })
  await button('下一页').click()
  await expectText('row 25')
  expect(urlParams()).toEqual({ size: '10', name: 'row 25', page: '3', after: 'behind-10' })
  await expect.element(button('继续查找')).not.toBeInTheDocument()
})

test('shows an error with a retry button if the rows cannot be loaded, and keeps the filters', async () => {
  let tries = 0
  await list('/?name=row+2', async (query) => {
    if (!tries++) throw new ApiError('INTERNAL', 'the server is busy', { requestId: 'abc-123' })
    return answer(query)
  })
  await expectText('列表加载失败')
  await expect.element(page.getByText(/the server is busy/)).toBeVisible()
  await expect.element(page.getByText(/abc-123/)).toBeVisible()
  await expect.element(field('Name of it')).toHaveValue('row 2')
  await button('重试').click()
  await expectText('共 7 条')
})

test('shows the empty state, and keeps a hidden column hidden when the list is mounted again', async () => {
  await list('/', async () => ({ count: 0, countExact: true, next: null, data: [] }))
  await expectText('nothing is there')
  await button('显示列').click()
  await page.getByRole('menuitemcheckbox', { name: 'Number' }).click()
  await expect.element(page.getByRole('columnheader', { name: 'Number' })).not.toBeInTheDocument()
  await list()
  await expect.element(page.getByRole('columnheader', { name: 'Number' })).not.toBeInTheDocument()
})

test('selects rows on several pages, and clears the selection when the filters change', async () => {
  await list()
  await expect.element(field('选择row 2')).toBeDisabled()
  await expect.element(field('选择row 2')).toHaveAccessibleDescription('not for this one')
  await field('选择row 3').click()
  await button('下一页').click()
  await expectText('row 11')
  await field('选择本页全部').click()
  await expectText('已选择 11 项')
  await expect.element(page.getByRole('button', { name: /^do it with 3,11,12,.* seen 11$/ })).toBeVisible()
  await button('上一页').click()
  await expect.element(field('选择row 3')).toBeChecked()
  // While rows are selected, the filters stay active, but the form is hidden. It is shown again when no row
  // is selected.
  await expect.element(field('Name of it')).not.toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText(/^已选择/)).not.toBeInTheDocument()
  await field('选择row 3').click()
  await button('取消选择').click()
  await field('Name of it').fill('row 1')
  await button('查询').click()
  await expectText('共 11 条')
  await expect.element(page.getByText(/^已选择/)).not.toBeInTheDocument()
})

test('a Shift-click selects or deselects all rows from the previously clicked row to the clicked row', async () => {
  await list()
  await field('选择row 1').click()
  await field('选择row 6').click({ modifiers: ['Shift'] })
  // Row 2 does not support bulk actions, so it is not selected.
  await expectText('已选择 5 项')
  await field('选择row 4').click({ modifiers: ['Shift'] })
  await expectText('已选择 3 项')
})

test('shows a message if too many rows match to select all of them', async () => {
  matching = async () => null
  await list()
  await field('选择本页全部').click()
  await expectText('已选择本页 9 项')
  await button('选择全部 25 项').click()
  await expectText('超过 10,000 项，无法全部选择，请先缩小范围')
})

test('selects all rows that match the filters, and keeps them selected on other pages', async () => {
  matching = async () => all.map(({ id }) => id)
  await list()
  await field('选择本页全部').click()
  await button('选择全部 25 项').click()
  await expectText('已选择全部 25 项')
  await expect.element(page.getByText(/^已按 .* 的筛选结果选定$/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^do it with 1,2,3,.*,25, seen 9$/ })).toBeVisible()
  await button('下一页').click()
  await expect.element(field('选择row 12')).toBeChecked()
  await field('选择row 12').click()
  await expectText('已选择 24 项')
  await button('只选本页').click()
  await expectText('已选择本页 10 项')
})

test('refetches the list when the user submits the same filters again', async () => {
  let asks = 0
  await list('/?name=row+2', (query) => {
    asks++
    return answer(query)
  })
  await expectText('共 7 条')
  expect(asks).toBe(1)
  await button('查询').click()
  await expect.poll(() => asks).toBe(2)
})

test('scrolls the rows between a fixed header and pager, without hiding the focused row', async () => {
  await list('/?size=50')
  await expectText('row 25')
  const bottom = () => page.getByRole('navigation', { name: '分页' }).element().getBoundingClientRect().bottom
  expect(bottom()).toBeLessThanOrEqual(800)
  const top = head().element().getBoundingClientRect().top
  ;(field('选择row 25').element() as HTMLElement).focus()
  expect(head().element().getBoundingClientRect().top).toBe(top)
  expect(field('选择row 25').element().getBoundingClientRect().bottom).toBeLessThan(bottom() - 48)
})
