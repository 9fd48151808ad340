import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../../testing/mount.tsx'
import { ActivityPanel } from './ActivityPanel.tsx'

const names = { li: '李雷', acme: '云启科技', north: '北辰科技' }
let ids = 0
const event = (action: string, targetType: string, targetId: string, more = {}) => {
  ids += 1
  return {
    id: String(ids),
    // Events are one hour apart, so that they are not grouped.
    dateTime: new Date(Date.UTC(2026, 10, 22, 23 - ids)).toISOString(),
    ...{ action, targetType, targetId, tenantId: 'acme', success: true, ip: null },
    ...{ actor: { id: 'wang', name: '王芳' }, actorHidden: false, application: null, applicationId: null },
    ...{ changes: {}, names, ...more },
  }
}

async function show(events: object[]) {
  await mount(<ActivityPanel tenantId={null} to="/" />, {
    answers: {
      QueryAuditEvent: () => ({ queryAuditEvent: { next: null, data: events } }),
      ListAuthCode: () => ({ listAuthCode: [] }),
    },
  })
}
const sentence = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible()

test('names the member who was affected by an action', async () => {
  const onMember = [
    'SaveAuthCodeByTenant',
    'AddOperatorRoles',
    'RemoveOperatorRoles',
    'SaveTenantPermissions',
  ]
  await show([
    event('AddTenantOperator', 'account', 'li'),
    event('AddTenantManager', 'account', 'li'),
    ...onMember.map((action) => event(action, 'account', 'li')),
    event('SaveTenantPermissions', 'tenant', 'acme'),
  ])
  await sentence('王芳 将 李雷 添加为成员')
  await sentence('王芳 将 李雷 设为管理员')
  await expect.poll(() => page.getByText('王芳 修改了 李雷 的权限', { exact: true }).length).toBe(4)
  await sentence('王芳 修改了 云启科技 成员的权限')
})

test('lists the move of a device once, and does not count "no organization" as an organization', async () => {
  const at = { dateTime: new Date(Date.UTC(2026, 10, 21, 8)).toISOString() }
  const moved = { ...at, changes: { tenantId: ['acme', 'north'] }, names: { ...names, pump: '一号泵' } }
  const off = (id: string, tenantId: string | null) =>
    event('ExpireDevice', 'device', id, { ...at, actor: null, tenantId, names: { ...names, [id]: id } })
  await show([
    event('SaveDeviceByPalgo', 'device', 'pump', { ...moved, tenantId: 'north' }),
    event('SaveDeviceByPalgo', 'device', 'pump', { ...moved, tenantId: 'acme' }),
    off('a', 'acme'),
    off('b', null),
  ])
  await sentence('王芳 转移了 一号泵')
  await sentence('2 台设备 已到期')
  await sentence('云启科技')
  expect(page.getByText('个组织').length).toBe(0)
})
