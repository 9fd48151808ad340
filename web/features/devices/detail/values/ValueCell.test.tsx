import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../../../testing/mount.tsx'
import { ValueCell } from './ValueCell.tsx'

test('shows an integer with as many decimal places as the earlier values', async () => {
  const now = Date.parse('2026-11-24T12:00:00.000Z')
  const samples = [50, 55.3, 65].map((temperature, index) => ({
    dateTime: new Date(now - (3 - index) * 600_000).toISOString(),
    numbers: { temperature },
  }))
  await mount(
    <dl>
      <ValueCell
        number={{ key: 'temperature', value: 55, unit: '°C' }}
        {...{ reportedAt: now, now, stale: false, samples, failed: false }}
      />
    </dl>,
  )
  await expect.element(page.getByText('55.0°C')).toBeVisible()
  await expect.element(page.getByText('50.0 至 65.0')).toBeVisible()
})
