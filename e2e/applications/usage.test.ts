import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { signInByPassword } from '../harness/actions.ts'
import { registerApplication, usePortal } from '../harness/application.ts'
import { absent, accessibilityFaults, callAs, demoPassword, picture, useConsole } from '../harness/index.ts'

// Tests the page of an application, which offers a trial sign-in, and shows the number of sign-ins and the
// rejected requests.

const { redirectUri } = await usePortal()
const reeve = useConsole({}, { demo: true })
const admin = { username: 'admin', password: demoPassword }
const list = '/all-management/application-management'
let board: { id: string; secret: string }
let screen: { id: string }

beforeAll(async () => {
  board = await registerApplication(reeve.server, admin, {
    ...{ name: '堆场看板', redirectUris: [redirectUri, 'https://yard.example.com/callback'] },
  })
  screen = await registerApplication(reeve.server, admin, { kind: 'DEVICE', name: '门口的屏幕' })
})

const endpoint = (path: string) => `${reeve.server.url}/realms/reeve/protocol/openid-connect/${path}`

test('lets an administrator test an application’s sign-in, and lists rejected requests with reasons by day', async () => {
  const page = await reeve.open(`${list}/${board.id}`)
  await signInByPassword(page, admin)
  await page.getByText('近 30 天暂无登录').waitFor()
  await page.getByText('近 30 天没有错误').waitFor()
  await picture(page, 'application-unused-light-zh-1440')

  await page.getByRole('button', { name: '测试登录' }).click()
  const dialog = page.getByRole('dialog', { name: '测试登录 堆场看板' })
  expect(await dialog.getByLabel('回调地址', { exact: true }).inputValue()).toBe(redirectUri)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'application-try-light-zh-1440')
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    dialog.getByRole('link', { name: '在新标签页中打开' }).click(),
  ])
  await tab.getByRole('heading', { name: '允许 堆场看板 使用您的账号？' }).waitFor()
  await tab.getByRole('button', { name: '允许并继续' }).click()
  await tab.getByRole('heading', { name: '回到门户' }).waitFor()
  const back = new URL(tab.url())
  expect([back.origin + back.pathname, back.searchParams.has('code')]).toEqual([redirectUri, true])

  // The application sends invalid requests.
  const wrong = new URL(endpoint('auth'))
  for (const [name, value] of Object.entries({
    ...{ client_id: board.id, response_type: 'code', scope: 'openid', code_challenge: 'x'.repeat(43) },
    ...{ code_challenge_method: 'S256', redirect_uri: 'https://yard.example.com/old?token=1' },
  }))
    wrong.searchParams.set(name, value)
  await fetch(wrong, { redirect: 'manual' })
  const refused = await fetch(endpoint('token'), {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${board.id}:rv_wrong`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  expect(refused.status).toBe(401)
  await dialog.getByRole('button', { name: '关闭' }).click()
  const document = `{ getApplicationUsage(id: "${board.id}", instants: []) { errors { kind } } }`
  await expect
    .poll(async () => (await callAs(reeve.server, admin, document)).getApplicationUsage.errors.length, {
      timeout: 20_000,
    })
    .toBe(2)
  await page.reload()
  await page.getByText('回调地址未配置').waitFor()
  await page.getByText('https://yard.example.com/old', { exact: true }).waitFor()
  await page.getByText('客户端认证失败：密钥或签名错误').waitFor()
  await absent(page.getByText('token=1'), { after: page.getByText('失败 2，100%') })

  // Selecting a day filters the list by this day. Selecting the day again removes the filter.
  const days = daysOf(page)
  await days.last().click()
  await page.getByRole('heading', { name: /^\d\d-\d\d 的错误$/ }).waitFor()
  await page.getByText('回调地址未配置').waitFor()
  await picture(page, 'application-day-light-zh-1440')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.getByText('当天没有错误').waitFor()
  const pressed = async () => Promise.all((await days.all()).map((day) => day.getAttribute('aria-pressed')))
  expect((await pressed()).indexOf('true')).toBe(28)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: '后一天' }).click()
  await page.getByText('客户端认证失败：密钥或签名错误').waitFor()
  expect(await page.getByRole('button', { name: '后一天' }).isDisabled()).toBe(true)
  await days.last().click()
  await page.getByRole('heading', { name: '最近错误' }).waitFor()
  expect((await pressed()).includes('true')).toBe(false)
})

const daysOf = (page: Page) =>
  page.getByRole('group', { name: /^(按日查看错误|Errors by day)$/ }).getByRole('button')

test('shows a device code when an administrator tests the sign-in of a device application', async () => {
  const page = await reeve.openAs(admin, `${list}/${screen.id}`)
  await page.getByRole('button', { name: '测试登录' }).click()
  const dialog = page.getByRole('dialog', { name: '测试登录 门口的屏幕' })
  const code = required(await dialog.getByText(/^[A-Z]{4}-[A-Z]{4}$/).textContent(), 'text content')
  await picture(page, 'application-try-device-light-zh-1440')
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    dialog.getByRole('link', { name: '在新标签页中打开' }).click(),
  ])
  await tab.waitForURL(/\/login|\/device/)
  expect(decodeURIComponent(tab.url())).toContain(code)
})

/** Replaces the server's response with one month of sample data. */
async function withMonth(page: Page): Promise<void> {
  await page.route('**/actions/graphql', async (route) => {
    if (!route.request().postData()?.includes('GetApplicationUsage')) return route.fallback()
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { getApplicationUsage: Record<string, object[]> } }
    const usage = body.data.getApplicationUsage
    const alone = required(usage.signIns, 'signIns').length === 1
    usage.signIns = required(usage.signIns, 'signIns').map((day, index) => ({
      ...day,
      signedIn: required([160, 170, 470, 400, 405, 480, 430][index % 7], 'item of table') + index,
      failed: index === 19 || alone ? 96 : index % 3,
    }))
    const error = (kind: string, detail: string, count: number, minutes: number) => ({
      ...{ kind, detail, count },
      lastDateTime: new Date(Date.now() - minutes * 60_000).toISOString(),
    })
    usage.errors = [
      error('REDIRECT_URI', 'https://ops.example.cn/cb2', 14, 3),
      error('CODE_USED', '', 2, 600),
      error('PKCE', '', 1, 6_000),
      error('SCOPE', 'phone', 1_234, 9_000),
    ].slice(0, alone ? 2 : undefined)
    return route.fulfill({ response: answer, json: body })
  })
}

test('shows the usage of each application, and marks an application whose sign-ins all fail', async () => {
  const page = await reeve.openAs(admin, '/workplace')
  await page.route('**/actions/graphql', async (route) => {
    if (!route.request().postData()?.includes('ListApplicationUse')) return route.fallback()
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { listApplicationUse: Record<string, unknown>[] } }
    for (const use of body.data.listApplicationUse) {
      const failing = use.id === screen.id
      use.signIns = Array.from({ length: 14 }, (_, day) => ({ signedIn: failing ? 0 : 100 + (day % 7) * 30 }))
      use.lastUseDateTime = failing ? null : new Date().toISOString()
      use.failingSinceDateTime = failing ? new Date(Date.now() - 86_400_000).toISOString() : null
    }
    return route.fulfill({ response: answer, json: body })
  })
  await page.goto(reeve.server.url + list)
  const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await rowOf('堆场看板').getByText('2,660').waitFor()
  await rowOf('门口的屏幕').getByText('持续失败').waitFor()
  await rowOf('门口的屏幕').getByText('不需要').waitFor()
  for (const width of [1440, 1024, 768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await picture(page, `applications-used-light-zh-${width}`)
  }
  expect(await accessibilityFaults(page)).toEqual([])
})

test('shows a month of usage on desktop and phone, and lets an administrator retry if loading fails', async () => {
  const looks = [
    ['dark-en-1440', { locale: 'en-US', theme: 'dark' }],
    ['light-zh-1440', {}],
    ['light-en-360', { width: 360, height: 800, locale: 'en-US' }],
    ['dark-zh-360', { width: 360, height: 800, theme: 'dark' }],
  ] as const
  for (const [name, look] of looks) {
    const page = await reeve.openAs(admin, '/workplace', look)
    await withMonth(page)
    await page.goto(`${list}/${board.id}`)
    await page.getByText('https://ops.example.cn/cb2').waitFor()
    expect(
      await page
        .getByRole('table', { name: /^(登录|Sign-ins)$/ })
        .getByRole('row')
        .count(),
    ).toBe(31)
    await picture(page, `application-used-${name}`)
    expect([name, await accessibilityFaults(page)]).toEqual([name, []])
    await daysOf(page).nth(19).click()
    await page.getByText(/^(另有 80 次未列出|80 more are not listed)$/).waitFor()
    await picture(page, `application-used-day-${name}`)
    expect([name, await accessibilityFaults(page)]).toEqual([name, []])
  }

  const page = await reeve.openAs(admin, '/workplace')
  reeve.expectPrinted(/503/)
  const fail = () =>
    page.route('**/actions/graphql', (route) =>
      route.request().postData()?.includes('GetApplicationUsage')
        ? route.fulfill({
            status: 503,
            json: { errors: [{ message: '服务暂时不可用', extensions: { code: 'UNAVAILABLE' } }] },
          })
        : route.fallback(),
    )
  await fail()
  await page.goto(`${list}/${board.id}`)
  await page.getByText('使用情况加载失败').first().waitFor()
  await page.unroute('**/actions/graphql')
  await page.getByRole('button', { name: '重试' }).first().click()
  await page.getByText('客户端认证失败：密钥或签名错误').waitFor()
  await fail()
  await daysOf(page).last().click()
  await page.getByText('使用情况加载失败').waitFor()
  await page.unroute('**/actions/graphql')
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByText('客户端认证失败：密钥或签名错误').waitFor()
})
