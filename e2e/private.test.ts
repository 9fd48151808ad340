import { expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { absent, accessibilityFaults, phone, picture, useConsole } from './harness/index.ts'
import { menuOf } from './harness/layout.ts'
import { actors, admin } from './harness/organizations.ts'

const only = '上海智澜科技有限公司'
const reeve = useConsole({ REEVE_SINGLE_ORGANIZATION: only })
const { register, call } = actors(() => reeve.server)

test('in a private deployment, accounts join the only organization, whose owner cannot open platform pages', async () => {
  const owner = await register('周晓峰')
  const member = await register('沈佳宁')
  const { auth } = await call(owner, '{ auth { id tenants { id } } }')
  const tenantId: string = auth.tenants[0].id

  // A new account becomes a member of the only organization. It can neither request an organization nor
  // manage members.
  const page = await reeve.openAs(owner)
  const row = page.getByRole('listitem').filter({ hasText: only })
  await row.getByText('成员 · 3 名成员', { exact: false }).waitFor()
  await absent(page.getByRole('button', { name: '申请组织' }), {
    after: page.getByRole('button', { name: '使用邀请码加入' }),
  })
  await row.getByRole('button', { name: `切换到 ${only}` }).click()
  await page.waitForURL('**/dashboard/workplace')
  const menu = menuOf(page)
  await absent(menu.getByRole('link', { name: '成员管理' }), {
    after: menu.getByRole('link', { name: '设备', exact: true }),
  })

  // The administrator makes the account the owner. The page that the owner has open shows a message and the
  // new menu.
  await call(admin, 'mutation($t: ID!, $o: ID!) { changeTenantOwner(tenantId: $t, operatorId: $o) { id } }', {
    t: tenantId,
    o: auth.id,
  })
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  for (const name of ['成员管理', '算法权限', '数据权限', '组织配置', '设备'])
    await menu.getByRole('link', { name, exact: true }).waitFor()
  await absent(menu.getByText('平台管理'), {
    after: menu.getByRole('link', { name: '组织操作日志', exact: true }),
  })

  // The platform's pages cannot be opened by URL either.
  for (const path of ['all-management', 'audit-management', 'account-management', 'device-management']) {
    await page.goto(`/all-management/${path}`)
    await page.waitForURL('**/accountInfo/index')
  }

  await menu.getByRole('link', { name: '组织配置' }).click()
  await absent(page.getByRole('button', { name: '删除组织' }), {
    after: page.getByText('所有者不能退出，请先移交所有权。'),
  })
  expect(await page.getByLabel('组织名称').isDisabled()).toBe(true)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'private-configuration')

  await menu.getByRole('link', { name: '成员管理' }).click()
  const line = (name: string) => page.getByRole('row').filter({ hasText: name })
  await line('周晓峰').getByText('所有者').waitFor()
  await line('admin').getByText('管理员', { exact: true }).waitFor()
  await page.getByRole('button', { name: '沈佳宁的更多操作' }).click()
  await page.getByRole('menuitem', { name: '移出组织' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '移出组织' }).click()
  await page.getByText('共 2 条').waitFor()
  await page.getByRole('button', { name: '邀请码' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '生成邀请码' }).click()
  const link = await page.getByRole('dialog').getByText('/join/', { exact: false }).textContent()

  // A removed member belongs to no organization. The page explains how to join again with a code.
  const other = await reeve.openAs(member)
  await absent(other.getByRole('region', { name: '申请组织' }), {
    after: other.getByRole('region', { name: '用邀请码加入' }),
  })
  await other.goto(new URL(required(link, 'link')).pathname)
  await other.getByRole('button', { name: '加入组织' }).click()
  await other.getByText(`已加入 ${only}`).waitFor()
  await other.getByRole('listitem').filter({ hasText: only }).getByText('当前').waitFor()
})

test('does not offer to create, certify or delete organizations in a private deployment', async () => {
  const page = await reeve.openAs(admin, '/all-management/all-management', {
    ...phone,
    theme: 'dark',
    locale: 'en-US',
  })
  await absent(page.getByRole('button', { name: /^New/ }), { after: page.getByRole('table').getByText(only) })
  await page.getByRole('button', { name: `More actions for ${only}` }).click()
  await absent(page.getByRole('menuitem', { name: /Delete/ }), {
    after: page.getByRole('menuitem', { name: 'Change expiry' }),
  })
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: only }).click()
  // The organization that the server creates at its first start has no area.
  await page.getByText('Areas—').waitFor()
  await page.goto('/all-management/audit-management')
  await page.getByText('There is only one organization here, so there are no requests').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'private-certification')
})
