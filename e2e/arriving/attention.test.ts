import { expect, test } from 'vitest'
import { accessibilityFaults, picture, useConsole } from '../harness/index.ts'
import { actors } from '../harness/organizations.ts'

// What waits, at the top of the account page.
const reeve = useConsole()
const { register, grant, apply } = actors(() => reeve.server)

test('what waits for a reviewer is at the top of the account page, one click from where it is done', async () => {
  const [applicant, reviewer] = [await register('许知远'), await register('程以宁')]
  await grant(reviewer, ['certification_audit'])
  const name = '绍兴镜湖环境监测有限公司'
  await apply(applicant, name)

  // Nothing can be pressed before it is known what waits: it would be pushed down under the pointer.
  const page = await reeve.openAs(reviewer, 'about:blank')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/graphql**', async (route) => {
    const asked = `${route.request().url()} ${route.request().postData()}`
    if (asked.includes('submitDateTime')) await held
    await route.fallback()
  })
  await page.goto('/accountInfo/index')
  const main = page.getByRole('main')
  await main.getByRole('heading', { name: '登录设备' }).waitFor()
  expect(await main.getByRole('button').count()).toBe(0)
  expect(await page.getByRole('region', { name: '待我处理' }).count()).toBe(0)
  answer()
  const waits = page.getByRole('region', { name: '待我处理' })
  await waits.getByText(/份组织认证待审核/).waitFor()
  await page.unroute('**/graphql**')
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'account-landing-waits')

  await waits.getByRole('link', { name: '去审核' }).click()
  await page.waitForURL('**/audit-management**')

  // Its applicant has nothing to do meanwhile, and no such panel.
  const other = await reeve.openAs(applicant)
  await other.getByRole('listitem').filter({ hasText: name }).getByText('待审核').waitFor()
  expect(await other.getByRole('region', { name: '待我处理' }).count()).toBe(0)
})
