import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  absent,
  accessibilityFaults,
  demoPassword,
  loaded,
  picture,
  quiet,
  reconnect,
  useConsole,
} from '../harness/index.ts'
import { menuOf } from '../harness/layout.ts'

const reeve = useConsole({}, { demo: true })
const admin = { username: 'admin', password: demoPassword }
const devices = '/all-management/device-management'

/** Waits until all rows have been rendered. Rows outside the visible part are rendered last. */
async function listLoaded(page: Page): Promise<void> {
  await page.getByRole('row').nth(20).waitFor()
  await loaded(page.getByRole('main'))
}

test('while offline, the console keeps the page, reports failed actions, and recovers automatically', async () => {
  reeve.expectPrinted(/ERR_INTERNET_DISCONNECTED|failed: no response UNREACHABLE/)
  const page = await reeve.openAs(admin, devices)
  const rows = page.getByRole('row')
  await listLoaded(page)
  const count = await rows.count()

  await page.context().setOffline(true)
  const line = page.getByText('网络已断开，内容已保留，恢复后自动继续')
  await line.waitFor()
  await menuOf(page).getByRole('link', { name: '平台操作日志' }).first().click()
  const refused = page.getByText('网络已断开，无法打开此页面，请恢复后重试')
  await refused.waitFor()
  expect(new URL(page.url()).pathname).toBe(devices)

  await page.getByRole('button', { name: '添加设备' }).click()
  const notLoaded = page.getByRole('dialog', { name: '加载失败' })
  await notLoaded.waitFor()
  await picture(page, 'offline-dialog')
  expect(await accessibilityFaults(page)).toEqual([])
  await notLoaded.getByRole('button', { name: '取消' }).click()
  await notLoaded.waitFor({ state: 'detached' })
  expect(await rows.count()).toBe(count)

  await page.getByRole('button', { name: '添加设备' }).click()
  await notLoaded.waitFor()
  await reconnect(page)
  await refused.waitFor({ state: 'detached' })
  await page.getByRole('dialog').getByLabel('设备名称').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a shortcut that is pressed offline reports that its dialog cannot be loaded, and opens nothing after the network returns', async () => {
  reeve.expectPrinted(/ERR_INTERNET_DISCONNECTED|failed: no response UNREACHABLE/)
  const page = await reeve.openAs(admin, devices)
  await listLoaded(page)
  await page.context().setOffline(true)
  const notLoaded = page.getByRole('dialog', { name: '加载失败' })
  await page.keyboard.press('Control+k')
  await notLoaded.waitFor()
  await notLoaded.getByRole('button', { name: '取消' }).click()
  await notLoaded.waitFor({ state: 'detached' })
  await reconnect(page)
  await quiet(page)
  await absent(page.getByRole('dialog'), { after: page.getByRole('row').nth(20) })

  // The code of the keyboard shortcuts is loaded on the first pointer movement. Once it is loaded, the
  // shortcuts also work offline.
  await page.mouse.move(300, 300)
  await page.mouse.move(320, 300)
  await quiet(page)
  await page.context().setOffline(true)
  await page.keyboard.press('/')
  await expect
    .poll(() =>
      page
        .locator('main search input')
        .first()
        .evaluate((field) => field === document.activeElement),
    )
    .toBe(true)
  await reconnect(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
})

test('marks the current page in the menu and breadcrumb until the next page has loaded', async () => {
  const page = await reeve.openAs(admin, devices)
  await listLoaded(page)
  const trail = page.getByRole('navigation', { name: '当前位置' })
  const marked = menuOf(page).locator('[data-marked]')
  const current = menuOf(page).locator('[aria-current]')
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const asked = new Promise<void>((resolve) => {
    void page.route('**/assets/AuditPage-*.js', async (route) => {
      resolve()
      await held
      await route.continue()
    })
  })
  await menuOf(page).getByRole('link', { name: '平台操作日志' }).first().click()
  await asked
  await page.waitForURL((url) => url.pathname !== devices)
  expect(await trail.textContent()).toContain('设备管理')
  expect(await marked.textContent()).toContain('设备管理')
  expect(await current.allTextContents()).toEqual(['设备管理'])
  arrive()
  await page.getByRole('heading', { level: 1, name: '平台操作日志' }).waitFor()
  expect(await trail.textContent()).toContain('平台操作日志')
  expect(await marked.textContent()).toContain('平台操作日志')
  expect(await current.allTextContents()).toEqual(['平台操作日志'])
})
