import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { greetingOf } from '../harness/actions.ts'
import { accessibilityFaults, callAs, demoPassword, picture, useConsole } from '../harness/index.ts'
import { national, ordinary, organizationOf, signInOf } from '../harness/people.ts'

// Tests the search results in the Ctrl-K palette, and the actions on these results.
const reeve = useConsole({}, { demo: true })
const admin = { username: 'admin', password: demoPassword }

const paletteOf = (page: Page) => page.getByRole('dialog', { name: /搜索设备|Search or jump/ })
const options = (page: Page) => paletteOf(page).getByRole('option')
/** Returns the option that is selected for screen readers (aria-activedescendant). */
const active = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant')
    return document.getElementById(id ?? '')?.textContent
  })
async function seek(page: Page, words: string) {
  await page.keyboard.press('Control+k')
  await paletteOf(page).locator('input:focus').waitFor()
  await page.keyboard.type(words)
}

test('the palette contains the text that the user typed before the palette had loaded', async () => {
  const page = await reeve.openAs(admin)
  await greetingOf(page).waitFor()
  const { promise: typed, resolve: isTyped } = Promise.withResolvers<void>()
  await page.route(/\/Palette-[^/]*\.js$/, async (route) => {
    await typed
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  // The last two keys are shortcuts on the page behind the palette. Here they must only enter text.
  await page.keyboard.type('shebeis')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('/?')
  isTyped()
  await paletteOf(page).locator('input:focus').waitFor()
  expect(await paletteOf(page).locator('input').inputValue()).toBe('shebei/?')
})

test('ignores the Enter key that ends an input method composition in Safari', async () => {
  const page = await reeve.openAs(admin)
  await greetingOf(page).waitFor()
  await seek(page, 'she')
  const first = await options(page).first().textContent()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => active(page)).not.toBe(first)
  const url = page.url()
  // Chromium sends this Enter before the composition ends, so the test dispatches the events in Safari's
  // order.
  await paletteOf(page)
    .locator('input')
    .evaluate((input) => {
      input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '设备' }))
      const enter = { key: 'Enter', code: 'Enter', keyCode: 229, bubbles: true, cancelable: true }
      input.dispatchEvent(new KeyboardEvent('keydown', enter))
    })
  await page.keyboard.type('b')
  expect(await paletteOf(page).locator('input').inputValue()).toBe('sheb')
  expect(page.url()).toBe(url)
})

test('lets an owner find only devices of their organization in the palette', async () => {
  const { owner, name } = organizationOf('FINISH')
  const query =
    'query Q($q: String) { queryDevice(q: $q, pageSize: 100) { data { id name tenant { name } } } }'
  const { data } = (await callAs(reeve.server, admin, query, { q: '泵房' })).queryDevice
  const other = data.find((device: { tenant: { name: string } | null }) => device.tenant?.name !== name)
  const page = await reeve.openAs(signInOf(owner))
  await greetingOf(page).waitFor()
  await page.getByTitle('当前组织').click()
  await page.getByRole('listbox').getByRole('option').filter({ hasText: name }).click()
  await page.getByText(`已切换到${name}`).waitFor()
  await seek(page, '泵')
  const devices = paletteOf(page).getByRole('group', { name: '设备' }).getByRole('option')
  await devices.first().waitFor()
  for (const text of await devices.allInnerTexts()) expect(text).toMatch(new RegExp(`${name}|查看全部`))
  const row = devices.filter({ hasText: /在线|离线|从未连接/ }).first()
  const mark = row.locator('mark')
  expect(await mark.textContent()).toBe('泵')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(other.id)
  await paletteOf(page).getByText('没有找到').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('泵')
  await row.click()
  await page.waitForURL(/organizational-management\/devices\/\w+$/)
})

test('Tab opens a device’s actions in the palette, and Esc or Shift-Tab closes them', async () => {
  const page = await reeve.openAs(admin)
  await greetingOf(page).waitFor()
  await seek(page, '泵房')
  await options(page).filter({ hasText: '泵房' }).first().waitFor()
  await page.keyboard.press('Tab')
  const actions = paletteOf(page).getByRole('group', { name: /泵房.*的操作/ })
  await actions.getByRole('option', { name: '续期' }).waitFor()
  expect(await active(page)).toBe('查看')
  await picture(page, 'palette-actions-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])

  await page.keyboard.press('Escape')
  await actions.waitFor({ state: 'hidden' })
  expect(await active(page)).toContain('泵房')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await actions.waitFor({ state: 'hidden' })
  await page.keyboard.press('Tab')
  for (let presses = 0; (await active(page)) !== '续期' && presses < 12; presses += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const renew = page.getByRole('dialog', { name: /续期/ })
  await renew.waitFor()
  await paletteOf(page).waitFor({ state: 'hidden' })
  await expect.poll(() => renew.locator(':focus').count()).toBe(1)
})

test('the palette offers an administrator actions on a person, and opens the dialog of the selected action', async () => {
  const person = required(ordinary[2], 'item of ordinary')
  const page = await reeve.openAs(admin, '/accountInfo/index', {
    width: 360,
    height: 780,
    locale: 'en-US',
    theme: 'dark',
  })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await seek(page, national(person).replace(/^(...)(....)/, '$1 $2 '))
  const row = options(page).filter({ hasText: person.name }).first()
  await row.waitFor()
  // The user taps the row's icon, as on a touch screen.
  await row.locator('svg').last().click()
  const reset = options(page).filter({ hasText: 'Reset password' })
  await reset.waitFor()
  await options(page).filter({ hasText: 'Audit log' }).last().waitFor()
  await picture(page, 'palette-actions-dark-en-360')
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await reset.click()
  await page.getByRole('dialog', { name: /Reset password/ }).waitFor()
})

test('the palette finds a person by pinyin initials, and opens the person’s audit log', async () => {
  const person = required(ordinary[2], 'item of ordinary')
  const query = 'query ($phone: String) { queryOperator(loginId: $phone) { data { id pinyin } } }'
  const { queryOperator } = await callAs(reeve.server, admin, query, { phone: person.mobilePhone })
  const { id, pinyin } = queryOperator.data[0]
  const page = await reeve.openAs(admin)
  await greetingOf(page).waitFor()
  await seek(page, pinyin.split('\n')[1])
  const row = paletteOf(page).getByRole('group', { name: '账号' }).getByRole('option', { name: person.name })
  expect(await row.first().locator('mark').textContent()).toBe(person.name)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(national(person))
  await row.filter({ hasText: '手机号或用户名完全一致' }).waitFor()
  await page.keyboard.press('Tab')
  await options(page).filter({ hasText: '操作日志' }).last().click()
  await page.waitForURL(`**/all-management/record?target=${id}`)
})

test('the palette switches to an organization and opens its member list', async () => {
  const { owner, name } = organizationOf('FINISH')
  const page = await reeve.openAs(signInOf(owner))
  await greetingOf(page).waitFor()
  await seek(page, name)
  await options(page).filter({ hasText: name }).first().waitFor()
  await page.keyboard.press('Tab')
  await options(page).filter({ hasText: '成员管理' }).click()
  await page.waitForURL('**/member-management')
  await page.getByText(`已切换到${name}`).waitFor()
})
