import type { Locator, Page } from 'playwright-core'
import type { SignIn } from './index.ts'

/** Fills in and submits the password form. Accepts the terms if the page asks for acceptance. */
export async function signInByPassword(page: Page, { username, password }: SignIn): Promise<void> {
  await page.getByLabel('账号', { exact: true }).fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  const consent = page.getByRole('checkbox')
  if (await consent.isVisible()) await consent.check()
  await page.getByRole('button', { name: /^登录(并继续)?$/ }).click()
}

/**
 * Requests a verification code on the page. Returns the code from the server's outbox. `to` is an E.164 phone
 * number or an email address.
 */
export async function requestCode(
  page: Page,
  newestCode: (to: string) => Promise<string>,
  to: string,
): Promise<string> {
  await page.getByRole('button', { name: '获取验证码' }).click()
  return newestCode(to)
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /账号菜单/ }).click()
  // After sign-out, the page reloads and shows the sign-in form. This function waits for the reload, which
  // would otherwise interrupt the next step.
  const loaded = page.waitForEvent('load')
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await loaded
}

/** Returns the heading of the account page, which is a greeting. */
export const greetingOf = (page: Page) =>
  page.getByRole('heading', { level: 1, name: /^((上午|下午|晚上)好|欢迎)，/ })

/** Returns the E.164 form of a Chinese phone number. */
export const e164 = (national: string): string => `+86${national}`

/**
 * Searches for an area by name in the area field of the dialog, and selects the area. `whole` is its full
 * name with province and city.
 */
export async function chooseArea(page: Page, name: string, whole: string): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox', { name: /地区|区域/ })
  await field.fill(name)
  await page.getByRole('listbox', { name: '搜索结果' }).getByText(whole, { exact: true }).click()
  await page.getByRole('button', { name: `移除 ${whole}` }).waitFor()
  // The first Esc clears the search text, and the second Esc closes the panel.
  for (const _ of ['words', 'columns']) await field.press('Escape')
}

/** Returns the path and query of the page's URL. */
export const pathOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url())
  return pathname + decodeURIComponent(search)
}

/**
 * Stores the selected organization as the organization switcher does. The next page that opens uses this
 * organization.
 */
export async function switchTo(page: Page, tenant: { id: string; name: string }): Promise<void> {
  await page.evaluate((chosen) => {
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem('tenantId', chosen.id)
      storage.setItem('tenantName', chosen.name)
    }
  }, tenant)
}

/**
 * Moves the pointer to the Undo button of a toast and returns the button. While the pointer is there, the
 * toast does not close, however long the next steps take.
 */
export async function holdUndo(page: Page): Promise<Locator> {
  const button = page.getByRole('button', { name: '撤销', exact: true })
  await button.hover()
  return button
}
