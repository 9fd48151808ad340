import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { first, required } from '../contract/required.ts'
import { switchTo } from './harness/actions.ts'
import { accessibilityFaults, callAs, type Look, picture, quiet, useConsole } from './harness/index.ts'
import { ordinary, organizationOf, signInOf, staff } from './harness/people.ts'

// The console asks for confirmation before it discards unsaved input. A page keeps its state unless its URL
// changes or it is reloaded.
const reeve = useConsole({}, { demo: true })
const admin = signInOf(staff('admin'))
const { owner, name } = organizationOf('FINISH')
const list = '/all-management/account-management'

const question = (page: Page) =>
  page.getByRole('dialog', { name: /^(放弃未保存的更改？|Discard unsaved changes\?)$/ })
const answer = async (page: Page, words: RegExp) => {
  await question(page).getByRole('button', { name: words }).last().click()
  await question(page).waitFor({ state: 'hidden' })
}
const stay = (page: Page) => answer(page, /^(继续编辑|Keep editing)$/)
const leave = (page: Page) => answer(page, /^(放弃更改|Discard)$/)

/** Opens the page of an account and changes one of its permission codes. */
async function changedCodes(look: Look = {}) {
  const { queryOperator } = await callAs(
    reeve.server,
    admin,
    'query q($id: String!) { queryOperator(loginId: $id) { data { id } } }',
    { id: first(ordinary, 'ordinary').mobilePhone },
  )
  const path = `${list}/${queryOperator.data[0].id}`
  const page = await reeve.openAs(admin, list, look)
  await page.evaluate((to) => history.pushState(null, '', to), path)
  await page.reload()
  const box = page.getByRole('checkbox').first()
  await box.check()
  await page.getByText(/^(1 处更改未保存|1 unsaved change)$/).waitFor()
  return { page, path, box }
}

test('asks for confirmation before a link, a sign-out or a reload discards unsaved permissions', async () => {
  const { page, path, box } = await changedCodes()
  await page.getByRole('link', { name: '设备管理' }).click()
  await question(page).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'leaving-light-zh-1440')
  await stay(page)
  expect(new URL(page.url()).pathname).toBe(path)
  expect(await box.isChecked()).toBe(true)

  await page.getByRole('button', { name: /账号菜单/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await stay(page)
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()

  const asked = page.waitForEvent('dialog')
  // page.reload() cannot be used: it waits for a load event, but the dialog is dismissed, so the page does
  // not load.
  await page.evaluate(() => void setTimeout(() => location.reload()))
  const native = await asked
  expect(native.type()).toBe('beforeunload')
  await native.dismiss()
  expect(await box.isChecked()).toBe(true)

  await page.getByRole('link', { name: '设备管理' }).click()
  await leave(page)
  await page.getByRole('heading', { name: '设备管理' }).waitFor()
  await page.goBack()
  await box.waitFor()
  expect(await box.isChecked()).toBe(false)
  await page.getByRole('link', { name: '设备管理' }).click()
  await page.waitForURL('**/device-management')
})

test('asks for confirmation before closing a dialog with unsaved input, but closes an unchanged dialog at once', async () => {
  const page = await reeve.openAs(signInOf(required(ordinary[1], 'item of ordinary')), '/accountInfo/record')
  await page.getByRole('navigation', { name: '当前位置' }).getByRole('link').first().click()
  const dialog = page.getByRole('dialog', { name: /编辑/ })
  const open = () => page.getByRole('button', { name: '编辑' }).click()
  await open()
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await open()
  await dialog.getByLabel('昵称').fill('写了一半')
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: '取消' }).click(),
    () => dialog.getByRole('button', { name: '关闭' }).click(),
    () => page.mouse.click(5, 400),
  ]) {
    await close()
    await question(page).waitFor()
    // Esc closes only the confirmation, not the dialog below it.
    await page.keyboard.press('Escape')
    await question(page).waitFor({ state: 'hidden' })
    expect(await dialog.getByLabel('昵称').inputValue()).toBe('写了一半')
  }
  await page.evaluate(() => history.back())
  await stay(page)
  await page.keyboard.press('Escape')
  await leave(page)
  await dialog.waitFor({ state: 'hidden' })
  await open()
  expect(await dialog.getByLabel('昵称').inputValue()).toBe(required(ordinary[1], 'item of ordinary').name)
})

test('keeps unsaved input when another user saves, and asks before switching organizations or closing the tab', async () => {
  const page = await reeve.openAs(signInOf(owner))
  const { auth } = await callAs(reeve.server, signInOf(owner), '{ auth { tenants { id name } } }')
  const tenant = auth.tenants.find((each: { name: string }) => each.name === name)
  await switchTo(page, tenant)
  await page.evaluate(() => localStorage.setItem('settings', JSON.stringify({ tabBar: true })))
  await page.goto('/organizational-management/configuration')
  const address = page.getByLabel('详细地址')
  await address.fill('张江路 1 号')
  // A change by another user does not overwrite the input. A language change, which refetches all data, does
  // not overwrite it either.
  await callAs(
    reeve.server,
    admin,
    'mutation e($ids: [ID!]!) { extendTenants(ids: $ids, expireAt: "2099-12-31T00:00:00Z") { result } }',
    { ids: [tenant.id] },
  )
  await page.getByLabel('语言').selectOption('English')
  await expect.poll(() => page.getByRole('region', { name: 'Overview' }).textContent()).toContain('2099')
  await page.getByLabel('Language').selectOption('简体中文')
  await address.waitFor()
  expect(await address.inputValue()).toBe('张江路 1 号')
  await page.getByTitle('当前组织').click()
  await page.getByRole('option', { name: '个人空间' }).click()
  await stay(page)
  await page.getByRole('button', { name: /^关闭.*组织配置/ }).click()
  await stay(page)
  expect(await address.inputValue()).toBe('张江路 1 号')
  // Discarded input does not reappear when the user returns to the page.
  await page.getByRole('link', { name: '成员管理' }).first().click()
  await leave(page)
  await page.waitForURL('**/member-management')
  await page.goBack()
  await address.waitFor()
  expect(await address.inputValue()).not.toBe('张江路 1 号')
  await address.fill('张江路 1 号')
  await page.getByTitle('当前组织').click()
  await page.getByRole('option', { name: '个人空间' }).click()
  await leave(page)
  await page
    .getByRole('status')
    .getByText(/已切换到/)
    .waitFor()
})

test('asks about unsaved input after the Back button on a phone, in English and dark mode', async () => {
  const { page } = await changedCodes({ theme: 'dark', locale: 'en-US', width: 360, height: 780 })
  await page.evaluate(() => history.back())
  await question(page).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'leaving-dark-en-360')
})

test('a click in the menu resets a list page, but a filter that changes the URL does not', async () => {
  const page = await reeve.openAs(admin, list)
  const heading = page.getByRole('heading', { level: 1 })
  const mark = () => heading.evaluate((element) => element.setAttribute('data-marked', ''))
  const isMarked = () => heading.evaluate((element) => element.hasAttribute('data-marked'))
  await page.getByRole('table').waitFor()
  await quiet(page)
  await mark()
  await page.getByLabel('登录账号').fill('helpdesk')
  await page.getByRole('button', { name: '查询' }).click()
  await page.waitForURL('**loginId=helpdesk')
  await quiet(page)
  expect(await isMarked()).toBe(true)
  await page.goBack()
  await page.waitForURL(`**${list}`)
  await quiet(page)
  expect(await isMarked()).toBe(true)
  await page.goForward()
  await page.waitForURL('**loginId=helpdesk')
  await quiet(page)
  expect(await isMarked()).toBe(true)

  await page.getByRole('link', { name: '账号管理' }).first().click()
  await page.waitForURL(`**${list}`)
  await expect.poll(isMarked).toBe(false)
  expect(await page.getByLabel('登录账号').inputValue()).toBe('')
})
