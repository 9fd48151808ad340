import { expect, test } from 'vitest'
import { useConsole } from '../harness/index.ts'

const reeve = useConsole()

test('a page whose scripts are missing for a moment reloads until they are there', async () => {
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

test('a part that is missing when it is first shown comes with a reload', async () => {
  reeve.expectPrinted(/404|Failed to fetch dynamically imported module|Unable to preload/)
  const page = await reeve.open('/login')
  let missing = true
  await page.route('**/assets/*', (route) => {
    if (!missing) return route.fallback()
    missing = false
    return route.fulfill({ status: 404, body: '' })
  })
  await page.getByRole('link', { name: '忘记密码' }).click()
  await page.getByRole('heading', { name: /重置密码|找回密码|忘记密码/ }).waitFor()
})
