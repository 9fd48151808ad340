import type { Page } from 'playwright-core'
import type { SignIn } from './index.ts'

/** Fills in and sends the password form of the page as it stands; gives the consent where it is asked for. */
export async function signInByPassword(page: Page, { username, password }: SignIn): Promise<void> {
  await page.getByLabel('账号', { exact: true }).fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  const consent = page.getByRole('checkbox')
  if (await consent.isVisible()) await consent.check()
  await page.getByRole('button', { name: /^登录(并继续)?$/ }).click()
}

/** Asks for a code and reads it where the server has put it. `to` is E.164. */
export async function codeFor(
  page: Page,
  newestCode: (to: string) => Promise<string>,
  to: string,
): Promise<string> {
  await page.getByRole('button', { name: '获取验证码' }).click()
  return newestCode(to)
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /账号菜单/ }).click()
  // Then it is loaded anew, after it has shown the sign-in page already: what comes next would be interrupted.
  const loaded = page.waitForEvent('load')
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await loaded
}

/** The account page, by the greeting in its head. */
export const greetingOf = (page: Page) =>
  page.getByRole('heading', { level: 1, name: /^((上午|下午|晚上)好|欢迎)，/ })

/** E.164 of a number as people in China write it. */
export const e164 = (national: string): string => `+86${national}`

/** Finds an area by its name in the form's field for areas, and chooses it. */
export async function chooseArea(page: Page, name: string, whole: string): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox', { name: /地区|区域/ })
  await field.fill(name)
  await page.getByRole('listbox', { name: '搜索结果' }).getByText(whole, { exact: true }).click()
  await page.getByRole('button', { name: `移除 ${whole}` }).waitFor()
  // The words go first, then the columns.
  for (const _ of ['words', 'columns']) await field.press('Escape')
}

/** Path and query without the origin. */
export const placeOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url())
  return pathname + decodeURIComponent(search)
}

/** Puts the session into an organization, as the switch in the navbar does; the next page that is opened is in it. */
export async function switchTo(page: Page, tenant: { id: string; name: string }): Promise<void> {
  await page.evaluate((chosen) => {
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem('tenantId', chosen.id)
      storage.setItem('tenantName', chosen.name)
    }
  }, tenant)
}
