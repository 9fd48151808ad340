import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, field, mount, refuse } from '../../../testing/mount.tsx'
import type { DeviceRow } from '../devices.ts'
import MoveDevice from './MoveDevice.tsx'

const device: Partial<DeviceRow> = {
  ...{
    id: 'd1',
    name: '一号设备',
    status: 'ACTIVE',
    contactName: '王敏',
    contactMobilePhone: '+8613800138000',
  },
  ...{ businessMan: null, specification: null, customer: null, currentConnect: null, lastSeenDateTime: null },
  ...{ versionMap: {}, produceDate: null, expiredDate: null, createDateTime: '2026-11-20T08:00:00.000Z' },
  tenant: { id: 't1', name: '恒星测试' },
  viewerCan: { manage: true, statuses: [] },
}
const nothing = () => undefined
const dialog = <MoveDevice rows={[device as DeviceRow]} opened onClose={nothing} />
const saved = {
  QueryTenant: () => ({ queryTenant: { data: [] } }),
  SaveDeviceByPalgo: () => ({ saveDeviceByPalgo: { id: 'd1' } }),
}

test('moves a device back to the platform, and sends which values the user wants to retain', async () => {
  const { asked } = await mount(dialog, { answers: saved })
  await page.getByText('收回到平台（不属于任何组织）').click()
  await field('保留设备配置').click()
  await button('转移').click()
  await expect
    .poll(() => asked('SaveDeviceByPalgo'))
    .toEqual([
      { id: 'd1', name: '一号设备', tenantId: null, keepContact: false, keepConfig: true, create: false },
    ])
})

test('does not move a device until the user selects an organization', async () => {
  const { asked } = await mount(dialog, { answers: saved })
  await button('转移').click()
  await expect.element(page.getByText('请选择组织')).toBeVisible()
  expect(asked('SaveDeviceByPalgo')).toEqual([])
})

test('does not mention a previous organization if the device has no organization', async () => {
  await mount(<MoveDevice rows={[{ ...(device as DeviceRow), tenant: null }]} opened onClose={nothing} />)
  await expect.element(page.getByText('“一号设备”尚未分配组织。', { exact: false })).toBeVisible()
  expect(page.getByText('原组织', { exact: false }).elements()).toEqual([])
})

test('shows why the server rejects a move, and keeps the dialog open', async () => {
  await mount(dialog, {
    answers: { SaveDeviceByPalgo: () => refuse('FORBIDDEN', '没有权限') },
  })
  await page.getByText('收回到平台（不属于任何组织）').click()
  await button('转移').click()
  await expect.element(page.getByText('没有权限')).toBeVisible()
  await expect.element(page.getByText('收回到平台（不属于任何组织）')).toBeVisible()
})
