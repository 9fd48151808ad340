import { expect, test } from 'vitest'
import { greetingOf, pathOf, signInByPassword } from './harness/actions.ts'
import { accessibilityFaults, adminPassword, picture, useConsole } from './harness/index.ts'
import { actors } from './harness/organizations.ts'

// Tests the routing rules in section 2 of the specification.
const reeve = useConsole()
const { register, organization } = actors(() => reeve.server)
const admin = { username: 'admin', password: adminPassword }

test('redirects from / to the sign-in page, and keeps the redirect parameter', async () => {
  const page = await reeve.open('/')
  await page.waitForURL('**/login')
  await page.goto('/?redirect=accountInfoIndex')
  await page.waitForURL('**/login?**')
  expect(pathOf(page)).toBe('/login?redirect=accountInfoIndex')
})

test('redirects signed-in users from the sign-in, sign-up and password reset pages to the account page', async () => {
  const page = await reeve.openAs(admin)
  await greetingOf(page).waitFor()
  for (const path of ['/', '/login', '/register', '/forget']) {
    await page.goto(path)
    await page.waitForURL('**/accountInfo/index')
  }
  await page.goto('/login?redirect=accountInfoIndex&tab=2')
  await page.waitForURL('**/accountInfo/index?**')
  expect(pathOf(page)).toBe('/accountInfo/index?tab=2')
})

test('opens the requested page with its query after the sign-in', async () => {
  const page = await reeve.open('/accountInfo/index?from=mail')
  await page.waitForURL('**/login?**')
  expect(pathOf(page)).toBe('/login?from=mail&redirect=accountInfoIndex')
  await page.getByRole('link', { name: '立即注册' }).click()
  await page.waitForURL('**/register?**')
  await page.goBack()
  await signInByPassword(page, admin)
  await page.waitForURL('**/accountInfo/index?**')
  expect(pathOf(page)).toBe('/accountInfo/index?from=mail')
})

test('opens the page named in /redirect/:path for signed-in users, and the sign-in page for other visitors', async () => {
  const stranger = await reeve.open('/redirect/accountInfoIndex')
  await stranger.waitForURL('**/login?**')
  const page = await reeve.openAs(admin, '/redirect/accountInfoIndex?tab=1')
  await page.waitForURL('**/accountInfo/index?**')
  expect(pathOf(page)).toBe('/accountInfo/index?tab=1')
  await page.goto(`/redirect/${encodeURIComponent('//evil')}`)
  await page.getByRole('heading', { name: '页面不存在' }).waitFor()
})

test('redirects from a menu group to the first page of the group, and shows “not found” for unknown paths', async () => {
  const page = await reeve.openAs(admin, '/accountInfo')
  await page.waitForURL('**/accountInfo/index')
  for (const path of ['/nothing/here', '/accountInfo/other', '/login/one/more']) {
    await page.goto(path)
    await page.getByRole('heading', { name: '页面不存在' }).waitFor()
  }
  const stranger = await reeve.open('/nothing/here')
  await stranger.getByRole('heading', { name: '页面不存在' }).waitFor()
})

test('if the redirect parameter names a menu group, opens the first permitted page of the group', async () => {
  const page = await reeve.open('/all-management')
  await page.waitForURL('**/login?**')
  expect(pathOf(page)).toBe('/login?redirect=allManagement')
  await signInByPassword(page, admin)
  await page.waitForURL('**/all-management/all-management')
})

test.each([
  ['zh-CN', '您在个人空间没有“成员管理”的权限，已转到“账号信息”'],
  ['en-US', 'You don’t have access to “Members” in your personal space. Showing “Account” instead.'],
] as const)(
  'if access to a page is denied, explains in %s why the account page is shown instead',
  async (locale, explanation) => {
    const look = locale === 'zh-CN' ? { locale } : { locale, width: 360, height: 780, theme: 'dark' as const }
    const page = await reeve.openAs(admin, '/accountInfo/index', look)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto('/organizational-management/member-management')
    await page.getByText(explanation).waitFor()
    await page.waitForURL('**/accountInfo/index')
    await picture(page, `not-permitted-${locale}`)
  },
)

test('after the sign-in, switches to the only organization in which the requested page is available', async () => {
  const owner = await register('顾清和')
  await organization(owner, '宁波远洋气象科技有限公司')
  const page = await reeve.open('/organizational-management/member-management?q=1')
  await page.waitForURL('**/login?**')
  await signInByPassword(page, owner)
  await page.getByText('您在个人空间没有“成员管理”的权限，已进入宁波远洋气象科技有限公司').waitFor()
  await page.waitForURL('**/member-management?**')
  expect(pathOf(page)).toBe('/organizational-management/member-management?q=1')
  await page.getByRole('heading', { level: 1, name: '成员管理' }).waitFor()
  await page.getByTitle('当前组织').getByText('宁波远洋气象科技有限公司').waitFor()

  // The personal space has no devices. The user belongs to only one organization, so the page opens in that
  // organization.
  const other = await reeve.openAs(owner, '/organizational-management/devices')
  await other.getByText('个人空间没有“设备”，已进入宁波远洋气象科技有限公司').waitFor()
  await other.getByRole('heading', { level: 1, name: '设备' }).waitFor()
})

test('asks the user to choose an organization if the requested page is available in several organizations', async () => {
  const owner = await register('沈知夏')
  for (const name of ['温州天润水利工程有限公司', '嘉兴智感物联有限公司']) await organization(owner, name)
  const page = await reeve.open('/organizational-management/member-management?q=1')
  await page.waitForURL('**/login?**')
  await signInByPassword(page, owner)
  await page.getByRole('heading', { level: 1, name: '选择要进入的组织' }).waitFor()
  const rows = page.getByRole('list', { name: '可以打开此页的组织' }).getByRole('button')
  expect(await rows.count()).toBe(2)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'choose-organization')
  // The first row already has the focus, and the arrow keys move it.
  await page.keyboard.press('ArrowDown')
  const chosen = (await page.locator(':focus').textContent()) ?? ''
  await page.keyboard.press('Enter')
  await page.waitForURL('**/member-management?**')
  expect(pathOf(page)).toBe('/organizational-management/member-management?q=1')
  const now = (await page.getByTitle('当前组织').textContent()) ?? ''
  expect(chosen).toContain(now.includes('温州') ? '温州' : '嘉兴')
  // Both organizations have this page, so it opens in the current organization.
  await page.goto('/organizational-management/configuration')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(pathOf(page)).toBe('/organizational-management/configuration')
  // The personal space has no devices, so the user must choose an organization.
  const devices = await reeve.openAs(owner, '/organizational-management/devices')
  await devices.getByRole('heading', { level: 1, name: '选择要进入的组织' }).waitFor()
  await devices.getByRole('list', { name: '可以打开此页的组织' }).getByRole('button').first().click()
  await devices.waitForURL('**/organizational-management/devices')

  for (const [locale, theme, width] of [
    ['en-US', 'dark', 360],
    ['zh-CN', 'dark', 768],
    ['en-US', 'light', 1440],
  ] as const) {
    const other = await reeve.openAs(owner, '/enter?redirect=/organizational-management/member-management', {
      locale,
      theme,
      width,
      height: 900,
    })
    await other.getByRole('heading', { level: 1 }).waitFor()
    await picture(other, `choose-organization-${locale}-${width}`)
  }
})

test('ignores a redirect parameter that names another website or a script', async () => {
  const page = await reeve.openAs(admin)
  // All other URLs are tested in guard.test.ts.
  for (const from of ['/login?redirect=//evil.example', '/?redirect=javascript:alert(1)']) {
    await page.goto(from)
    await page.waitForURL('**/accountInfo/index')
    expect(new URL(page.url()).origin, from).toBe(reeve.server.url)
  }
  await page.goto('/login?redirect=%2f%2fevil.example&redirect=https://evil.example')
  await page.waitForURL('**/accountInfo/index')
})

test('shows a moving progress bar while a page loads', async () => {
  const page = await reeve.openAs(admin, '/terms')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/actions/graphql', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('banner').getByRole('link').click()
  const fill = page.locator('[aria-hidden=true] > [style*=scaleX]')
  const width = async () => Number(/scaleX\(([\d.]+)\)/.exec((await fill.getAttribute('style')) ?? '')?.[1])
  await fill.waitFor({ state: 'attached' })
  const start = await width()
  expect(start).toBeGreaterThanOrEqual(0.08)
  expect(start).toBeLessThan(1)
  await expect.poll(width).toBeGreaterThan(start)
  release()
  await page.waitForURL('**/accountInfo/index')
  await fill.waitFor({ state: 'detached' })
})

test('opens paths in any letter case, and corrects the letter case in the address bar', async () => {
  const page = await reeve.open('/LOGIN?redirect=/accountinfo/INDEX')
  await page.waitForURL('**/login?**')
  await signInByPassword(page, admin)
  await page.waitForURL('**/accountInfo/index')
  await page.goto('/All-Management/ACCOUNT-management?q=Wang')
  await page.waitForURL('**/all-management/account-management?**')
  expect(pathOf(page)).toBe('/all-management/account-management?q=Wang')
  await page.getByRole('heading', { level: 1 }).waitFor()
})
