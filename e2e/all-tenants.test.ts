import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chooseArea, pathOf } from './harness/actions.ts'
import { absent, accessibilityFaults, picture, useConsole } from './harness/index.ts'
import { actors, admin } from './harness/organizations.ts'

const reeve = useConsole()
const { register, call, apply, organization, grant } = actors(() => reeve.server)
const list = '/all-management/all-management'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const national = ({ username }: { username: string }) => username.replace('+86', '')

async function menuOf(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `${name}的更多操作` }).click()
}

test('lets an administrator create, edit, extend, enter and delete an organization', async () => {
  const owner = await register('韩雪梅')
  const name = '宁波海曙轨道运维有限公司'
  const page = await reeve.openAs(admin, list)
  await page.getByRole('heading', { name: '还没有组织' }).waitFor()
  await page.getByRole('button', { name: '新建组织' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '新建组织' }).click()
  await dialog.getByText('请选择所有者').waitFor()
  await dialog.getByLabel('组织名称').fill(name)
  await dialog.getByLabel('所有者').fill(national(owner))
  await page.getByRole('option', { name: '韩雪梅' }).click()
  await chooseArea(page, '宁波市', '浙江省 / 宁波市')
  await dialog.getByLabel('联系人').fill('韩雪梅')
  await dialog.getByLabel('联系电话').fill(national(owner))
  // The field accepts common date formats and rejects dates that do not exist.
  const until = dialog.getByLabel('有效期至')
  await until.fill('2030-02-31')
  await until.blur()
  await dialog.getByText('请输入日期').waitFor()
  // The field rejects a past date.
  await until.fill('2020-01-31')
  await dialog.getByRole('button', { name: '新建组织' }).click()
  await dialog.getByText('有效期不能早于今天').waitFor()
  await until.fill('2030/1/31')
  await until.blur()
  expect(await until.inputValue()).toBe('2030-01-31')
  await dialog.getByText('名称可用').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'all-tenants-create')
  await dialog.getByRole('button', { name: '新建组织' }).click()
  await page.getByText(`已新建 ${name}`).waitFor()
  await row(page, name).getByText('2030-01-31').waitFor()
  await row(page, name).getByText('韩雪梅').waitFor()
  await row(page, name).getByText('浙江省 / 宁波市').waitFor()

  await page.getByRole('button', { name: `编辑${name}` }).click()
  await dialog.getByLabel('详细地址').fill('环城北路 8 号')
  await dialog.getByLabel('内部组织').check()
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('已保存').waitFor()
  await row(page, name).getByText('内部', { exact: true }).waitFor()

  // Change the expiry date with the bulk action, which is not available for pending organizations. The dialog
  // previews the new date and warns if it is earlier than the current one.
  const waiting = '成都锦川环境监测中心'
  await apply(owner, waiting)
  await page.getByRole('button', { name: '刷新' }).click()
  await row(page, waiting).waitFor()
  expect(await page.getByRole('checkbox', { name: `选择${waiting}` }).isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: `选择${name}` }).check()
  await page.getByRole('button', { name: '调整有效期' }).click()
  await dialog.getByText('2031-01-31').waitFor()
  await dialog.getByText('指定日期').click()
  await dialog.getByLabel('有效期至').fill('2020-02-29')
  await dialog.getByRole('button', { name: '调整有效期' }).click()
  await dialog.getByText('有效期不能早于今天').waitFor()
  await dialog.getByLabel('有效期至').fill('2029-02-28')
  await dialog.getByRole('alert').getByText('1 个组织将提前到期').waitFor()
  await dialog.getByLabel('有效期至').fill('2032-02-29')
  await dialog.getByText('2032-02-29').waitFor()
  await dialog.getByRole('button', { name: '调整 1 个组织' }).click()
  await page.getByText('已调整 1 个组织的有效期').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await row(page, name).getByText('2032-02-29').waitFor()

  // The page of the organization shows its address and audit events.
  await row(page, name).getByRole('link', { name }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.getByText('环城北路 8 号').first().waitFor()
  await page.getByText('修改组织').first().waitFor()
  await page.getByRole('navigation', { name: '当前位置' }).getByText(name).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'tenant-detail')

  // After the administrator has entered the organization, the menu, the switcher and the pages are those of
  // the organization. A button leads back to the list.
  await page.getByRole('button', { name: '进入组织' }).click()
  await page.waitForURL('**/organizational-management/member-management')
  await row(page, '韩雪梅').getByText('所有者').waitFor()
  await page.getByTitle('当前组织').getByText(name).waitFor()
  const visit = page.getByRole('region', { name: '正在查看的组织' })
  await visit.getByText(`您以平台管理员身份进入了“${name}”`).waitFor()
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await menu.getByRole('link', { name: '组织配置' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'tenant-entered')
  // While visiting the organization, the administrator can still open the platform's pages, also after a
  // reload.
  await menu.getByRole('link', { name: '全部组织' }).click()
  await row(page, waiting).waitFor()
  await page.reload()
  await row(page, waiting).waitFor()
  await visit.getByRole('button', { name: '退出该组织' }).click()
  await page.waitForURL(`**${list}`)
  await menu.getByRole('link', { name: '组织配置' }).waitFor({ state: 'detached' })
  await page.getByTitle('当前组织').getByText('个人空间').waitFor()

  // An organization with devices cannot be deleted. To delete one without devices, the user must enter its
  // name.
  const { queryTenant } = await call(admin, 'query($q: String) { queryTenant(q: $q) { data { id } } }', {
    q: name,
  })
  const tenantId = queryTenant.data[0].id
  const save = 'mutation($t: ID!) { saveDeviceByPalgo(id: "NB-1", tenantId: $t, name: "一号") { id } }'
  await call(admin, save, { t: tenantId })
  await page.getByRole('button', { name: '刷新' }).click()
  await expect.poll(() => row(page, name).getByRole('cell').nth(5).textContent()).toBe('1')
  await menuOf(page, name)
  await page.getByRole('menuitem', { name: '删除组织（还有 1 台设备）' }).waitFor()
  await page.getByRole('menuitem', { name: '查看设备' }).click()
  await page.waitForURL('**/device-management?tenant=*')
  await page.getByRole('row').filter({ hasText: 'NB-1' }).waitFor()
  await call(admin, 'mutation { deleteDevice(id: "NB-1") }')
  await page.goto(`${list}/${tenantId}`)
  await menuOf(page, name)
  await page.getByRole('menuitem', { name: '删除组织', exact: true }).click()
  await dialog.getByLabel(/输入组织名称/).fill('宁波')
  await dialog.getByRole('button', { name: '删除组织' }).click()
  await dialog.getByText('与组织名称不一致').waitFor()
  await dialog.getByLabel(/输入组织名称/).fill(name)
  await dialog.getByRole('button', { name: '删除组织' }).click()
  await page.getByText(`已删除 ${name}`).waitFor()
  await page.waitForURL(`**${list}`)
  await absent(row(page, name), { after: row(page, waiting) })
  await page.goto(`${list}/${tenantId}`)
  await page.getByRole('heading', { name: '组织不存在' }).waitFor()
})

test('lets the role organization_list edit organizations, but neither enter nor certify them', async () => {
  const lister = await register('何建平')
  await grant(lister, ['organization_list'])
  const one = await register('欧阳娜')
  await organization(one, '青岛蓝湾海洋仪器有限公司')
  await apply(one, '青岛蓝湾二期')
  await organization(await register('曲鹏'), '武汉光谷测控技术有限公司')

  const page = await reeve.openAs(lister)
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await menu.getByRole('link', { name: '全部组织' }).click()
  await row(page, '武汉光谷').waitFor()
  expect(await menu.getByRole('link').allTextContents()).not.toContain('认证审核')
  await page.getByLabel('手机号').fill(national(one))
  await page.getByLabel('状态').selectOption({ label: '待审核' })
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText('共 1 条').waitFor()
  await row(page, '青岛蓝湾二期').waitFor()
  expect(pathOf(page)).toContain('status=PREPARE')
  await page.reload()
  await page.getByText('共 1 条').waitFor()
  await row(page, '青岛蓝湾二期').getByText('通过审核时设定').waitFor()
  await page.getByRole('button', { name: '重置' }).click()
  await row(page, '武汉光谷').waitFor()

  await page.getByRole('button', { name: '展开' }).click()
  await page.getByLabel('创建时间自').fill('2999-01-01')
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByRole('heading', { name: '没有符合条件的结果' }).waitFor()
  await page.getByRole('button', { name: '清除条件' }).click()

  await menuOf(page, '武汉光谷测控技术有限公司')
  await page.getByRole('menuitem', { name: '调整有效期' }).waitFor()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['查看', '调整有效期', '删除组织'])
  await page.getByRole('menuitem', { name: '调整有效期' }).click()
  await page.getByRole('dialog').getByText('无变化').waitFor()
  const nothing = page.getByRole('dialog').getByRole('button', { name: '调整有效期' })
  expect(await nothing.isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  // Choose another owner. The account is found only by its complete phone number.
  await page.getByRole('button', { name: '编辑武汉光谷测控技术有限公司' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '清除' }).click()
  await dialog.getByLabel('所有者').fill(national(one))
  await page.getByRole('option', { name: '欧阳娜' }).click()
  await dialog.getByText('原所有者将成为管理员').waitFor()
  await dialog.getByRole('button', { name: '保存' }).click()
  await row(page, '武汉光谷').getByText('欧阳娜').waitFor()

  const certifier = await register('陈思琪')
  await grant(certifier, ['certification_audit'])
  const outside = await reeve.openAs(certifier, list)
  await outside.waitForURL((url) => url.pathname !== list)
})

test('the platform’s organization pages fit a phone in English and dark mode', async () => {
  const name = '武汉光谷测控技术有限公司'
  const look = { theme: 'dark', locale: 'en-US', width: 360, height: 780 } as const
  const page = await reeve.openAs(admin, `${list}?q=武汉`, look)
  const looksWell = async (scene: string) => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth), scene).toBe(360)
    expect(await accessibilityFaults(page), scene).toEqual([])
    await picture(page, `${scene}-dark-en-360`)
  }
  await row(page, name).waitFor()
  await looksWell('all-tenants')
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByText('Owner and managers').waitFor()
  await looksWell('tenant-detail')
  await page.getByRole('button', { name: 'Enter organization' }).click()
  await page.getByRole('region', { name: 'Visiting' }).waitFor()
  await looksWell('tenant-entered')
})
