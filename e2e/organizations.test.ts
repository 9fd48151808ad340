import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addDocuments, chooseDocuments, reviewDocuments } from './harness/documents.ts'
import { absent, accessibilityFaults, picture, useConsole } from './harness/index.ts'
import { actors, admin } from './harness/organizations.ts'

const reeve = useConsole()
const { register, call, apply, confirm, reject, invite, organization, tenantOf } = actors(() => reeve.server)

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
/** Simulates the user's return to the window. */
const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))

test('an applicant corrects a rejected organization request, and a guest joins the organization and leaves', async () => {
  const applicant = await register('林晚秋')
  const guest = await register('罗文博')
  const name = '苏州恒测仪器有限公司'
  const page = await reeve.openAs(applicant)
  // A new user belongs to no organization, so the page explains how to apply for one.
  await page.getByRole('region', { name: '申请组织' }).getByText('平台审核').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'first-run')
  await page.getByRole('button', { name: '开始申请' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('联系人').inputValue()).toBe('林晚秋')
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await dialog.getByText('请输入组织名称').waitFor()
  await dialog.getByText('请选择所在地区').waitFor()
  await dialog.getByLabel('组织名称').fill(name)
  await dialog.getByText('名称可用').waitFor()
  // By keyboard only: open a province, select two of its cities, and remove one of them. Then find another
  // area by name.
  const areas = dialog.getByRole('combobox', { name: '所在地区' })
  const area = (name: string) => page.getByRole('treeitem', { name, exact: true })
  await areas.press('ArrowDown')
  await area('北京市').waitFor()
  await areas.press('End')
  await areas.press('Home')
  for (let index = 0; index < 9; index++) await areas.press('ArrowDown')
  await expect.poll(() => area('江苏省').getAttribute('aria-expanded')).toBe('true')
  await area('南京市').waitFor()
  await areas.press('ArrowRight')
  await areas.press('Enter')
  await dialog.getByRole('button', { name: '移除 江苏省 / 南京市' }).waitFor()
  await areas.press('Backspace')
  await areas.pressSequentially('江苏 苏州')
  await page.getByRole('listbox', { name: '搜索结果' }).getByText('江苏省 / 苏州市').waitFor()
  await areas.press('Enter')
  await dialog.getByRole('button', { name: '移除 江苏省 / 苏州市' }).waitFor()
  await areas.press('Escape')
  await area('苏州市').waitFor()
  expect(await area('苏州市').getAttribute('aria-selected')).toBe('true')
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'organization-apply-areas')
  // The second Esc closes the panel but not the dialog.
  await areas.press('Escape')
  await area('苏州市').waitFor({ state: 'detached' })
  await chooseDocuments(dialog)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'organization-apply')
  await dialog.getByRole('button', { name: '移除 授权书.pdf' }).click()
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await page.getByText('申请已提交，请等待审核').waitFor()
  const banner = page.getByRole('region', { name: '组织申请' })
  await absent(banner, { after: row(page, name).getByText('待审核') })

  // The reason for the rejection appears in the banner and in the list without a reload.
  const id = await tenantOf(name)
  await reject(id, '联系人手机号与企业登记信息不一致')
  await banner.getByText('联系人手机号与企业登记信息不一致').waitFor()
  await row(page, name).getByText('已驳回').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'organization-rejected')

  // The form is filled in with the values of the earlier request, including the area.
  await banner.getByRole('link', { name: '修改并重新提交' }).click()
  await expect.poll(() => dialog.getByLabel('组织名称').inputValue()).toBe(name)
  await dialog.getByRole('button', { name: '移除 江苏省 / 苏州市' }).waitFor()
  await dialog.getByLabel('联系人').fill('林晓')
  await dialog.getByLabel('合同编号/来源（选填）').fill('HT-2026-8')
  await dialog.getByTitle('营业执照.jpg').waitFor()
  await dialog.getByRole('button', { name: '重新提交' }).click()
  await page.getByText('已重新提交，请等待审核').waitFor()
  await row(page, name).getByText('待审核').waitFor()
  await addDocuments(page, name)
  await reviewDocuments(await reeve.openAs(admin, '/all-management/audit-management'), name)
  const { getTenant } = await call(
    admin,
    'query($id: ID!) { getTenant(id: $id) { status reference contact { name } areas { name children { name } } } }',
    { id },
  )
  expect(getTenant).toEqual({
    status: 'PREPARE',
    reference: 'HT-2026-8',
    contact: { name: '林晓' },
    areas: [{ name: '江苏省', children: [{ name: '苏州市' }] }],
  })

  await confirm(id)
  await page.getByText(`${name}已通过审核`).waitFor()
  await banner.waitFor({ state: 'detached' })
  await row(page, name).getByText('正常').waitFor()
  await row(page, name)
    .getByRole('button', { name: `切换到 ${name}` })
    .click()
  await page.getByText(`已切换到 ${name}`).waitFor()
  await page.waitForURL('**/dashboard/workplace')
  await page.goto('/accountInfo/index')
  await row(page, name).getByText('当前').waitFor()
  // The owner cannot leave the organization, so its menu does not offer this.
  await expect
    .poll(() =>
      row(page, name)
        .getByRole('button', { name: /更多操作/ })
        .count(),
    )
    .toBe(0)

  // The guest types the code in lower case and without hyphens. The field converts the code to its usual
  // format.
  const code = await invite(applicant, id)
  const other = await reeve.openAs(guest)
  const joining = other.getByRole('region', { name: '用邀请码加入' })
  const take = joining.getByRole('button', { name: '加入组织' })
  await joining.getByRole('textbox').pressSequentially('ABCDEFGHJKLMNPQR')
  await joining.getByText('邀请码无效或已过期', { exact: false }).waitFor()
  expect(await take.isDisabled()).toBe(true)
  await joining.getByRole('textbox').fill('')
  await joining.getByRole('textbox').pressSequentially(code.slice(0, 9).toLowerCase())
  expect(await joining.getByRole('textbox').inputValue()).toMatch(/^\w{4}-\w{4}-\w$/)
  await joining.getByRole('textbox').pressSequentially(code.slice(9))
  // When the code is complete, the confirmation opens. It shows the organization, the inviter and the
  // permissions.
  await joining.getByText(name).waitFor()
  await joining.getByText('林晚秋邀请您成为成员 · 可查看组织的设备').waitFor()
  await joining.getByText(/^邀请于 .* 前有效/).waitFor()
  expect(await accessibilityFaults(other)).toEqual([])
  await picture(other, 'organization-join')
  await take.click()
  await other.getByText(`已加入 ${name}`).waitFor()
  await row(other, name).getByText('成员 · 2 名成员').waitFor()

  await row(other, name)
    .getByRole('button', { name: /更多操作/ })
    .click()
  await other.getByRole('menuitem', { name: '退出组织' }).click()
  await other.getByRole('dialog').getByText(`退出 ${name} 后，您将立即失去：`).waitFor()
  expect(await accessibilityFaults(other)).toEqual([])
  await picture(other, 'organization-leave')
  await other.getByRole('dialog').getByRole('button', { name: '退出组织' }).click()
  await other.getByText(`已退出 ${name}`).waitFor()
  await joining.waitFor()
})

test('limits an applicant to three open organization requests, and lets the applicant withdraw one', async () => {
  const applicant = await register('方小雅')
  for (const name of ['南山云帆', '青岛蓝湾', '成都启明']) await apply(applicant, name)
  const page = await reeve.openAs(applicant)
  await page.getByText('最多同时有 3 个未完成的申请').waitFor()
  expect(await page.getByRole('button', { name: '再申请一个' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: '撤回 青岛蓝湾 的申请' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤回申请' }).click()
  await page.getByText('申请已撤回').waitFor()
  await row(page, '青岛蓝湾').waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('button', { name: '再申请一个' }).isDisabled()).toBe(false)
  // Other pages show the status in a banner. A banner that the user dismissed stays hidden until the status
  // changes.
  const banner = page.getByRole('region', { name: '组织申请' })
  await page.goto(`${reeve.server.url}/dashboard/workplace`)
  await banner.getByText('“南山云帆”的申请正在审核').waitFor()
  await banner.getByRole('button', { name: '不再显示 南山云帆 的申请状态' }).click()
  await page.reload()
  await absent(banner.getByText('南山云帆'), { after: banner.getByText('成都启明') })
  await reject(await tenantOf('南山云帆'), '请补充证件')
  await comeBack(page)
  await banner.getByText('请补充证件').waitFor()
})

test.each([
  { width: 768, theme: 'dark', locale: 'zh-CN' },
  { width: 360, theme: 'dark', locale: 'en-US' },
] as const)(
  'lets users without an organization apply for one, without overflow at $width px',
  async ({ width, theme, locale }) => {
    const page = await reeve.openAs(await register('温如玉'), '/accountInfo/index', {
      width,
      height: 900,
      theme,
      locale,
    })
    await page.getByRole('button', { name: /^(开始申请|Start)$/ }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `first-run-${width}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  },
)

describe('an invitation link', () => {
  test('leads through the sign-in to a page on which one click joins the organization', async () => {
    const owner = await register('陈思琪')
    const guest = await register('沈佳宁')
    const { id } = await organization(owner, '杭州数源物联有限公司')
    const { createTenantJoinCode } = await call(
      owner,
      'mutation($id: ID!) { createTenantJoinCode(tenantId: $id, expireAtByMinute: 60, maxUses: 3, authCodes: ["data_view"], roles: [OPERATOR]) { code } }',
      { id },
    )
    const { code } = createTenantJoinCode
    const page = await reeve.open(`/join/${code}`)
    await page.getByText('您被邀请加入组织，登录或注册后确认').waitFor()
    await page.getByRole('link', { name: '注册' }).first().click()
    await page.waitForURL('**/register?redirect=**')
    await page.goBack()
    await page.getByLabel('账号', { exact: true }).fill(guest.username)
    await page.getByLabel('密码', { exact: true }).fill(guest.password)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByRole('heading', { name: '杭州数源物联有限公司' }).waitFor()
    await page.getByText('陈思琪邀请您成为成员 · 可查看组织的设备 · 查看数据 · 算法运行').waitFor()
    await page.getByText(/^邀请于 .* 前有效，还可加入 3 人$/).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, 'organization-invited')
    await page.getByRole('button', { name: '加入组织' }).click()
    await page.waitForURL('**/accountInfo/index')
    await row(page, '杭州数源物联有限公司').getByText('当前').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('tenantId'))).toBe(id)
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(kept).not.toContain(code)
    expect(reeve.server.output()).not.toContain(code)

    // If a member opens the link again, the page shows that they already belong to the organization.
    await page.goto(`/join/${code}`)
    await page.getByText('您已经是该组织的成员').waitFor()
    await page.getByRole('button', { name: '进入组织' }).click()
    await page.waitForURL('**/accountInfo/index')
  })

  test('with a wrong code shows an error and a link to the account page', async () => {
    const guest = await register('胡伟')
    for (const code of ['ABCD-EFGH-JKLM-NPQR', 'short']) {
      const page = await reeve.openAs(guest, `/join/${code}`)
      await page.getByRole('heading', { name: '邀请已失效' }).waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await page.getByRole('link', { name: '返回账号信息' }).click()
      await page.waitForURL('**/accountInfo/index')
    }
  })
})

test('applies a member’s changed permissions without a new sign-in', async () => {
  const owner = await register('周晓峰')
  const guest = await register('吴俊杰')
  const name = '武汉光电科技有限公司'
  const { id, code } = await organization(owner, name)
  const { auth } = await call(guest, '{ auth { id } }')
  await call(guest, 'mutation($code: String!) { joinTenantByCode(code: $code) { id } }', { code })
  const change = (mutation: string) =>
    call(owner, `mutation($t: ID!, $o: ID!) { ${mutation}(tenantId: $t, operatorId: $o) { id } }`, {
      t: id,
      o: auth.id,
    })
  await change('addTenantManager')

  // Switch organizations by keyboard. The second option is the organization, after the personal space.
  const page = await reeve.openAs(guest)
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await page.getByTitle('当前组织').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'organization-switcher')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText(`已切换到${name}`).waitFor()
  await menu.getByRole('link', { name: '成员管理' }).click()
  await page.waitForURL('**/member-management')

  // Switch to the personal space, whose menu has no entry for members. Then switch back in the list of
  // organizations.
  await page.getByTitle('当前组织').click()
  await page.getByRole('option', { name: '个人空间' }).click()
  await page.waitForURL('**/accountInfo/index')
  await menu.getByRole('link', { name: '成员管理' }).waitFor({ state: 'detached' })
  await row(page, name)
    .getByRole('button', { name: `切换到 ${name}` })
    .click()
  await page.waitForURL('**/dashboard/workplace')
  await page.goto('/accountInfo/index')
  await row(page, name)
    .getByRole('link', { name: `管理 ${name}` })
    .click()
  await page.waitForURL('**/member-management')

  await change('removeTenantManager')
  await comeBack(page)
  await page.getByText(`您在${name}的权限已变更`).waitFor()
  await page.waitForURL('**/accountInfo/index')
  await menu.getByRole('link', { name: '成员管理' }).waitFor({ state: 'detached' })

  await change('removeTenantOperator')
  await comeBack(page)
  await page.getByText(`您已不在${name}，已回到个人空间`).waitFor()
  await page.getByRole('region', { name: '用邀请码加入' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('tenantName'))).toBe('SELF')
})
