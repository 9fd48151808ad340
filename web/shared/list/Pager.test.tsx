import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, field, mount } from '../../testing/mount.tsx'
import { Pager } from './Pager.tsx'

function Pages({ count, exact = true, from = 2 }: { count: number; exact?: boolean; from?: number }) {
  const [at, setAt] = useState({ page: from, after: '', size: 10 as 10 | 20 | 50 | 100 })
  const next = at.page * at.size < count ? `behind ${at.page}` : null
  return (
    <>
      <Pager
        count={count}
        exact={exact}
        page={at.page}
        size={at.size}
        next={next}
        go={(to) => setAt((last) => ({ ...last, after: '', ...to }))}
      />
      <output>
        {at.page} of {at.size} {at.after}
      </output>
    </>
  )
}
const at = () => page.getByText(/^\d+ of \d+/)

test('opens the next page, the previous page, and a page by its number', async () => {
  await page.viewport(1200, 800)
  await mount(<Pages count={95} />)
  await expect.element(page.getByText('共 95 条')).toBeVisible()
  await button('下一页').click()
  await expect.element(at()).toHaveTextContent('3 of 10')
  await button('上一页').click()
  await expect.element(at()).toHaveTextContent('2 of 10')
  await button('第 10 页').click()
  await expect.element(at()).toHaveTextContent('10 of 10')
  await expect.element(button('下一页')).toBeDisabled()
})

test('opens the page that the user enters, opens the last page for a larger number, and rejects invalid numbers', async () => {
  await page.viewport(1200, 800)
  await mount(<Pages count={95} />)
  await field('跳至').fill('4')
  await userEvent.keyboard('{Enter}')
  await expect.element(at()).toHaveTextContent('4 of 10')
  await field('跳至').fill('４０')
  await userEvent.keyboard('{Enter}')
  await expect.element(at()).toHaveTextContent('10 of 10')
  for (const wrong of ['0', '-1', '1.5', 'x']) {
    await field('跳至').fill(wrong)
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alert')).toHaveTextContent('请输入页码')
    await expect.element(at()).toHaveTextContent('10 of 10')
  }
})

test('opens the first page after the page size has changed', async () => {
  await page.viewport(1200, 800)
  await mount(<Pages count={95} />)
  await field('每页条数').selectOptions('50 条/页')
  await expect.element(at()).toHaveTextContent('1 of 50')
})

test('marks an inexact row count, and hides the page number field on a phone', async () => {
  await page.viewport(390, 800)
  await mount(<Pages count={10_000} exact={false} />)
  await expect.element(page.getByText('共 10,000 条以上')).toBeVisible()
  await expect.element(field('跳至')).not.toBeInTheDocument()
  await button('下一页').click()
  await expect.element(at()).toHaveTextContent('3 of 10')
})

test('after page 10,000, the pager uses cursors, and the Previous button returns to page 10,000', async () => {
  await page.viewport(1200, 800)
  await mount(<Pages count={100_025} from={9_999} />)
  await expect.element(page.getByText('共 100,025 条')).toBeVisible()
  await button('下一页').click()
  await expect.element(page.getByText('10000 of 10', { exact: true })).toBeVisible()
  await button('下一页').click()
  await expect.element(at()).toHaveTextContent('10001 of 10 behind 10000')
  await expect.element(page.getByText('第 10,001 页')).toBeVisible()
  await button('下一页').click()
  await button('下一页').click()
  await expect.element(at()).toHaveTextContent('10003 of 10 behind 10002')
  await expect.element(button('下一页')).toBeDisabled()
  await button('上一页').click()
  await expect.element(page.getByText('10000 of 10', { exact: true })).toBeVisible()
})

test('if the number of pages is unknown, page 2 does not highlight page 1, and the Previous button opens page 1', async () => {
  await page.viewport(1200, 800)
  await mount(<Pages count={0} exact={false} from={2} />)
  await expect.element(page.getByText('第 2 页')).toBeVisible()
  await expect.element(button('第 1 页')).not.toHaveAttribute('aria-current')
  await button('上一页').click()
  await expect.element(at()).toHaveTextContent('1 of 10')
  await expect.element(button('第 1 页')).toHaveAttribute('aria-current', 'page')
})
