import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { pathOf } from '../harness/actions.ts'
import {
  absent,
  accessibilityFaults,
  callAs,
  demoPassword,
  type Look,
  loaded,
  picture,
  useConsole,
} from '../harness/index.ts'
import { openIn } from '../harness/navigation.ts'
import { organizationOf, signInOf } from '../harness/people.ts'

const reeve = useConsole({}, { demo: true })
const { name, plain, owner } = organizationOf('FINISH')
const admin = { username: 'admin', password: demoPassword }
const own = '/organizational-management/devices'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialogOf = (page: Page) => page.getByRole('dialog')
/** The pattern excludes the button next to the tab, which opens the menu of the view. */
const tab = (page: Page, name: string) =>
  page.getByRole('group', { name: '视图' }).getByRole('button', { name: new RegExp(`^(?!视图“).*${name}`) })
const pressed = (page: Page, name: string) =>
  expect.poll(() => tab(page, name).getAttribute('aria-pressed')).toBe('true')

async function idOf(name: string): Promise<string> {
  const answer = await callAs(
    reeve.server,
    admin,
    'query q($q: String) { queryTenant(q: $q) { data { id } } }',
    { q: name },
  )
  return answer.queryTenant.data[0].id
}

async function save(page: Page, name: string, who?: string) {
  await press(page, '存为视图')
  await dialogOf(page).getByLabel('名称').fill(name)
  if (who) await dialogOf(page).getByLabel('可见范围').selectOption(who)
  await picture(page, `view-save-${name}`)
  await dialogOf(page).getByRole('button', { name: '保存' }).click()
  await dialogOf(page).waitFor({ state: 'detached' })
  await pressed(page, name)
}

test('an owner shares a saved view with members by URL, until the owner makes the view private', async () => {
  const tenant = { id: await idOf(name), name }
  const open = (who: { username: string; password: string }, path: string, look: Look = {}) =>
    openIn(reeve, who, tenant, path, look)
  const page = await open(signInOf(owner), own)
  await page.getByLabel('设备', { exact: true }).fill('网关')
  await press(page, '查询')
  await expect.poll(() => pathOf(page)).toContain('q=网关')
  await save(page, '网关', tenant.id)
  expect(pathOf(page)).toMatch(/\?view=[\da-f-]{36}$/)
  await tab(page, '在线').click()
  await save(page, '我的在线')
  await picture(page, 'views')
  expect(await accessibilityFaults(page)).toEqual([])

  await tab(page, '网关').click()
  const address = pathOf(page)
  const member = await open(signInOf(required(plain[0], 'item of plain')), address)
  await pressed(member, '网关')
  expect(await member.getByLabel('设备', { exact: true }).inputValue()).toBe('网关')
  const after = tab(member, '网关')
  await absent(tab(member, '我的在线'), { after })
  await absent(member.getByRole('button', { name: '视图“网关”的操作' }), { after })

  await press(page, '视图“网关”的操作')
  await page.getByRole('menuitem', { name: '改为仅自己可见' }).click()
  await page.getByText('视图“网关”现在仅自己可见').waitFor()
  await member.reload()
  await member.getByText('视图不存在或您无权查看，已显示全部。').waitFor()
  expect(await member.getByLabel('设备', { exact: true }).inputValue()).toBe('')
  await picture(member, 'view-gone')
  expect(await accessibilityFaults(member)).toEqual([])
})

test('at 768 px, the menu expands over the page, and the device list needs no horizontal scrolling', async () => {
  const open = async (locale: 'zh-CN' | 'en-US', last: string) => {
    const look = { width: 768, height: 1024, locale }
    const page = await reeve.openAs(admin, '/all-management/device-management', look)
    await page.getByRole('columnheader', { name: last }).waitFor()
    await loaded(page)
    const [whole, seen] = await page
      .getByRole('table')
      .evaluate(({ parentElement: area }) => [area?.scrollWidth, area?.clientWidth])
    expect(whole).toBeGreaterThan(0)
    expect(whole).toBe(seen)
    return page
  }
  await picture(await open('en-US', 'Days left'), 'devices-768-english')
  const page = await open('zh-CN', '剩余天数')
  const before = await page.getByRole('table').boundingBox()
  await press(page, '展开菜单')
  await page.getByRole('link', { name: '账号管理' }).waitFor()
  await picture(page, 'menu-over')
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await page.getByRole('table').boundingBox()).toEqual(before)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: '账号管理' }).waitFor({ state: 'detached' })
  await press(page, '展开菜单')
  await page.getByRole('link', { name: '账号管理' }).click()
  await page.getByRole('heading', { name: '账号管理' }).waitFor()
  await page.getByRole('button', { name: '展开菜单' }).waitFor()
})

test('selects all devices that match the filters, including devices on other pages', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const save = (id: string, days: number) =>
    callAs(
      reeve.server,
      admin,
      'mutation ($id: ID, $at: DateTime) { saveDeviceByPalgo(id: $id, name: "快到期", expiredDate: $at) { id } }',
      { id, at: inDays(days) },
    )
  for (let index = 0; index < 11; index++) await save(`SOON-${index}`, 5)
  await save('SOON-X', 1)
  const days = `expiresFrom=${inDays(3).slice(0, 10)}&expiresTo=${inDays(7).slice(0, 10)}`
  const path = `/all-management/device-management?q=SOON&size=10&${days}`
  const page = await reeve.openAs(admin, path, { locale: 'en-US', width: 768, height: 1024 })
  await page.getByLabel('Select all on this page').check()
  await press(page, 'Select all 11 devices')
  await page.getByText('All 11 devices selected').waitFor()
  // The bulk actions are visible next to the number of selected rows.
  const { x, width } = required(
    await page.getByRole('button', { name: 'Clear selection' }).boundingBox(),
    'bounding box',
  )
  expect(x + width).toBeLessThan(768)
  await picture(page, 'devices-all-chosen-768-english')
})

test('lets an administrator move between checkboxes with the arrow keys, and export all selected accounts', async () => {
  const page = await reeve.openAs(admin, '/all-management/account-management?size=10')
  const focused = page.getByRole('main').locator('tbody input:focus')
  await page.locator('tbody input:enabled').first().focus()
  const first = await focused.getAttribute('aria-label')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focused.getAttribute('aria-label')).not.toBe(first)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => focused.getAttribute('aria-label')).toBe(first)
  await page.getByLabel('选择本页全部').check()
  await page.getByRole('button', { name: /^选择全部 \d+ 个$/ }).click()
  await page.getByText(/^已选择全部 \d+ 个/).waitFor()
  await page.getByRole('button', { name: /^导出 \d+ 个$/ }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await file
  await page.getByText('已导出').waitFor()
})
