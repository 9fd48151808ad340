import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  accessibilityFaults,
  desktop,
  type Look,
  phone,
  picture,
  quiet,
  type SignIn,
  useConsole,
} from './harness/index.ts'
import { mustChangePassword, ordinary, ownerOf, signInOf } from './harness/people.ts'

const reeve = useConsole(
  { REEVE_ICP: '浙ICP备2026000001号', REEVE_POLICE_FILING: '浙公网安备33010602000001号' },
  { demo: true },
)
const owner = signInOf(ownerOf('FINISH'))
const applicant = signInOf(ownerOf('REJECT'))

const narrowest = { width: 360, height: 780 }

interface Scene {
  name: string
  path: string
  as?: SignIn
  /** Brings the page into the state to look at. */
  act?: (page: Page) => Promise<void>
}

const button = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const dialog = (name: RegExp) => async (page: Page) => {
  await button(name)(page)
  await page.getByRole('dialog').waitFor()
}

const scenes: Scene[] = [
  { name: 'sign-in-password', path: '/login' },
  { name: 'sign-in-code', path: '/login', act: (page) => page.getByRole('tab').nth(1).click() },
  { name: 'sign-in-wrong', path: '/login', act: (page) => page.locator('button[type=submit]').click() },
  {
    name: 'register',
    path: '/register',
    act: (page) => page.getByRole('button', { name: /选填|optional/ }).click(),
  },
  { name: 'forget', path: '/forget' },
  { name: 'terms', path: '/terms' },
  { name: 'not-found', path: '/nothing/here' },
  { name: 'account', path: '/accountInfo/index', as: owner },
  { name: 'account-rejected', path: '/accountInfo/index', as: applicant },
  { name: 'account-edit', path: '/accountInfo/index', as: owner, act: dialog(/^(编辑|Edit)$/) },
  {
    name: 'account-password',
    path: '/accountInfo/index',
    as: owner,
    act: dialog(/^(修改 登录密码|Change Password)$/),
  },
  {
    name: 'account-phone',
    path: '/accountInfo/index',
    as: owner,
    act: dialog(/^(更换 手机号|Change Phone number)$/),
  },
  { name: 'account-email', path: '/accountInfo/index', as: owner, act: dialog(/(邮箱|E-mail)$/) },
  { name: 'account-menu', path: '/accountInfo/index', as: owner, act: button(/账号菜单|Account menu/) },
  {
    name: 'organization-menu',
    path: '/accountInfo/index',
    as: owner,
    act: async (page) => {
      await page.getByTitle(/^(当前组织|Organization)$/).click()
      await page.getByRole('listbox').waitFor()
    },
  },
  { name: 'organization-apply', path: '/accountInfo/index', as: owner, act: dialog(/^(申请组织|Apply)$/) },
  {
    name: 'organization-areas',
    path: '/accountInfo/index',
    as: owner,
    act: async (page) => {
      await dialog(/^(申请组织|Apply)$/)(page)
      await page.getByRole('combobox', { name: /^(所在地区|Areas)/ }).click()
      await page.getByRole('treeitem', { name: '江苏省' }).click()
      await page.getByRole('treeitem', { name: '苏州市' }).waitFor()
    },
  },
  {
    name: 'organization-join',
    path: '/accountInfo/index',
    as: owner,
    act: dialog(/^(使用邀请码加入|Join by code)$/),
  },
  {
    name: 'organization-again',
    path: '/accountInfo/index',
    as: applicant,
    act: async (page) => {
      await page.getByRole('link', { name: /^(修改并重新申请|Edit and apply again)$/ }).click()
      await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    },
  },
  { name: 'invitation-wrong', path: '/join/ABCD-EFGH-JKLM-NPQR', as: owner },
  { name: 'must-change-password', path: '/accountInfo/index', as: signInOf(mustChangePassword) },
]

/** The page once nothing is on its way any more. */
async function stands(page: Page, scene: Scene): Promise<void> {
  await quiet(page)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  await scene.act?.(page)
}

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe.each(scenes)('$name', (scene) => {
  const open = async (look: Look) => {
    if (scene.name === 'not-found') reeve.expectPrinted(/404/)
    const page = scene.as
      ? await reeve.openAs(scene.as, scene.path, look)
      : await reeve.open(scene.path, look)
    await stands(page, scene)
    return page
  }

  test('in Chinese: breaks no rule of accessibility, light and dark, and fits a phone', async () => {
    const page = await open(desktop)
    for (const theme of ['light', 'dark'] as const) {
      await chooseElsewhere(page, theme)
      await picture(page, `${scene.name}-${theme}-zh-${desktop.width}`)
      expect(await accessibilityFaults(page), theme).toEqual([])
    }
    await page.setViewportSize(phone)
    await chooseElsewhere(page, 'light')
    await picture(page, `${scene.name}-light-zh-${phone.width}`)
    expect(await sideways(page)).toBe(0)
  })

  test('in English: fits the narrowest phone and breaks no rule there, dark; has no Chinese word', async () => {
    const page = await open({ locale: 'en-US', theme: 'dark', ...narrowest })
    await picture(page, `${scene.name}-dark-en-${narrowest.width}`)
    expect(await sideways(page)).toBe(0)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await chineseWords(page)).toEqual([])
    await page.setViewportSize(desktop)
    await chooseElsewhere(page, 'light')
    await picture(page, `${scene.name}-light-en-${desktop.width}`)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en-US')
    expect(await chineseWords(page)).toEqual([])
  })
})

/** The theme as another tab would choose it: what is open stays open. */
async function chooseElsewhere(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((newValue) => {
    localStorage.setItem('arco-theme', newValue)
    dispatchEvent(new StorageEvent('storage', { key: 'arco-theme', newValue }))
  }, theme)
  await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor({ state: 'attached' })
  expect(await page.evaluate(() => document.body.getAttribute('arco-theme'))).toBe(
    theme === 'dark' ? 'dark' : null,
  )
}

/** Words of the console itself left in Chinese: names of people and organizations, and of languages, are data. */
function chineseWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const names = /[一-龥]{2,4}（|有限公司|集团|研究院|备|简体中文/
    return [...document.querySelectorAll('button, label, th, dt, h1, a, p, legend')]
      .filter((element) => !element.closest('[lang=zh-CN]:not(html)') && element.children.length === 0)
      .map((element) => element.textContent ?? '')
      .filter((text) => /[一-龥]{2}/.test(text) && !names.test(text))
  })
}

test('the language is chosen, confirmed, remembered, and the page says which it is', async () => {
  const page = await reeve.open('/login')
  await expect.poll(() => page.title()).toMatch(/^登录/)
  await page.getByLabel('语言').selectOption('English')
  await page.getByText('The language is now English').waitFor()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(
    await page.evaluate(() => [localStorage.getItem('arco-locale'), document.documentElement.lang]),
  ).toEqual(['en-US', 'en-US'])
  await expect.poll(() => page.title()).toMatch(/^Sign in/)
  await page.reload()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Username cannot be empty').waitFor()
  await page.getByLabel('Language').selectOption('简体中文')
  await page.getByText('已切换为简体中文').waitFor()
})

test('the theme is chosen, marks the body, and is there at the next visit before anything is drawn', async () => {
  const page = await reeve.open('/login')
  await page.getByRole('button', { name: '切换到深色模式' }).click()
  await page.locator('body[arco-theme=dark]').waitFor()
  await page.reload({ waitUntil: 'commit' })
  await page.locator('body[arco-theme=dark]').waitFor()
  await page.getByRole('button', { name: '切换到浅色模式' }).click()
  await page.locator('body:not([arco-theme])').waitFor()
})

test('the filing numbers stand in the footer', async () => {
  const page = await reeve.open('/login')
  await page.getByText('浙ICP备2026000001号').waitFor()
  await page.getByText('浙公网安备33010602000001号').waitFor()
})

test('everything is reached and done with the keyboard', async () => {
  const person = ordinary[0]!
  const page = await reeve.open('/login')
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    )
  await page.getByLabel('账号', { exact: true }).focus()
  await page.keyboard.type(person.mobilePhone)
  await page.keyboard.press('Tab')
  await page.keyboard.type(signInOf(person).password)
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('显示密码')
  await page.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  for (let count = 0; count < 4 && (await focused()) !== '登录'; count++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/accountInfo/index')
  await page.getByRole('heading', { name: person.name }).waitFor()

  await page.reload()
  await page.getByRole('heading', { name: person.name }).waitFor()
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('跳到正文')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')

  await page.getByRole('button', { name: '编辑' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expect.poll(focused).toBe('编辑')

  await page.getByRole('button', { name: /账号菜单/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: '退出登录' }).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login**')
})

test('the account page says what is wrong when it cannot be loaded, and tries again', async () => {
  reeve.expectPrinted(/500|服务器出错/)
  const page = await reeve.openAs(signInOf(ordinary[2]!))
  const heading = page.getByRole('heading', { name: ordinary[2]!.name })
  await heading.waitFor()
  await page.route('**/actions/graphql', (route) =>
    route.request().postDataJSON().query.includes('sessions { id ip')
      ? route.fulfill({ status: 500, json: { code: 'INTERNAL', requestId: 'a-number-to-tell' } })
      : route.continue(),
  )
  await page.reload()
  await page.getByRole('button', { name: '重试' }).waitFor()
  await page.getByText('a-number-to-tell').waitFor()
  await picture(page, 'account-failed-light-zh-1440')
  await page.unroute('**/actions/graphql')
  await page.getByRole('button', { name: '重试' }).click()
  await heading.waitFor()
})
