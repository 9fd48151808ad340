import { expect, test } from 'vitest'
import { useConsole } from '../harness/index.ts'
import { admin } from '../harness/organizations.ts'

const reeve = useConsole()

test('reloads a page until its missing scripts are available', async () => {
  reeve.expectPrinted(/404/)
  const page = await reeve.open('/login')
  let missing = 3
  await page.route('**/assets/*.js', (route) =>
    missing-- > 0 ? route.fulfill({ status: 404, body: '' }) : route.fallback(),
  )
  await page.reload()
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  expect(missing).toBeLessThan(0)
})

test('reloads the console and opens a page if the script of the page is missing at first', async () => {
  reeve.expectPrinted(/404|Failed to fetch dynamically imported module|Unable to preload/)
  const page = await reeve.openAs(admin)
  await page.getByTitle('当前组织').waitFor()
  let missed = 0
  let reloaded = false
  page.on('request', (request) => {
    if (request.isNavigationRequest()) reloaded = true
  })
  await page.route('**/assets/AccountsPage*.js', (route) => {
    if (reloaded) return route.fallback()
    missed += 1
    return route.fulfill({ status: 404, body: '' })
  })
  await page.getByRole('link', { name: '账号管理' }).first().click()
  await page.getByLabel('登录账号').waitFor()
  expect([missed > 0, reloaded]).toEqual([true, true])
})
