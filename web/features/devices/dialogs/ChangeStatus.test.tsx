import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, mount } from '../../../testing/mount.tsx'
import { Toaster } from '../../../ui/feedback/Toaster.tsx'
import { closeToast, toasts } from '../../../ui/feedback/toast.ts'
import type { DeviceRow, DeviceStatus } from '../devices.ts'
import ChangeStatus from './ChangeStatus.tsx'

afterEach(() => {
  for (const { id } of toasts.get()) closeToast(id)
})

const suspended = {
  ...{ id: 'd1', name: '一号设备', status: 'SUSPENDED', expiredDate: null },
  viewerCan: { manage: true, statuses: ['ACTIVE', 'RETIRED'] },
} as Partial<DeviceRow> as DeviceRow

/** Changes the status of a suspended device in the dialog. */
async function change(status: DeviceStatus, label: string) {
  const outcome = { device: suspended, status, result: 'CHANGED', expiredDate: null }
  await mount(
    <>
      <ChangeStatus rows={[suspended]} status={status} opened onClose={() => undefined} />
      <Toaster />
    </>,
    {
      answers: {
        UpdateDevicesByStatus: () => ({ updateDevicesByStatus: [outcome] }),
        UpdateDeviceByStatus: () => ({ updateDeviceByStatus: { id: 'd1', name: '一号设备' } }),
      },
    },
  )
  await button(label).click()
}

test('offers to undo the activation of a suspended device', async () => {
  await change('ACTIVE', '启用')
  await expect.element(button('撤销')).toBeVisible()
})

test('does not offer to undo the retirement of a suspended device, because it is final', async () => {
  await change('RETIRED', '报废')
  await expect.element(page.getByText('已报废 一号设备', { exact: false })).toBeVisible()
  expect(button('撤销').elements()).toEqual([])
})
