import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { first, required } from '../contract/required.ts'
import {
  accessibilityFaults,
  desktop,
  type Look,
  loaded,
  picture,
  quiet,
  type SignIn,
  useConsole,
} from './harness/index.ts'
import { mustChangePassword, ordinary, ownerOf, people, signInOf } from './harness/people.ts'

const reeve = useConsole(
  { REEVE_ICP: '浙ICP备2026000001号', REEVE_POLICE_FILING: '浙公网安备33010602000001号' },
  { demo: true },
)
const narrowest = { width: 360, height: 780 }

interface Scene {
  name: string
  /** Path to open. If missing, the scene continues on the page of the previous scene. */
  path?: string
  act?: (page: Page) => Promise<void>
  /** The overlay that `act` opens. It is closed with Esc. */
  over?: 'dialog' | 'menu' | 'listbox'
}

const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click()
const dialog = (name: string, button: RegExp): Scene => ({
  name,
  over: 'dialog',
  act: async (page) => {
    await press(page, button)
    await page.getByRole('dialog').waitFor()
  },
})
const apply = dialog('organization-apply', /^(申请组织|Apply for an organization)$/)

/** The accounts that visit the pages. All scenes of a visit share one browser context. */
const visits: { who: string; as?: SignIn; scenes: Scene[] }[] = [
  {
    who: 'visitors without a session',
    scenes: [
      { name: 'sign-in-password', path: '/login' },
      { name: 'sign-in-wrong', act: (page) => page.locator('button[type=submit]').click() },
      { name: 'sign-in-code', act: (page) => page.getByRole('tab').nth(1).click() },
      { name: 'register', path: '/register', act: (page) => press(page, /选填|optional/) },
      { name: 'forget', path: '/forget' },
      { name: 'terms', path: '/terms' },
      { name: 'not-found', path: '/nothing/here' },
    ],
  },
  {
    who: 'an owner',
    as: signInOf(ownerOf('FINISH')),
    scenes: [
      { name: 'account', path: '/accountInfo/index' },
      dialog('account-edit', /^(编辑|Edit)$/),
      dialog('account-password', /^(修改 登录密码|Change Password)$/),
      dialog('account-phone', /^(更换 手机号|Change Phone number)$/),
      dialog('account-email', /(邮箱|[Ee]mail)$/),
      { name: 'account-menu', over: 'menu', act: (page) => press(page, /账号菜单|account menu/i) },
      {
        name: 'organization-menu',
        over: 'listbox',
        act: (page) => page.getByTitle(/^(当前组织|Organization)$/).click(),
      },
      apply,
      {
        name: 'organization-areas',
        over: 'dialog',
        act: async (page) => {
          await apply.act?.(page)
          await page.getByRole('combobox', { name: /^(所在地区|Areas)/ }).click()
          await page.getByRole('treeitem', { name: '江苏省' }).click()
          await page.getByRole('treeitem', { name: '苏州市' }).waitFor()
        },
      },
      dialog('organization-join', /^(使用邀请码加入|Join with invite code)$/),
      { name: 'invitation-wrong', path: '/join/ABCD-EFGH-JKLM-NPQR' },
    ],
  },
  {
    who: 'an applicant',
    as: signInOf(ownerOf('REJECT')),
    scenes: [
      { name: 'account-rejected', path: '/accountInfo/index' },
      {
        name: 'organization-again',
        act: async (page) => {
          await page
            .getByRole('link', { name: /^(修改并重新提交|Edit and resubmit)$/ })
            .first()
            .click()
          await page.getByRole('dialog').getByRole('textbox').first().waitFor()
        },
      },
    ],
  },
  {
    who: 'an account that must change its password',
    as: signInOf(mustChangePassword),
    scenes: [{ name: 'must-change-password', path: '/accountInfo/index' }],
  },
]

/** Opens each scene, and yields it after its page has finished loading. */
async function* standing(page: Page, scenes: readonly Scene[]) {
  for (const { name, path, act, over } of scenes) {
    if (path) {
      await page.goto(path)
      await quiet(page)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await loaded(page)
    }
    await act?.(page)
    const opened = over && page.getByRole(over).first()
    await opened?.waitFor()
    yield name
    await expect
      .poll(async () => {
        if (opened) await page.keyboard.press('Escape')
        return opened?.isVisible()
      })
      .toBeFalsy()
  }
}

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe.each(visits)('pages for $who', ({ as, scenes }) => {
  const open = (look: Look) => {
    if (!as) reeve.expectPrinted(/404/)
    return as ? reeve.openAs(as, 'about:blank', look) : reeve.open('about:blank', look)
  }

  test('are accessible in Chinese and light mode', async () => {
    const page = await open(desktop)
    for await (const name of standing(page, scenes)) {
      await picture(page, `${name}-light-zh-${desktop.width}`)
      expect(await accessibilityFaults(page), name).toEqual([])
    }
  })

  test('fit a phone of 360 px in English and dark mode, and contain no Chinese text', async () => {
    const page = await open({ locale: 'en-US', theme: 'dark', ...narrowest })
    for await (const name of standing(page, scenes)) {
      await picture(page, `${name}-dark-en-${narrowest.width}`)
      expect(await sideways(page), name).toBe(0)
      expect(await accessibilityFaults(page), name).toEqual([])
      expect(await chineseWords(page), name).toEqual([])
      await page.setViewportSize(desktop)
      expect(await chineseWords(page), name).toEqual([])
      await page.setViewportSize(narrowest)
    }
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en-US')
  })
})

/**
 * Returns the console's texts that are still Chinese. Names of people, organizations and languages are
 * ignored, because they are data.
 */
async function chineseWords(page: Page): Promise<string[]> {
  const words = await page.evaluate(() => {
    const names = /[一-龥]{2,4}（|有限公司|集团|研究院|备|简体中文/
    return [...document.querySelectorAll('button, label, th, dt, h1, a, p, legend')]
      .filter((element) => !element.closest('[lang=zh-CN]:not(html)') && element.children.length === 0)
      .map((element) => element.textContent ?? '')
      .filter((text) => /[一-龥]{2}/.test(text) && !names.test(text))
  })
  return words.filter((text) => !people.some(({ name }) => text.includes(name)))
}

test('applies and announces the language that a visitor selects, and keeps it after a reload', async () => {
  const page = await reeve.open('/login')
  await expect.poll(() => page.title()).toMatch(/^登录/)
  await page.getByLabel('语言').selectOption('English')
  await page.getByText('Language set to English').waitFor()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(
    await page.evaluate(() => [localStorage.getItem('arco-locale'), document.documentElement.lang]),
  ).toEqual(['en-US', 'en-US'])
  await expect.poll(() => page.title()).toMatch(/^Sign in/)
  await page.reload()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Enter a username').waitFor()
  await page.getByLabel('Language').selectOption('简体中文')
  await page.getByText('已切换为简体中文').waitFor()
})

test('keeps a selected theme after a reload, and applies a theme that is selected in another tab', async () => {
  const page = await reeve.open('/login')
  await page.getByRole('button', { name: '切换到深色模式' }).click()
  await page.locator('body[arco-theme=dark]').waitFor()
  await page.reload({ waitUntil: 'commit' })
  await page.locator('body[arco-theme=dark]').waitFor()
  await page.getByRole('button', { name: '切换到浅色模式' }).click()
  await page.locator('body:not([arco-theme])').waitFor()
  // When another tab selects a theme, this page applies it.
  const other = await page.context().newPage()
  await other.goto('/terms')
  await other.evaluate(() => localStorage.setItem('arco-theme', 'dark'))
  await page.locator('body[arco-theme=dark]').waitFor()
})

test('shows the operator’s ICP and police filing numbers on the sign-in page', async () => {
  const page = await reeve.open('/login')
  await page.getByText('浙ICP备2026000001号').waitFor()
  await page.getByText('浙公网安备33010602000001号').waitFor()
})

test('lets a user sign in, open a dialog and sign out by keyboard alone', async () => {
  const person = first(ordinary, 'ordinary')
  const page = await reeve.open('/login')
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    )
  await page.getByLabel('账号', { exact: true }).waitFor()
  // The field already has the focus.
  await page.keyboard.type(person.mobilePhone)
  await page.keyboard.press('Tab')
  await page.keyboard.type(signInOf(person).password)
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('显示密码')
  await page.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  for (let count = 0; count < 4 && (await focused()) !== '登录'; count++)
    await page.keyboard.press('Shift+Tab')
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

test('shows an error with a retry button if the account page cannot be loaded', async () => {
  reeve.expectPrinted(/500|服务器出错/)
  const page = await reeve.openAs(signInOf(required(ordinary[2], 'item of ordinary')))
  const edit = page.getByRole('button', { name: '编辑' })
  await edit.waitFor()
  await page.route('**/actions/graphql', (route) =>
    route.request().postDataJSON().query.includes('sessions { id ip')
      ? route.fulfill({ status: 500, json: { code: 'INTERNAL', requestId: 'a-request-id' } })
      : route.continue(),
  )
  await page.reload()
  await page.getByRole('button', { name: '重试' }).waitFor()
  await page.getByText('a-request-id').waitFor()
  await picture(page, 'account-failed-light-zh-1440')
  await page.unroute('**/actions/graphql')
  await page.getByRole('button', { name: '重试' }).click()
  await edit.waitFor()
})
