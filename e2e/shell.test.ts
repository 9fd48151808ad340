import { expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { absent, accessibilityFaults, desktop, picture, quiet, useConsole } from './harness/index.ts'
import { admin, drawerOf, members, menuOf, openSettings, set, useOrganization } from './harness/layout.ts'
import { budgets, filesOf, weightOf } from './harness/weight.ts'

// Tests the frame around the pages: its settings and its menu.
const reeve = useConsole()
const { inOrganization } = useOrganization(reeve)

test('applies and stores display settings at once, and copies them as JSON', async () => {
  const page = await inOrganization()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await menuOf(page).waitFor()
  expect(required(await menuOf(page).locator('..').boundingBox(), 'bounding box').width).toBe(220)
  await openSettings(page)
  expect(required(await drawerOf(page).boundingBox(), 'bounding box').width).toBe(300)
  await picture(page, 'settings-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])

  const width = drawerOf(page).getByLabel('菜单宽度')
  for (const wrong of ['1.5', '-1', '一百', '']) {
    await width.fill(wrong)
    await width.blur()
    await drawerOf(page).getByText('请输入 160 至 400 的整数').waitFor()
    expect(await width.inputValue()).toBe(wrong)
  }
  await width.fill('260')
  await expect
    .poll(async () => required(await menuOf(page).locator('..').boundingBox(), 'bounding box').width)
    .toBe(260)
  await set(page, '底部')
  await page.getByRole('contentinfo').waitFor({ state: 'detached' })
  await set(page, '全屏')
  const fullScreen = () => page.evaluate(() => document.fullscreenElement !== null)
  await expect.poll(fullScreen).toBe(true)
  await set(page, '全屏')
  await expect.poll(fullScreen).toBe(false)
  await set(page, '深色模式')
  await page.locator('body[arco-theme=dark]').waitFor()
  await set(page, '色弱模式')
  const filter = () => page.evaluate(() => getComputedStyle(document.documentElement).filter)
  await expect.poll(filter).toBe('invert(0.8)')
  await set(page, '色弱模式')
  await drawerOf(page).getByLabel('主题色').fill('#7b2ff7')
  await drawerOf(page).getByText('#7B2FF7').waitFor()
  await picture(page, 'settings-dark-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])
  await set(page, '导航栏')
  await page.getByRole('banner').waitFor({ state: 'detached' })

  await drawerOf(page).getByRole('button', { name: '复制设置' }).click()
  await page.getByText('设置已复制').waitFor()
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
  expect(copied).toEqual({
    theme: 'dark',
    navbar: false,
    menu: true,
    topMenu: false,
    hideMenu: false,
    menuCollapse: false,
    menuWidth: 260,
    footer: false,
    tabBar: false,
    menuFromServer: false,
    colorWeak: false,
    themeColor: '#7B2FF7',
    device: 'desktop',
    serverMenu: [],
  })
  await drawerOf(page).getByRole('button', { name: '关闭' }).last().click()
  await drawerOf(page).waitFor({ state: 'hidden' })

  await page.reload()
  await absent(page.getByRole('banner'), { after: menuOf(page) })
  expect(required(await menuOf(page).locator('..').boundingBox(), 'bounding box').width).toBe(260)
  // If the navbar is hidden, the page has a button that opens the settings.
  await openSettings(page)
  await set(page, '导航栏')
  await page.getByRole('banner').waitFor()
  await page.keyboard.press('Escape')
  expect(await page.getByRole('button', { name: '界面设置' }).count()).toBe(1)
  // Each time the drawer closes, the focus returns to the button that opened it.
  const gear = page.getByRole('button', { name: '界面设置' })
  for (const _ of ['the first time', 'the second']) {
    await gear.press('Enter')
    await drawerOf(page).locator(':focus').waitFor()
    await page.keyboard.press('Escape')
    await drawerOf(page).waitFor({ state: 'hidden' })
    await page.locator('button[aria-label=界面设置]:focus').waitFor()
  }
})

test('lets a user collapse the menu to icons, move it to the top, or turn it into a drawer', async () => {
  const page = await inOrganization()
  await page.getByRole('button', { name: '收起菜单' }).click()
  await expect
    .poll(async () => required(await menuOf(page).locator('..').boundingBox(), 'bounding box').width)
    .toBe(48)
  await menuOf(page).getByRole('button', { name: '组织管理' }).click()
  await page.getByRole('menuitem', { name: '成员管理' }).waitFor()
  await picture(page, 'menu-collapsed-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('menuitem', { name: '成员管理' }).click()
  await page.waitForURL(`**${members}`)
  const trail = page.getByRole('navigation', { name: '当前位置' })
  await expect.poll(() => trail.getByRole('listitem').allInnerTexts()).toContain('成员管理')
  expect(await trail.getByRole('link').first().getAttribute('href')).toBe('/accountInfo/index')

  await openSettings(page)
  await set(page, '顶部菜单栏')
  await page.getByRole('banner').getByRole('navigation').waitFor()
  await set(page, '顶部菜单栏')
  await page.getByRole('button', { name: '收起菜单' }).waitFor()
  await set(page, '顶部菜单栏')
  await page.keyboard.press('Escape')
  await drawerOf(page).waitFor({ state: 'hidden' })
  await page.getByRole('banner').getByRole('button', { name: '组织管理' }).click()
  await page.getByRole('menuitem', { name: '算法权限' }).waitFor()
  await picture(page, 'menu-top-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  // If there is not enough space for the menu at the top, the menu moves to the side.
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.getByRole('banner').getByRole('navigation').waitFor({ state: 'detached' })
  await menuOf(page).getByRole('button', { name: '组织管理' }).waitFor()
  await page.setViewportSize(desktop)
  await page.getByRole('banner').getByRole('navigation').waitFor()

  await openSettings(page)
  await set(page, '隐藏菜单（抽屉式）')
  await page.keyboard.press('Escape')
  await drawerOf(page).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: '打开菜单' }).click()
  await page.getByRole('dialog').getByRole('link', { name: '成员管理' }).waitFor()
})

test('opens the settings from the menu on a phone, in English and dark mode', async () => {
  const page = await inOrganization({ width: 360, height: 780, locale: 'en-US', theme: 'dark' })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Settings', exact: true }).click()
  await drawerOf(page).getByText('Mobile').waitFor()
  await picture(page, 'settings-dark-en-360')
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})

test('the menu from the server determines which pages are listed and can be opened, and a load failure is reported', async () => {
  const page = await inOrganization()
  await page.goto(members)
  await menuOf(page).waitFor()
  const meta = (locale: string, more: object = {}) => ({ locale, requiresAuth: true, ...more })
  const titled = (title: string, order: number) => ({ title, requiresAuth: true, order })
  const answer = [
    {
      path: '/organizational-management',
      name: 'group',
      meta: meta('menu.organization', { icon: 'user-group' }),
      children: [
        { path: 'https://docs.example/', name: 'docs', meta: titled('帮助文档', 2) },
        { path: '/all-management', name: 'neither', meta: { order: 3 } },
        {
          path: '/organizational-management/data-permission',
          name: 'data',
          meta: meta('menu.data', { order: 1 }),
        },
        { path: '/nowhere', name: 'nowhere', meta: meta('没有') },
      ],
    },
  ]
  // Unknown entries of the server menu are omitted, and reported once in the browser's log.
  const printed: string[] = []
  page.on('console', (message) => printed.push(message.text()))
  const leftOut = 'Menu from the server: entry 1.2 is ignored: meta.title and meta.locale are missing'
  reeve.expectPrinted(new RegExp(leftOut))
  const asked: (string | undefined)[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/user/menu', async (route) => {
    asked.push(route.request().headers()['tenant-id'])
    await held
    await route.fulfill({ json: answer })
  })
  await openSettings(page)
  await set(page, '从服务器加载菜单')
  await page.getByText('正在加载菜单').waitFor()
  release()
  await page.getByText('菜单已加载').waitFor()
  // The new menu does not contain the open page, so the first permitted page opens.
  await page.waitForURL('**/accountInfo/index')
  await page.keyboard.press('Escape')
  expect(asked).toEqual([await page.evaluate(() => localStorage.getItem('tenantId'))])
  expect(await menuOf(page).getByRole('link').allInnerTexts()).toEqual(['数据权限', '帮助文档'])
  expect(printed).toEqual([leftOut])
  const site = menuOf(page).getByRole('link', { name: '帮助文档' })
  expect([await site.getAttribute('href'), await site.getAttribute('target')]).toEqual([
    'https://docs.example/',
    '_blank',
  ])
  await page.goto(members)
  await page.waitForURL('**/accountInfo/index')
  await menuOf(page).getByRole('link', { name: '数据权限' }).click()
  await page.waitForURL('**/data-permission')

  reeve.expectPrinted(/500/)
  await page.unroute('**/api/user/menu')
  await page.route('**/api/user/menu', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(members)
  await page.waitForURL('**/accountInfo/index')
  const notice = page.getByRole('alert').filter({ hasText: '菜单加载失败' })
  await notice.waitFor()
  await picture(page, 'menu-failed-light-zh-1440')
  await notice.getByRole('button').click()
  await notice.waitFor({ state: 'detached' })
  await openSettings(page)
  await set(page, '从服务器加载菜单')
  await page.keyboard.press('Escape')
  await menuOf(page).getByRole('link', { name: '成员管理' }).click()
  await page.waitForURL(`**${members}`)
})

test.each(Object.entries(budgets))(
  'scripts and styles stay within the size budget at the first visit to %s',
  async (path, budget) => {
    const page =
      path === '/login' ? await reeve.open('about:blank') : await reeve.openAs(admin, 'about:blank')
    const files = filesOf(page)
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await quiet(page)
    const { js, css } = await weightOf(files)
    expect(js.gzip).toBeLessThan(budget.js)
    expect(css.gzip).toBeLessThan(budget.css)
  },
)
