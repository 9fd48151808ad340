import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MenuEntry } from '../contract/menu.ts'
import { first, required } from '../contract/required.ts'
import { greetingOf } from './harness/actions.ts'
import { launch, openContext } from './harness/browser.ts'
import { goTo } from './harness/navigation.ts'

// `npm run dev:mock` runs the console without a server.
const vite = spawn(
  process.execPath,
  [
    'node_modules/vite/bin/vite.js',
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--config',
    'web/mock/vite.config.ts',
  ],
  { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env.PATH, NO_COLOR: '1' } },
)
const ended = once(vite, 'exit')
let url: string
let browser: Browser
beforeAll(async () => {
  const ready = new Promise<string>((resolve) => {
    createInterface({ input: vite.stdout }).on('line', (line) => {
      const url = /Local:\s+(http:\S+[^/\s])/.exec(line)?.[1]
      if (url) resolve(url)
    })
  })
  ;[url, browser] = await Promise.all([ready, launch()])
})
afterAll(async () => {
  await browser?.close()
  vite.kill()
  await ended
})

interface Answer {
  code: number
  msg: string
  data: unknown
}

test('without a server, the mocked console signs a user in, shows pages, and responds to API requests', async () => {
  const problems: string[] = []
  const context = await openContext(browser, url, problems)
  const page = await context.newPage()
  /** Whether each request had a bearer token, by URL path. */
  const asked = new Map<string, boolean>()
  page.on('request', (request) => {
    asked.set(new URL(request.url()).pathname, (request.headers().authorization ?? '').startsWith('Bearer '))
  })
  await page.goto('/login')
  const signIn = page.getByRole('button', { name: '登录', exact: true })
  await page.getByLabel('账号', { exact: true }).fill('admin')
  await page.getByLabel('密码', { exact: true }).fill('wrong')
  await page.getByRole('checkbox').check()
  await signIn.click()
  await page.getByRole('alert').getByText('账号或密码不正确').waitFor()
  await page.getByLabel('密码', { exact: true }).fill('admin')
  await signIn.click()
  await greetingOf(page).waitFor()
  await page.getByText('上海智澜科技有限公司').first().waitFor()
  await page.getByRole('link', { name: '设备管理' }).click()
  await page.getByRole('table').getByText('一号厂房边缘计算网关 01').first().waitFor()
  // Detail pages are mocked too. The test opens them without a reload, because each reload would request all
  // modules of the console.
  await goTo(page, '/all-management/account-management/account-1')
  await page.getByRole('heading', { name: '王志远', level: 1 }).waitFor()
  await goTo(page, '/all-management/audit-management')
  await page.getByRole('button', { name: '通过认证' }).waitFor()

  await goTo(page, '/dashboard/workplace')
  const popular = page.getByRole('region', { name: '热门内容' })
  await popular.getByText('设备接入指南').waitFor()
  await popular.getByText('图片', { exact: true }).click()
  await popular.getByText('网关安装').waitFor()
  await page.getByRole('img', { name: /903/ }).or(page.getByText('903')).first().waitFor()

  // The list of popular content shows an error with a Retry button, and an empty state. The test replaces
  // fetch in the page, because the service worker responds before Playwright can intercept the request.
  await page.evaluate(() => {
    const others = window.fetch
    const answers = [
      { code: 50_000, msg: 'not now', data: null },
      { code: 20_000, msg: 'request success', data: [] },
    ]
    window.fetch = async (input, init) => {
      if (!String(input).startsWith('/api/popular/list')) return others(input, init)
      if (answers.length === 1) window.fetch = others
      return Response.json(answers.shift())
    }
  })
  await popular.getByText('视频', { exact: true }).click()
  await popular.getByRole('alert').getByText('热门内容加载失败').waitFor()
  await popular.getByRole('button', { name: '重试' }).click()
  await popular.getByText('还没有热门内容').waitFor()

  await goTo(page, '/message/list')
  await page.getByText('苏州恒测仪器有限公司正在等待审核').first().waitFor()
  expect([...asked].filter(([path]) => /^\/api\/(user|message|content|popular)/.test(path)).sort()).toEqual([
    ['/api/content-data', true],
    ['/api/message/list', true],
    ['/api/popular/list', true],
    ['/api/user/info', true],
    ['/api/user/login', false],
  ])

  const call = (path: string, body?: object, headers = {}) =>
    page.evaluate(
      async ([path, body, headers]) => {
        const init = body ? { method: 'POST', body: JSON.stringify(body), headers } : {}
        return (await fetch(path, init)).json()
      },
      [path, body, headers] as const,
    ) as Promise<Answer>

  expect(await call('/api/user/info', {})).toMatchObject({ code: 50_008 })
  expect(await call('/api/user/login', { username: '' })).toMatchObject({
    code: 50_000,
    msg: 'username cannot be empty',
  })
  expect((await call('/api/user/login', { username: 'user' })).msg).toBe('password cannot be empty')
  expect((await call('/api/user/login', { username: 'user', password: '1' })).msg).toBe(
    'wrong account or password',
  )
  const login = await call('/api/user/login', { username: 'user', password: 'user' })
  expect(login).toMatchObject({ code: 20_000, msg: 'request success' })
  const authorization = `Bearer ${(login.data as { token: string }).token}`
  expect((await call('/api/user/info', {}, { authorization })).data).toMatchObject({ role: 'user' })

  expect(await call('/RegisterCode', {})).toMatchObject({ expiresIn: 300, resendAfter: 60 })
  expect(await call('/CheckLoginId', { loginId: 'admin' })).toEqual({ available: false })
  const menu = (await call('/api/user/menu', {}, { authorization })) as unknown as MenuEntry[]
  expect(menu.find(({ name }) => name === 'dashboard')).toMatchObject({
    meta: { requiresAuth: true, order: 1 },
    children: [{ path: '/dashboard/workplace' }, { path: 'https://docs.example/' }],
  })

  const ids = [1, 2]
  expect((await call('/api/message/read', { ids })).data).toBe(true)
  const { data: messages } = await call('/api/message/list', {})
  const read = (messages as { id: number; status: number }[]).filter(({ id }) => ids.includes(id))
  expect(read.map(({ status }) => status)).toEqual([1, 1])
  expect((await call('/api/content-data')).data).toHaveLength(8)
  const lists = await Promise.all(
    ['text', 'image', 'video'].map((type) => call(`/api/popular/list?type=${type}`)),
  )
  const [, image, video] = lists.map(({ data }) => data as { title: string }[])
  expect(lists.map(({ data }) => (data as unknown[]).length)).toEqual([5, 5, 5])
  // The data of the image list and the video list are swapped, as in the template that the specification
  // requires.
  expect(first(required(image, 'image'), 'image').title).toBe('网关安装')
  expect(first(required(video, 'video'), 'video').title).toBe('厂房巡检图集')
  expect((await call('/api/user/logout', {})).code).toBe(20_000)
  await context.close()
  expect(problems.filter((problem) => !problem.includes('400'))).toEqual([])
})

test('the build does not contain the mock', () => {
  const built = globSync('dist/web/**/*.{js,html}')
  expect(built.length).toBeGreaterThan(10)
  expect(
    built.filter((path) => /mockServiceWorker|setupWorker|request success/.test(readFileSync(path, 'utf8'))),
  ).toEqual([])
})
