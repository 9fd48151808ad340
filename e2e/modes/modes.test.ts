import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { absent, callAs, demoPassword, hidden, picture, quiet, useConsole } from '../harness/index.ts'
import { menuOf } from '../harness/layout.ts'
import { openIn } from '../harness/navigation.ts'
import { organizationOf, signInOf } from '../harness/people.ts'

// Tests print and forced colors mode.
const reeve = useConsole({}, { demo: true })
const admin = { username: 'admin', password: demoPassword }
const organization = organizationOf('FINISH')
const owner = signInOf(organization.owner)
const devices = '/all-management/device-management'

const style = (of: Locator, name: string) =>
  of.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), name)

test('prints all rows of a list in light mode, without controls', async () => {
  const page = await reeve.openAs(admin, devices, { theme: 'dark' })
  await page.getByRole('row').nth(20).waitFor()
  await quiet(page)
  const table = page.getByRole('table')
  const controls = [
    page.getByRole('banner'),
    menuOf(page),
    page.getByRole('search'),
    page.getByRole('button', { name: '添加设备' }),
    page.getByRole('navigation', { name: '当前位置' }),
    page.getByRole('checkbox'),
  ]
  for (const control of controls) await control.first().waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const control of controls) await absent(control.filter({ visible: true }), { after: table })
  // Neither the table nor its ancestors scroll, so all rows and columns are printed.
  const cut = await table.evaluate((element) => {
    const found: string[] = []
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
      if (getComputedStyle(each).overflow !== 'visible') found.push(each.className)
      if (getComputedStyle(each).position === 'sticky') found.push(each.className)
    }
    return found
  })
  expect(cut).toEqual([])
  expect(await page.getByRole('row').count()).toBe(21)
  expect(await page.getByRole('row').nth(20).isVisible()).toBe(true)
  expect(await style(table.getByRole('cell').nth(1), 'background-color')).toBe('rgb(255, 255, 255)')
  await expect.poll(() => style(table.getByRole('cell').nth(1), 'color')).toBe('rgb(29, 33, 41)')
  await picture(page, 'print-devices')
})

test('prints an open dialog instead of the page below it', async () => {
  const page = await reeve.openAs(admin, '/accountInfo/record')
  await page.getByRole('row').nth(1).getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button').first().waitFor()
  await page.emulateMedia({ media: 'print' })
  await hidden(page.locator('main table'), { after: dialog })
  await absent(dialog.getByRole('button'), { after: dialog })
})

test('in forced colors mode, the current menu entry, checkboxes, dialogs and QR codes stay recognizable', async () => {
  const { auth } = await callAs(reeve.server, owner, '{ auth { tenants { id name } } }')
  const tenant = auth.tenants.find((each: { name: string }) => each.name === organization.name)
  const page = await openIn(reeve, owner, tenant, '/organizational-management/data-permission', {
    theme: 'dark',
  })
  await page.emulateMedia({ forcedColors: 'active' })
  const chosen = menuOf(page).locator('[data-marked]')
  await chosen.waitFor()
  expect(await style(chosen, 'outline-style')).toBe('solid')
  expect(await style(menuOf(page).getByRole('link').first(), 'outline-style')).toBe('none')
  // The browser draws the check mark, because forced colors mode removes background images.
  const box = page.getByRole('table').getByRole('checkbox').first()
  expect(await style(box, 'appearance')).toBe('auto')
  await picture(page, 'forced-permissions')

  await menuOf(page).getByRole('link', { name: '成员管理' }).first().click()
  await page.getByRole('button', { name: '邀请码' }).click()
  const dialog = page.getByRole('dialog')
  expect(await style(dialog, 'outline-style')).toBe('solid')
  await dialog.getByRole('button', { name: '生成邀请码' }).click()
  const code = dialog.getByRole('img', { name: /二维码/ })
  await code.waitFor()
  expect(await style(code, 'background-color')).toBe('rgb(255, 255, 255)')
  await picture(page, 'forced-invitation')
})

test('scales text, spacing and breakpoints with the browser’s font size', async () => {
  const page = await reeve.openAs(admin, devices)
  await page.getByRole('row').nth(3).waitFor()
  const devTools = await page.context().newCDPSession(page)
  const sizes = async (letters: number) => {
    await devTools.send('Page.setFontSizes', { fontSizes: { standard: letters, fixed: letters } })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    const button = page.getByRole('button', { name: '添加设备' })
    await button.waitFor()
    return [await style(page.locator('body'), 'font-size'), await style(button, 'height')]
  }
  expect(await sizes(16)).toEqual(['14px', '32px'])
  expect(await menuOf(page).isVisible()).toBe(true)
  expect(await sizes(24)).toEqual(['21px', '48px'])
  await picture(page, 'large-letters-devices')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  // At this font size, the window is narrower than 48 rem, so the menu becomes a drawer, as on a phone.
  await page.setViewportSize({ width: 1080, height: 900 })
  await page.getByRole('button', { name: '打开菜单' }).waitFor()
  await picture(page, 'large-letters-narrow')
})
