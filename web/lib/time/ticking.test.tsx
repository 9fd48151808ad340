import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../testing/mount.tsx'
import { useTimes } from './time.ts'

test('updates a relative time while the page is open', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(2026, 10, 26, 8, 12) })
  onTestFinished(() => void vi.useRealTimers())
  const instant = Date.now() - 5_000
  function Shown() {
    return <p>{useTimes().recent(instant)}</p>
  }
  await mount(<Shown />)
  await expect.poll(() => page.getByText('刚刚').length).toBe(1)
  vi.advanceTimersByTime(90_000)
  await expect.poll(() => page.getByText('今天 08:11').length).toBe(1)
})
