import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ApiError } from '../../lib/errors.ts'
import { button, mount } from '../../testing/mount.tsx'
import { Toaster } from '../../ui/feedback/Toaster.tsx'
import { closeToast, toasts } from '../../ui/feedback/toast.ts'
import { offerUndo } from './offer.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => {
  for (const { id } of toasts.get()) closeToast(id)
  vi.useRealTimers()
})

/** Mounts a page that offers to undo an action. Records the calls. */
async function offerTestUndo({ refused = false } = {}) {
  await mount(
    <>
      <input aria-label="field" />
      <p>elsewhere</p>
      <Toaster />
    </>,
  )
  const calls: string[] = []
  const done = (what: string) =>
    offerUndo(`did ${what}`, {
      undo: async () => {
        calls.push(what)
        if (refused) throw new ApiError('CONFLICT', 'changed since')
        return `undid ${what}`
      },
      changed: async () => void calls.push('refetched'),
    })
  done('this')
  await expect.element(button('撤销')).toBeVisible()
  return { calls, done }
}

const expectShown = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible()
const expectGone = (text: string) =>
  expect.element(page.getByText(text, { exact: true })).not.toBeInTheDocument()

test('shows the undo button for eight seconds, not counting the time while the toast is hovered or focused', async () => {
  await offerTestUndo()
  vi.advanceTimersByTime(4_000)
  await button('撤销').hover()
  await expect.element(page.getByRole('status').getByText('did this')).toBeVisible()
  await expect.poll(() => vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(60_000)
  await expectShown('did this')
  await page.getByText('elsewhere').hover()
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  ;(button('撤销').element() as HTMLElement).focus()
  await expect.poll(() => vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(60_000)
  await expectShown('did this')
  ;(document.activeElement as HTMLElement).blur()
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(500)
  await expectShown('did this')
  vi.advanceTimersByTime(3_500)
  await expectGone('did this')
})

test('Ctrl+Z undoes each action once, the latest first, and does nothing while a text field is focused', async () => {
  const { calls, done } = await offerTestUndo()
  done('that')
  await expectShown('did that')
  await userEvent.click(page.getByLabelText('field'))
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(calls).toEqual([])
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expectShown('undid that')
  await expectShown('did this')
  await userEvent.keyboard('{Meta>}z{/Meta}')
  await expectShown('undid this')
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(calls.filter((each) => each !== 'refetched')).toEqual(['that', 'this'])
  await expect.element(button('撤销')).not.toBeInTheDocument()
})

test('shows why an undo failed, and refetches the data', async () => {
  const { calls } = await offerTestUndo({ refused: true })
  await button('撤销').click()
  await expectShown('撤销失败：changed since')
  await expectGone('did this')
  expect(calls).toEqual(['this', 'refetched'])
})
