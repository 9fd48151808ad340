import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Display } from '../../../../contract/list-display.ts'
import { applicationRules, type SavedSearch } from '../../../../contract/lists.ts'
import { button, field, mount, refuse } from '../../../testing/mount.tsx'
import { List } from '../List.tsx'
import { listSearch } from '../search-params.ts'
import { useListSearch } from '../useListSearch.ts'

const readSearch = listSearch(applicationRules)
const columns = ['name', 'kind', 'status'].map((key) => ({
  ...{ key, label: `the ${key}` },
  cell: ({ name }: { name: string }) => (key === 'name' ? name : `${key} of ${name}`),
}))
const filters = [{ name: 'q', label: 'Name of it' }]
const all = Array.from({ length: 25 }, (_, index) => ({ id: String(index), name: `row ${index + 1}` }))

function Rows() {
  const search = readSearch(useLocation({ select: ({ search }) => search }))
  const state = useListSearch(applicationRules, search, 'APPLICATIONS')
  const { first, size } = state
  const { q } = state.filters
  const query = useQuery({
    queryKey: ['rows', q, first, size],
    queryFn: async () => {
      const found = all.filter(({ name }) => name.includes(q))
      return { count: found.length, countExact: true, data: found.slice(first, first + size) }
    },
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
    />
  )
}

const idOf = (index: number) => `01a209a6-21ba-77c9-9ed9-96c74cab36${String(index).padStart(2, '0')}`
const viewOf = (
  index: number,
  name: string,
  search: SavedSearch,
  { change = true, display = null as Display | null } = {},
) => ({ id: idOf(index), name, search, display, tenantId: null, viewerCan: { change } })

async function list(path: string, views = [viewOf(1, 'those with 1', { q: 'row 1' })]) {
  await page.viewport(1200, 800)
  const answers = {
    ListSavedView: () => ({ listSavedView: views }),
    CreateSavedView: ({ name, search, display }: Record<string, unknown>) => {
      const made = viewOf(99, String(name), search as SavedSearch, { display: display as Display })
      views = [...views, made]
      return { createSavedView: made }
    },
    UpdateSavedView: ({ id, ...changed }: Record<string, unknown>) => {
      views = views.map((each) => (each.id === id ? { ...each, ...changed } : each))
      return { updateSavedView: { id } }
    },
    DeleteSavedView: ({ id }: Record<string, unknown>) => {
      views = views.filter((each) => each.id !== id)
      return { deleteSavedView: true }
    },
  }
  const { history, asked } = await mount(<Rows />, { path, answers })
  return {
    history,
    asked,
    address: () => Object.fromEntries(new URLSearchParams(history.location.search)),
  }
}

const shows = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible()
const tab = (name: string | RegExp) => page.getByRole('group', { name: '视图' }).getByRole('button', { name })
const says = (text: string) => page.getByText(text, { exact: true })

const asBefore: Display = { columns: ['kind', 'status'], density: 'normal' }
const heads = () =>
  page
    .getByRole('columnheader')
    .elements()
    .map(({ textContent }) => textContent)
const toggle = async (column: string) => {
  await button('显示列').click()
  await page.getByRole('menuitemcheckbox', { name: column }).click()
  await userEvent.keyboard('{Escape}')
}

test('applies the columns and row height of a view, and saves changes to them in the view', async () => {
  const display: Display = { columns: ['status', 'kind'], density: 'compact' }
  const { asked, history } = await list('/?size=10', [
    viewOf(1, 'in order', { q: 'row 1' }, { display }),
    viewOf(2, 'as before', { q: 'row 2' }),
  ])
  await shows('共 25 条')
  await toggle('the kind')
  await expect.poll(heads).toEqual(['the name', 'the status'])
  await tab(/in order$/).click()
  await expect.poll(heads).toEqual(['the name', 'the status', 'the kind'])
  await expect.element(page.getByRole('table')).toHaveAttribute('data-density', 'compact')
  await expect.element(says('已修改')).not.toBeInTheDocument()
  await button('下一页').click()
  await shows('row 19')
  await toggle('the status')
  await expect.poll(heads).toEqual(['the name', 'the kind'])
  await expect.element(says('已修改')).toBeVisible()
  await shows('row 19')
  history.back()
  await shows('row 10')
  await expect.poll(heads).toEqual(['the name', 'the status', 'the kind'])
  history.forward()
  await expect.poll(heads).toEqual(['the name', 'the kind'])
  await button('行高').click()
  await page.getByRole('menuitemradio', { name: '宽松' }).click()
  await button('更新视图').click()
  await expect.element(says('已修改')).not.toBeInTheDocument()
  await expect.poll(heads).toEqual(['the name', 'the kind'])
  expect(asked('UpdateSavedView')).toEqual([
    { id: idOf(1), search: { q: 'row 1' }, display: { columns: ['kind'], density: 'roomy' } },
  ])
  // A view without stored columns shows the viewer's own columns, which also apply after the view has been
  // closed.
  await tab(/as before$/).click()
  await expect.poll(heads).toEqual(['the name', 'the status'])
  await expect.element(page.getByRole('table')).toHaveAttribute('data-density', 'normal')
  await tab('全部').click()
  await shows('共 25 条')
  await expect.poll(heads).toEqual(['the name', 'the status'])
  await toggle('the kind')
})

test('the URL of an open view contains the view ID and the page number, but not the filters of the view', async () => {
  const { address } = await list('/?size=10')
  await tab(/those with 1$/).click()
  await shows('共 11 条')
  await expect.element(field('Name of it')).toHaveValue('row 1')
  await expect.element(tab(/those with 1$/)).toHaveAttribute('aria-pressed', 'true')
  expect(address()).toEqual({ view: idOf(1), size: '10' })
  await button('下一页').click()
  await shows('row 19')
  expect(address()).toEqual({ view: idOf(1), size: '10', page: '2' })
  await tab('全部').click()
  await shows('共 25 条')
  expect(address()).toEqual({ size: '10' })
})

test('the changed filters of a view can be saved or discarded, and do not appear in the URL', async () => {
  const { address, asked, history } = await list(`/?view=${idOf(1)}`)
  await shows('共 11 条')
  await expect.element(says('已修改')).not.toBeInTheDocument()
  await field('Name of it').fill('row 2')
  await button('查询').click()
  await shows('共 7 条')
  await expect.element(says('已修改')).toBeVisible()
  expect(address()).toEqual({ view: idOf(1) })
  await button('重置').click()
  await shows('共 11 条')
  await expect.element(says('已修改')).not.toBeInTheDocument()
  history.back()
  await shows('共 7 条')
  await button('更新视图').click()
  await expect.element(says('已修改')).not.toBeInTheDocument()
  expect(asked('UpdateSavedView')).toEqual([{ id: idOf(1), search: { q: 'row 2' }, display: asBefore }])
  await shows('共 7 条')
  // Resetting a view that has no unsaved changes closes the view.
  await button('重置').click()
  await shows('共 25 条')
  expect(address()).toEqual({})
})

test('offers "save as" but not "update" to a viewer who cannot change the view', async () => {
  await list(`/?view=${idOf(1)}`, [viewOf(1, 'those with 1', { q: 'row 1' }, { change: false })])
  await shows('共 11 条')
  await field('Name of it').fill('row 2')
  await button('查询').click()
  await expect.element(button('另存')).toBeVisible()
  await expect.element(button('更新视图')).not.toBeInTheDocument()
  await expect.element(button('视图“those with 1”的操作')).not.toBeInTheDocument()
})

test('saves the filters as a new view, opens the view, and deletes it', async () => {
  const { address, asked } = await list('/')
  await shows('共 25 条')
  await expect.element(button('存为视图')).not.toBeInTheDocument()
  await field('Name of it').fill('row 2')
  await button('查询').click()
  await button('存为视图').click()
  await button('保存').click()
  await shows('请输入名称')
  await field('名称').fill('those with 2')
  await button('保存').click()
  await expect.element(tab(/those with 2$/)).toHaveAttribute('aria-pressed', 'true')
  expect(asked('CreateSavedView')).toEqual([
    { list: 'APPLICATIONS', name: 'those with 2', search: { q: 'row 2' }, display: asBefore },
  ])
  expect(address()).toEqual({ view: idOf(99) })
  await shows('共 7 条')
  await button('视图“those with 2”的操作').click()
  await page.getByRole('menuitem', { name: '删除视图' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除视图' }).click()
  await shows('共 25 条')
  await expect.element(tab(/those with 2$/)).not.toBeInTheDocument()
  expect(address()).toEqual({})
})

test('shows a message and all rows if the view in the URL does not exist', async () => {
  const { address } = await list(`/?view=${idOf(7)}&page=2`)
  await shows('视图不存在或您无权查看，已显示全部。')
  await shows('共 25 条')
  await button('关闭').click()
  await expect.element(says('视图不存在或您无权查看，已显示全部。')).not.toBeInTheDocument()
  expect(address()).toEqual({})
})

test('shows all rows and a retry button if the saved views cannot be loaded', async () => {
  let tries = 0
  const answers = {
    ListSavedView: () =>
      tries++
        ? { listSavedView: [viewOf(1, 'those with 1', { q: 'row 1' })] }
        : refuse('FORBIDDEN', 'not now'),
  }
  await page.viewport(1200, 800)
  await mount(<Rows />, { path: `/?view=${idOf(1)}`, answers })
  await shows('视图加载失败，已显示全部。')
  await shows('共 25 条')
  await page.getByRole('alert').getByRole('button', { name: '重试' }).click()
  await shows('共 11 条')
  await expect.element(says('视图加载失败，已显示全部。')).not.toBeInTheDocument()
})

test('moves view tabs into a menu if they do not fit, but always shows the active tab', async () => {
  const many = Array.from({ length: 14 }, (_, index) =>
    viewOf(index, `view number ${index}`, { q: `row ${index}` }),
  )
  await list('/', many)
  const more = page.getByRole('button', { name: /^另 \d+ 个$/ })
  await expect.element(more).toBeVisible()
  await expect.element(tab(/view number 13$/)).not.toBeInTheDocument()
  await more.click()
  await page.getByRole('menuitem', { name: /view number 13/ }).click()
  await expect.element(tab(/view number 13$/)).toHaveAttribute('aria-pressed', 'true')
  await expect.element(tab(/view number 13$/)).toBeVisible()
  const right = tab(/view number 13$/)
    .element()
    .getBoundingClientRect().right
  expect(right).toBeLessThan(button('刷新').element().getBoundingClientRect().left)
})
