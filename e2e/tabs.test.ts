import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { greetingOf } from './harness/actions.ts'
import { accessibilityFaults, picture, useConsole } from './harness/index.ts'
import { drawerOf, members, menuOf, openSettings, set, useOrganization } from './harness/layout.ts'

// Tests navigation with page tabs and the command palette.
const reeve = useConsole()
const { inOrganization } = useOrganization(reeve)

const tabsOf = (page: Page) => page.getByRole('navigation', { name: /打开的页面|Open pages/ })
const tabNames = (page: Page) => tabsOf(page).getByRole('link').allInnerTexts()

test('page tabs keep the input and scroll position of their pages, and are restored after a reload', async () => {
  const page = await inOrganization({ height: 360 })
  const goTo = (name: string) => menuOf(page).getByRole('link', { name }).click()
  const name = page.getByRole('textbox', { name: '姓名' })

  // If page tabs are turned off, a page is remounted each time it is opened.
  await goTo('成员管理')
  await name.fill('写了一半')
  await goTo('算法权限')
  await page.getByRole('heading', { name: '算法权限', level: 1 }).waitFor()
  await goTo('成员管理')
  await expect.poll(() => name.inputValue()).toBe('')
  await page.getByRole('navigation', { name: '当前位置' }).getByRole('link').first().click()
  await page.waitForURL('**/accountInfo/index')

  await openSettings(page)
  await set(page, '多页签')
  await page.keyboard.press('Escape')
  await drawerOf(page).waitFor({ state: 'hidden' })
  await goTo('成员管理')
  await name.fill('写了一半')
  await page.getByRole('table').waitFor()
  const left = await page.evaluate(() => {
    window.scrollTo(0, 60)
    return scrollY
  })
  expect(left).toBeGreaterThan(0)
  await goTo('算法权限')
  await page.getByRole('heading', { name: '算法权限', level: 1 }).waitFor()
  await goTo('组织配置')
  await page.getByRole('heading', { name: '组织配置', level: 1 }).waitFor()
  expect(await tabNames(page)).toEqual(['账号信息', '成员管理', '算法权限', '组织配置'])
  await picture(page, 'tabs-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])

  await tabsOf(page).getByRole('link', { name: '成员管理' }).click()
  await page.waitForURL(`**${members}`)
  expect(await name.inputValue()).toBe('写了一半')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
  expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['成员管理'])

  // Reloading the tab remounts the page.
  await tabsOf(page).getByRole('link', { name: '成员管理' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '重新加载' }).click()
  await expect.poll(() => name.inputValue()).toBe('')

  await tabsOf(page).getByRole('link', { name: '算法权限' }).focus()
  await page.keyboard.press('ContextMenu')
  await page.getByRole('menuitem', { name: '关闭左侧' }).waitFor()
  await picture(page, 'tabs-menu-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('menuitem', { name: '关闭左侧' }).click()
  await expect.poll(() => tabNames(page)).toEqual(['账号信息', '算法权限', '组织配置'])
  await page.waitForURL('**/accountInfo/index')

  await page.reload()
  await tabsOf(page).waitFor()
  expect(await tabNames(page)).toEqual(['账号信息', '算法权限', '组织配置'])
  await tabsOf(page).getByRole('link', { name: '组织配置' }).click()
  await page.getByRole('heading', { name: '组织配置', level: 1 }).waitFor()
  await tabsOf(page).getByRole('button', { name: '关闭组织配置' }).click()
  await page.waitForURL('**/palgo-permission')
  await tabsOf(page)
    .getByRole('button', { name: /页签操作/ })
    .click()
  await page.getByRole('menuitem', { name: '全部关闭' }).click()
  await page.waitForURL('**/accountInfo/index')
  await expect.poll(() => tabNames(page)).toEqual(['账号信息'])
})

test('restores a phone number filter in a page tab without storing the number or adding it to the URL', async () => {
  const page = await inOrganization()
  await page.evaluate(() => localStorage.setItem('settings', '{"tabBar":true}'))
  await page.goto('/all-management/account-management')
  const search = page.getByLabel('登录账号')
  await search.fill('+86 139-9999-1234')
  await page.getByRole('button', { name: '查询' }).click()
  await page
    .getByRole('heading', { name: '没有符合条件的结果' })
    .or(page.getByText('清除条件'))
    .first()
    .waitFor()
  await menuOf(page).getByRole('link', { name: '成员管理' }).click()
  await page.getByRole('heading', { name: '成员管理', level: 1 }).waitFor()
  const kept = () =>
    page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]))
  expect(await kept()).not.toMatch(/9999.{0,3}1234/)
  await tabsOf(page).getByRole('link', { name: '账号管理' }).click()
  await page.getByRole('heading', { name: '账号管理', level: 1 }).waitFor()
  expect(await search.inputValue()).toBe('+86 139-9999-1234')
  await page.getByText('清除条件').waitFor()
  expect(await kept()).not.toMatch(/9999.{0,3}1234/)

  // A click in the menu opens the page in its initial state.
  await menuOf(page).getByRole('link', { name: '账号管理' }).click()
  await expect.poll(() => search.inputValue()).toBe('')
})

const paletteOf = (page: Page) => page.getByRole('dialog', { name: /搜索设备|Search or jump/ })
/**
 * Waits until the palette's search field has the focus. Until then, key presses reach the page behind the
 * palette.
 */
const readyToType = async (page: Page) => await paletteOf(page).locator('input:focus').waitFor()

test('the Ctrl-K palette finds pages, settings, organizations and members', async () => {
  const page = await inOrganization()
  await greetingOf(page).waitFor()
  await page.keyboard.press('Control+k')
  await readyToType(page)
  await page.keyboard.type('adm')
  const options = paletteOf(page).getByRole('option')
  // The administrator is also a member, so the results contain the member and the account.
  await options.filter({ hasText: 'admin' }).first().waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('个人')
  await options.filter({ hasText: '个人空间' }).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('组织')
  await options.filter({ hasText: '成员管理' }).waitFor()
  await picture(page, 'palette-light-zh-1440')
  expect(required(await paletteOf(page).boundingBox(), 'bounding box').width).toBe(640)
  expect(await accessibilityFaults(page)).toEqual([])

  await page.keyboard.press('Control+a')
  await page.keyboard.type('sfqx')
  await expect.poll(() => options.first().textContent()).toContain('算法权限')
  await picture(page, 'palette-pinyin-light-zh-1440')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/palgo-permission')
  await paletteOf(page).waitFor({ state: 'hidden' })
  // The palette suggests the result that was opened last.
  await page.keyboard.press('Control+k')
  await readyToType(page)
  await expect.poll(() => options.first().textContent()).toContain('算法权限')
  await page.keyboard.press('Escape')
  await paletteOf(page).waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: '搜索设备、人员、组织 Ctrl K' }).click()
  await readyToType(page)
  await page.keyboard.type('没有这样的东西')
  await paletteOf(page).getByText('没有找到').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('多页签')
  await options.filter({ hasText: '多页签' }).waitFor()
  await page.keyboard.press('Enter')
  await tabsOf(page).waitFor()

  await page.keyboard.press('Control+k')
  await readyToType(page)
  await page.keyboard.type('qhzz')
  await options.filter({ hasText: '切换组织' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByPlaceholder('搜索要切换的组织').waitFor()
  await page.keyboard.type('个人空间')
  await options.filter({ hasText: '个人空间' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('已切换到个人空间').waitFor()
})

test('offers keyboard shortcuts for search, rows and help until the user turns them off', async () => {
  const page = await inOrganization()
  await page.goto(members)
  const rows = page.getByRole('main').getByRole('row')
  await rows.nth(1).getByRole('button').first().waitFor()
  const keys = page.getByRole('dialog', { name: '键盘快捷键' })
  // The code of the keyboard shortcuts may load later than the page, so the key press is repeated.
  await expect
    .poll(async () => {
      await page.keyboard.press('?')
      return keys.getByText('在列表的行之间移动').isVisible()
    })
    .toBe(true)
  await picture(page, 'shortcuts-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  await page.keyboard.press('ArrowDown')
  const focused = (row: number) => rows.nth(row).locator(':focus').waitFor()
  await focused(1)
  await page.keyboard.press('/')
  const search = page.getByRole('main').getByRole('search').getByRole('textbox').first()
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('/?')
  expect(await search.inputValue()).toBe('/?')

  await search.blur()
  await page.keyboard.press('?')
  await keys.getByRole('switch', { name: /单键快捷键/ }).uncheck()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await readyToType(page)
})

test('shows tabs and the palette on a phone in English and dark mode without overflow', async () => {
  const page = await inOrganization({ width: 360, height: 780, locale: 'en-US', theme: 'dark' })
  const fits = async (scene: string) => {
    await picture(page, `${scene}-dark-en-360`)
    expect(await accessibilityFaults(page), scene).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), scene).toBe(0)
  }
  await page.evaluate(() => localStorage.setItem('settings', '{"tabBar":true}'))
  await page.goto(members)
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
  await expect.poll(() => tabNames(page)).toEqual(['Account', 'Members'])
  await tabsOf(page).getByRole('button', { name: 'Tab menu of Members' }).click()
  await page.getByRole('menuitem', { name: 'Close others' }).waitFor()
  await fits('tabs')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Open menu' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Search/ })
    .click()
  await paletteOf(page).getByRole('option').filter({ hasText: 'Members' }).waitFor()
  await fits('palette')
})
