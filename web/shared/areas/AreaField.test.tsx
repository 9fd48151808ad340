import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { required } from '../../../contract/required.ts'
import { button, mount } from '../../testing/mount.tsx'
import { AreaField } from './AreaField.tsx'
import type { AreaPath } from './areaPaths.ts'

const suzhou = { id: '3205', name: '苏州市', children: [{ id: '320505', name: '虎丘区' }] }
const jiangsu = { id: '32', name: '江苏省', children: [{ id: '3201', name: '南京市', children: [] }, suzhou] }
const zhejiang = { id: '33', name: '浙江省', children: [{ id: '3301', name: '杭州市', children: [] }] }

function Areas({ initial }: { initial: AreaPath[] }) {
  const [value, setValue] = useState(initial)
  return (
    <>
      <AreaField label="Areas" value={value} onChange={setValue} />
      <output>{JSON.stringify(value)}</output>
      <button type="button">elsewhere</button>
    </>
  )
}

async function open(initial: AreaPath[] = []) {
  await page.viewport(1200, 800)
  await mount(<Areas initial={initial} />, {
    answers: {
      ListTopArea: () => ({ listTopArea: [jiangsu, zhejiang].map(({ id, name }) => ({ id, name })) }),
      GetArea: ({ id }) => ({ getArea: id === '32' ? jiangsu : zhejiang }),
      SearchArea: ({ q }) => ({
        searchArea: '苏州市'.includes(String(q))
          ? [{ ...jiangsu, children: [{ ...suzhou, children: [] }] }]
          : [],
      }),
    },
  })
  await input().click()
}

const input = () => page.getByRole('combobox', { name: 'Areas' })
const value = () =>
  JSON.parse(required(required(document.querySelector('output'), 'output').textContent, 'textContent'))

test('the area field shows the provinces first, and the user can select a city or a district below them', async () => {
  await open()
  await page.getByRole('treeitem', { name: '江苏省' }).click()
  await page.getByRole('treeitem', { name: '苏州市' }).click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(value).toEqual([['32', '3205']])
  await expect.element(page.getByText('江苏省 / 苏州市')).toBeVisible()
  await expect.element(page.getByText('已选 1 个')).toBeVisible()
  await page.getByRole('treeitem', { name: '虎丘区' }).getByText('虎丘区').click()
  // When the user selects a part of the selected area, the part replaces the area.
  await expect.poll(value).toEqual([['32', '3205', '320505']])
})

test('the area field finds areas by name, and shows a message if no name matches', async () => {
  await open()
  await input().fill('苏州')
  await page.getByRole('listbox', { name: '搜索结果' }).getByText('江苏省 / 苏州市', { exact: true }).click()
  await expect.poll(value).toEqual([['32', '3205']])
  await input().fill('纽约')
  await expect.element(page.getByText('没有名称包含“纽约”的地区')).toBeVisible()
  await expect.element(input()).toHaveAttribute('aria-expanded', 'false')
})

test('the first Esc clears the search of the area field, and the second closes the panel', async () => {
  await open()
  await input().fill('纽约')
  await userEvent.keyboard('{Escape}')
  await expect.element(input()).toHaveValue('')
  await expect.element(page.getByRole('tree').first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(input()).toHaveAttribute('aria-expanded', 'false')
  await expect.element(input()).toHaveFocus()
})

test('the user removes a selected area with its icon, or the last area with Backspace', async () => {
  await open([['32', '3201'], ['33']])
  await button('移除 江苏省 / 南京市').click()
  await expect.poll(value).toEqual([['33']])
  await expect.element(input()).toHaveFocus()
  await userEvent.keyboard('{Backspace}')
  await expect.poll(value).toEqual([])
})

test('the area field shows an error with a retry button if the areas cannot be loaded', async () => {
  await page.viewport(1200, 800)
  let tries = 0
  await mount(<Areas initial={[]} />, {
    answers: {
      ListTopArea: () =>
        tries++
          ? { listTopArea: [jiangsu] }
          : { errors: [{ message: 'busy', extensions: { code: 'INTERNAL' } }] },
    },
  })
  await input().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('地区加载失败 重试')
  await button('重试').click()
  await expect.element(page.getByRole('treeitem', { name: '江苏省' })).toBeVisible()
})

test('the area field ignores Backspace and Esc while an input method is active, also in Safari', async () => {
  await open([['33']])
  const press = (key: string, more: object) =>
    input()
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  for (const marks of [{ isComposing: true }, { keyCode: 229 }]) {
    press('Backspace', marks)
    press('Escape', marks)
  }
  await expect.element(input()).toHaveAttribute('aria-expanded', 'true')
  expect(value()).toEqual([['33']])
  press('Backspace', {})
  await expect.poll(value).toEqual([])
})
