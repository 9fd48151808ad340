import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { e164, requestCode, switchTo } from '../harness/actions.ts'
import { callAs, picture, useConsole } from '../harness/index.ts'
import { organizationOf, signInOf } from '../harness/people.ts'

// Tests requests that the server processes but whose responses are lost.

const reeve = useConsole({}, { demo: true })
const { owner, name } = organizationOf('FINISH')
const cut = /ERR_FAILED|ERR_CONNECTION|failed: no response UNREACHABLE/

/**
 * Lets the server process the requests that contain `words`, but drops the next `times` responses. Returns
 * the idempotency keys of these requests.
 */
async function cutAnswers(page: Page, path: string, words: string, times: number): Promise<string[]> {
  reeve.expectPrinted(cut)
  const keys: string[] = []
  await page.route(path, async (route) => {
    if (!route.request().postData()?.includes(words)) return route.fallback()
    keys.push(route.request().headers()['idempotency-key'] ?? 'none')
    if (keys.length > times) return route.fallback()
    await route.fetch()
    return route.abort()
  })
  return keys
}

async function invitations(): Promise<{ page: Page; count: () => Promise<number> }> {
  const { auth } = await callAs(reeve.server, signInOf(owner), '{ auth { tenants { id name } } }')
  const tenant = auth.tenants.find((each: { name: string }) => each.name === name)
  const page = await reeve.openAs(signInOf(owner))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await switchTo(page, tenant)
  await page.goto('/organizational-management/member-management')
  const list = 'query q($id: ID!) { listTenantJoinCode(tenantId: $id) { id } }'
  const count = async () =>
    (await callAs(reeve.server, signInOf(owner), list, { id: tenant.id })).listTenantJoinCode.length
  return { page, count }
}

async function invite(page: Page): Promise<void> {
  await page.getByRole('button', { name: '邀请码' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '生成邀请码' }).click()
}

test('retries a mutation whose response was lost, and applies it only once', async () => {
  const { page, count } = await invitations()
  const before = await count()
  const keys = await cutAnswers(page, '**/actions/graphql', 'createTenantJoinCode', 1)
  await invite(page)
  await page.getByRole('dialog').getByRole('img', { name: '邀请链接的二维码' }).waitFor()
  await picture(page, 'lost-answer-repeated')
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  expect(await count()).toBe(before + 1)
})

test('reports a long outage, and creates only one invitation after the user retries', async () => {
  const { page, count } = await invitations()
  const before = await count()
  const keys = await cutAnswers(page, '**/actions/graphql', 'createTenantJoinCode', 3)
  await invite(page)
  await page.getByRole('dialog').getByText('无法连接服务器').waitFor()
  await picture(page, 'lost-answer-reported')
  await page.getByRole('dialog').getByRole('button', { name: '生成邀请码' }).click()
  await page.getByRole('dialog').getByRole('img', { name: '邀请链接的二维码' }).waitFor()
  expect([keys.length, new Set(keys).size]).toEqual([4, 1])
  expect(await count()).toBe(before + 1)
})

test('retries a sign-up whose response was lost, and signs the user in', async () => {
  const page = await reeve.open('/register')
  await page.getByLabel('手机号').fill('13812349001')
  const keys = await cutAnswers(page, '**/Register', 'mobilePhoneCode', 1)
  const code = await requestCode(page, reeve.server.newestCode, e164('13812349001'))
  await page.getByLabel('短信验证码').fill(code)
  await page.getByLabel('密码', { exact: true }).fill('three-grey-herons')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await page.getByText('欢迎使用').waitFor()
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
})
