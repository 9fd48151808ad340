import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { first, last, required } from '../contract/required.ts'
import { greetingOf } from './harness/actions.ts'
import { absent, accessibilityFaults, demoPassword, phone, picture, useConsole } from './harness/index.ts'
import { national, ordinary, organizationOf, ownerOf, signInOf } from './harness/people.ts'

// Tests the workplace with many and with few permissions.
const reeve = useConsole({}, { demo: true })
const admin = { username: 'admin', password: demoPassword }
const workplace = '/dashboard/workplace'

const figures = (page: Page) => page.locator('dl').first().locator('dt').allInnerTexts()
const waiting = (page: Page) => page.getByRole('region', { name: /待我处理|Needs your attention/ })
const peaks = (page: Page) => page.getByRole('table', { name: /在线设备|Devices online/ }).getByRole('row')
async function enter(page: Page, name: string): Promise<void> {
  await page.getByTitle('当前组织').click()
  await page.getByRole('listbox').getByRole('option').filter({ hasText: name }).click()
}
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('shows an owner the organization’s statistics, to-dos, online devices and activity', async () => {
  const organization = organizationOf('FINISH')
  const page = await reeve.openAs(signInOf(organization.owner), workplace)
  await waiting(page).waitFor()
  // In the personal space, the page shows the user's organization and a button that switches to that
  // organization.
  await expect.poll(() => figures(page)).toEqual(['成员', '设备', '在线设备', '30 天内到期'])
  await absent(page.locator('dl a'), { after: page.getByRole('button', { name: '进入组织' }) })
  // The to-dos also mention devices that expire soon.
  await waiting(page)
    .getByText(/台设备将在 30 天内到期/)
    .waitFor()
  await page.getByRole('region', { name: '最新消息' }).waitFor()

  await enter(page, organization.name)
  await expect.poll(() => page.locator('dl a').count()).toBe(4)
  await expect.poll(() => peaks(page).count()).toBe(8)
  await page.getByText('8 周').click()
  await expect.poll(() => peaks(page).first().textContent()).toMatch(/–/)
  await page.locator('circle').last().hover()
  await page.getByText(/^\d+ 台$/).waitFor()
  await page.getByRole('region', { name: '动态' }).getByText('的认证').first().waitFor()
  await picture(page, 'workplace-owner-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.locator('dl').getByRole('link', { name: '30 天内到期' }).click()
  await page.waitForURL(/devices\?.*expiry=30/)
})

test('links device statistics of the platform to lists with the same number of devices', async () => {
  const page = await reeve.openAs(admin, workplace, { theme: 'dark' })
  await waiting(page)
    .getByText(/份组织认证待审核/)
    .waitFor()
  expect(await figures(page)).toEqual(['组织', '账号', '设备', '在线设备', '30 天内到期'])
  // The table has one row for each day of the chart.
  await expect
    .poll(() => page.getByRole('table', { name: '最近七天同一时刻' }).getByRole('row').count())
    .toBe(8)
  const tile = page.getByRole('link', { name: /^广东：\d+ 台/ })
  await tile.waitFor()
  await page
    .getByRole('region', { name: /即将到期/ })
    .getByRole('listitem')
    .nth(7)
    .waitFor()
  // The activity panel contains events of all organizations, but no sign-ins.
  const activity = page.getByRole('region', { name: '动态' })
  await absent(activity.getByText(/登录|同意/), { after: activity.getByText(/台设备 首次上线/) })
  await page.getByRole('list', { name: '离线原因' }).waitFor()
  await picture(page, 'workplace-admin-dark-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])

  await tile.focus()
  await page.keyboard.press('ArrowRight')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^福建：/)
  await page.getByRole('button', { name: '按列表查看' }).click()
  await page
    .getByRole('region', { name: /设备分布/ })
    .getByRole('row', { name: /^广东/ })
    .waitFor()
  await page.getByRole('button', { name: '按图查看' }).click()

  const listed = (count: string) => page.getByText(new RegExp(`^共 ${count} 条`)).waitFor()
  const placed = required(
    required(/：([\d,]+) 台/.exec(required(await tile.textContent(), 'text content')), 'match')[1],
    'group of the match',
  )
  await tile.click()
  await page.waitForURL(/device-management\?area=440000/)
  await listed(placed)
  await page.goBack()
  const lost = page
    .getByRole('list', { name: '离线原因' })
    .getByRole('listitem')
    .filter({ hasText: '从未连接' })
  const count = required(await lost.locator('span').last().textContent(), 'text content').trim()
  await lost.getByRole('link').click()
  await page.waitForURL(/offline=NEVER_CONNECTED/)
  await listed(count)
  await page.goBack()
  const week = page.getByRole('link', { name: /台到期/ }).nth(2)
  const expiring = required(
    required(/(\d+) 台到期/.exec(required(await week.textContent(), 'text content')), 'match')[1],
    'group of the match',
  )
  await week.click()
  await page.waitForURL(/expiresFrom=.*expiresTo=/)
  await listed(expiring)

  // Visually hidden content must not take up space.
  const small = await reeve.openAs(admin, `${workplace}?scope=platform`, { width: 360, locale: 'en-US' })
  await small.getByRole('table', { name: 'At this time on the last seven days' }).waitFor()
  expect(await sideways(small)).toBe(0)
})

test('lets an administrator who has entered an organization switch the workplace to the whole platform', async () => {
  const { name } = organizationOf('FINISH')
  const page = await reeve.openAs(admin, `/all-management/all-management?q=${name}`)
  await page.getByRole('button', { name: `${name}的更多操作` }).click()
  await page.getByRole('menuitem', { name: '进入组织' }).click()
  await page.getByText(`已进入 ${name}`).waitFor()
  await page.goto(workplace)
  await expect.poll(() => figures(page)).toEqual(['成员', '设备', '在线设备', '30 天内到期'])
  await page.getByText('全平台').click()
  await page.waitForURL('**?scope=platform')
  await expect.poll(() => figures(page)).toContain('账号')
  await page.reload()
  await expect.poll(() => figures(page)).toContain('账号')
})

test('the workplace hides the activity panel from members, and fits a phone', async () => {
  const { plain, name } = organizationOf('FINISH')
  const page = await reeve.openAs(signInOf(first(plain, 'plain')), workplace, phone)
  await waiting(page).waitFor()
  await page.getByTitle('当前组织').click()
  await page.getByRole('listbox').getByRole('option').filter({ hasText: name }).click()
  await expect.poll(() => figures(page)).toContain('成员')
  await absent(page.getByRole('region', { name: '动态' }), {
    after: page.getByRole('region', { name: '最新消息' }),
  })
  await expect.poll(() => peaks(page).count()).toBe(8)
  await picture(page, 'workplace-member-light-zh-390')
  expect(await sideways(page)).toBe(0)

  const english = await reeve.openAs(signInOf(ownerOf('REJECT')), workplace, {
    width: 360,
    height: 780,
    locale: 'en-US',
    theme: 'dark',
  })
  await waiting(english)
    .getByText(/was rejected$/)
    .waitFor()
  await picture(english, 'workplace-applicant-dark-en-360')
  expect(await sideways(english)).toBe(0)
  expect(await accessibilityFaults(english)).toEqual([])
  await waiting(english).getByRole('link', { name: 'Edit and resubmit' }).first().click()
  await english.getByRole('dialog', { name: 'Apply again' }).waitFor()
})

test('lets only administrators find organizations, devices and accounts of the platform with Ctrl-K', async () => {
  const page = await reeve.openAs(admin)
  await greetingOf(page).waitFor()
  const palette = page.getByRole('dialog', { name: /搜索设备/ })
  const seek = async (words: string) => {
    await page.keyboard.press('Control+k')
    await palette.locator('input:focus').waitFor()
    await page.keyboard.type(words)
  }
  const { name } = organizationOf('FINISH')
  await seek(name)
  await palette.getByText('全部组织').first().waitFor()
  await palette.getByRole('option', { name }).first().waitFor()
  await picture(page, 'palette-platform-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL(/all-management\/all-management\/[\w-]+$/)
  await seek('泵房')
  const device = palette.getByRole('option', { name: /泵房.*(在线|离线|从未连接)/ }).first()
  await device.waitFor()
  await picture(page, 'palette-devices-light-zh-1440')
  await device.click()
  await page.waitForURL(/all-management\/device-management\/\w+$/)
  // Search for a part of the device id, and press Enter before the results arrive.
  const id = last(page.url().split('/'), 'url')
  await page.goto('/accountInfo/index')
  await greetingOf(page).waitFor()
  await seek(id.slice(2))
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/device-management/${id}`)
  await seek('1')
  const found = palette.getByRole('group', { name: '设备' })
  const rest = found.getByRole('option', { name: /^查看全部 [\d,]+\+? 台$/ })
  const count = required(await rest.textContent(), 'text content').replace(/^查看全部 | 台$/g, '')
  await rest.click()
  // The search text can be a name or a phone number, so the palette passes it to the list without adding it
  // to the URL.
  await page.waitForURL(/all-management\/device-management$/)
  await page.getByText(`共 ${count.replace('+', '')} 条`).waitFor()
  expect(await page.getByRole('textbox', { name: '设备' }).first().inputValue()).toBe('1')

  const { name: person } = first(ordinary, 'ordinary')
  await seek(person)
  await palette.getByRole('option').filter({ hasText: person }).first().waitFor()
  await palette.getByText('账号', { exact: true }).waitFor()
  await palette.getByRole('option').filter({ hasText: person }).first().click()
  await page.waitForURL(/all-management\/account-management\/[\w-]+$/)
  // Search for a complete phone number. Spaces in the number are ignored.
  const { name: owner } = required(ordinary[1], 'item of ordinary')
  await seek(national(required(ordinary[1], 'item of ordinary')).replace(/^(...)(....)/, '$1 $2 '))
  await palette.getByRole('option').filter({ hasText: owner }).getByText('完全一致').waitFor()
  await picture(page, 'palette-phone-light-zh-1440')
  await page.keyboard.press('Enter')
  await page.waitForURL(/all-management\/account-management\/[\w-]+$/)
  await page.getByRole('heading', { name: owner }).first().waitFor()

  const asked: string[] = []
  const user = await reeve.openAs(signInOf(required(ordinary[1], 'item of ordinary')))
  user.on('request', (request) => asked.push(request.postData() ?? ''))
  await greetingOf(user).waitFor()
  await user.keyboard.press('Control+k')
  await user.getByRole('dialog').locator('input:focus').waitFor()
  await user.keyboard.type('没有这样的东西')
  await user.getByText('没有找到').waitFor()
  expect(asked.filter((body) => body.includes('PaletteSearch'))).toEqual([])
})

test('shows an error with a retry button in a panel that cannot be loaded, and keeps the other panels', async () => {
  reeve.expectPrinted(/503/)
  const page = await reeve.openAs(admin, '/accountInfo/index', { width: 360, height: 780 })
  await greetingOf(page).waitFor()
  const calls = '**/graphql'
  await page.route(calls, async (route) => {
    if (route.request().postDataJSON()?.operationName !== 'GetDeviceFigures') return route.fallback()
    await route.fulfill({ status: 503, json: { errors: [{ message: '暂时不可用' }] } })
  })
  await page.goto(workplace)
  const states = page.getByRole('region', { name: /设备状态/ })
  await states.getByText('加载失败').waitFor({ timeout: 60_000 })
  // On a phone, a list is shown instead of the map.
  await page.getByRole('row', { name: /^广东/ }).waitFor()
  expect(await sideways(page)).toBe(0)
  await picture(page, 'workplace-admin-light-zh-360')
  await page.unroute(calls)
  await states.getByRole('button', { name: '重试' }).click()
  await states.getByText('使用中').waitFor()
})

test('shows an error with a retry button if the workplace cannot be loaded', async () => {
  reeve.expectPrinted(/503/)
  const page = await reeve.openAs(signInOf(first(ordinary, 'ordinary')), '/accountInfo/index')
  await greetingOf(page).waitFor()
  const calls = '**/graphql'
  await page.route(calls, async (route) => {
    if (route.request().postDataJSON()?.operationName !== 'Workplace') return route.fallback()
    await route.fulfill({ status: 503, json: { errors: [{ message: '暂时不可用' }] } })
  })
  await page.getByRole('link', { name: '工作台' }).click()
  await page.getByRole('heading', { name: '工作台加载失败' }).waitFor({ timeout: 60_000 })
  await page.unroute(calls)
  await page.getByRole('button', { name: '重试' }).click()
  await waiting(page).waitFor()
})
