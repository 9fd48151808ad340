import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { greetingOf, requestCode, signInByPassword } from './harness/actions.ts'
import {
  absent,
  accessibilityFaults,
  demoPassword,
  picture,
  quiet,
  reconnect,
  tokensOf,
  useConsole,
} from './harness/index.ts'
import { national, ordinary, organizationOf, signInOf, staff } from './harness/people.ts'

const reeve = useConsole({}, { demo: true })
const people = [...ordinary]
const someone = () => required(people.shift(), 'item of people')

const dialogOf = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true }).click()
const panelOf = (page: Page) => page.getByRole('region', { name: '注销账号' })

test('lets a user change nickname, username, email, phone number and password', async () => {
  const person = required(
    ordinary.find(({ email }) => email === null),
    'item of ordinary',
  )
  people.splice(people.indexOf(person), 1)
  const other = required(
    ordinary.find(({ id, username }) => id !== person.id && username),
    'item of ordinary',
  )
  const page = await reeve.openAs(signInOf(person))
  const dialog = dialogOf(page)

  // If the username is taken, its field shows an error.
  await page.getByRole('button', { name: '编辑' }).click()
  await dialog.getByLabel('昵称').fill('李明远')
  await dialog.getByLabel('用户名').fill(required(other.username, 'username').toUpperCase())
  await press(page, '保存')
  await dialog.getByText('用户名已被使用').first().waitFor()
  await dialog.getByLabel('用户名').fill('li.mingyuan')
  await press(page, '保存')
  await page.getByText('资料已保存').waitFor()
  await dialog.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: '绑定 邮箱' }).click()
  await dialog.getByLabel('邮箱地址').fill('Someone.New@example.com')
  const mailed = await requestCode(page, reeve.server.newestCode, 'Someone.New@example.com')
  await dialog.getByLabel('邮箱验证码').fill(mailed)
  await press(page, '绑定邮箱')
  await page.getByText('邮箱已绑定').waitFor()
  await dialog.waitFor({ state: 'hidden' })

  // The server notifies the old phone number of the change.
  await page.getByRole('button', { name: '更换 手机号' }).click()
  await dialog.getByLabel('新手机号').fill('13712345678')
  const code = await requestCode(page, reeve.server.newestCode, '+8613712345678')
  await dialog.getByLabel('短信验证码').fill(code)
  await press(page, '更换手机号')
  await page.getByText('手机号已更换').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => reeve.server.messages().some(({ to }) => to === person.mobilePhone)).toBe(true)

  // Changing the password ends all sessions except the one in this browser.
  const otherBrowser = await reeve.openAs({ username: 'Li.MingYuan', password: demoPassword })
  await otherBrowser.getByRole('heading', { name: '李明远' }).waitFor()
  await page.getByRole('button', { name: '修改 登录密码' }).click()
  await dialog.getByLabel('新密码').fill('password123')
  await press(page, '修改密码')
  await dialog.getByText('密码过于常见，请换一个').first().waitFor()
  await dialog.getByLabel('新密码').fill('three-grey-herons')
  await press(page, '修改密码')
  await page.getByText('密码已修改，其他设备已退出登录').waitFor()
  await otherBrowser.reload()
  await otherBrowser.waitForURL('**/login**')

  await page.reload()
  await page.getByRole('heading', { name: '李明远' }).waitFor()
  await page.getByText('li.mingyuan').first().waitFor()
  await page.getByRole('button', { name: '更换 邮箱' }).waitFor()
  await tokensOf(reeve.server, { username: '+8613712345678', password: 'three-grey-herons' })
})

test('lets a user end one session of another browser, or all other sessions at once', async () => {
  const person = someone()
  const [page, other, third] = [
    await reeve.openAs(signInOf(person)),
    await reeve.openAs(signInOf(person)),
    await reeve.openAs(signInOf(person)),
  ] as const
  await page.reload()
  await page.getByText('本机').first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^退出 / }).count()).toBe(2)

  // While offline, the page reports that the request failed, and changes nothing.
  reeve.expectPrinted(/ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await page
    .getByRole('button', { name: /^退出 / })
    .first()
    .click()
  await page.getByText('无法连接服务器，请检查网络后重试').first().waitFor()
  await reconnect(page)

  // The session of this browser is listed first, followed by the newest session.
  await page
    .getByRole('button', { name: /^退出 / })
    .first()
    .click()
  await page
    .getByText(/已退出$/)
    .first()
    .waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^退出 / }).count()).toBe(1)
  await third.reload()
  await third.waitForURL('**/login**')
  await other.reload()
  await other.getByRole('heading', { name: person.name }).waitFor()

  await page.getByRole('button', { name: '退出其他设备' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '退出其他设备' }).click()
  await page.getByText('其他设备已全部退出').waitFor()
  await other.reload()
  await other.waitForURL('**/login**')
  await page.reload()
  await page.getByText('仅本机登录，没有其他设备。').waitFor()
})

test('lets a user switch organizations on the account page, but does not let an owner close the account', async () => {
  const { owner, name: own } = organizationOf('FINISH')
  const page = await reeve.openAs(signInOf(owner))
  const stored = () =>
    page.evaluate(() => [localStorage.getItem('tenantId'), localStorage.getItem('tenantName')])
  await page.getByText('正常').first().waitFor()
  const [personal] = await stored()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^切换到/ })
    .first()
    .click()
  await page
    .getByText(/^已切换到/)
    .first()
    .waitFor()
  await page.waitForURL('**/dashboard/workplace')
  const [id, name] = await stored()
  expect(id).not.toBe(personal)
  expect(name).not.toBe('SELF')

  // If the user is no longer a member of the stored organization, the console opens the personal space.
  await page.evaluate(() => {
    localStorage.setItem('tenantId', '00000000-0000-7000-8000-000000000000')
    sessionStorage.clear()
  })
  await page.goto('/accountInfo/index')
  await page.getByRole('heading', { name: owner.name }).waitFor()
  expect(await stored()).toEqual([personal, 'SELF'])
  const organizations = page.getByRole('region', { name: '我的组织' })
  await organizations.waitFor()
  // The personal space is listed, but not included in the number of organizations.
  const cells = await organizations.getByRole('listitem').count()
  await organizations
    .getByText(String(cells - 1), { exact: true })
    .first()
    .waitFor()

  // An account that owns an organization cannot be closed. The panel lists the organizations and links to
  // them.
  await absent(panelOf(page).getByRole('button', { name: '注销账号' }), {
    after: panelOf(page).getByText('您名下还有以下组织'),
  })
  await picture(page, 'account-close-owner')
  await panelOf(page).getByRole('link', { name: own, exact: true }).click()
  await page.waitForURL('**/organizational-management/configuration')
})

test.each([
  { width: 1440, theme: 'light', locale: 'zh-CN' },
  { width: 768, theme: 'dark', locale: 'zh-CN' },
  { width: 360, theme: 'dark', locale: 'en-US' },
] as const)(
  'shows an owner’s account page without horizontal scrolling at $width px',
  async ({ width, theme, locale }) => {
    const page = await reeve.openAs(signInOf(organizationOf('FINISH').owner), '/accountInfo/index', {
      width,
      height: 900,
      theme,
      locale,
    })
    await page.getByRole('region', { name: /^(我的组织|Your organizations)$/ }).waitFor()
    await quiet(page)
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `account-landing-${width}-${theme}-${locale}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  },
)

test('announces that a closed account is deleted in 15 days, and cancels the closure when the user signs in', async () => {
  const leaving = someone()
  const page = await reeve.openAs(signInOf(leaving))
  await panelOf(page).getByRole('button', { name: '注销账号' }).click()
  await dialogOf(page).getByText('15 天内登录可撤销注销', { exact: false }).waitFor()
  await press(page, '注销账号')
  await dialogOf(page).getByText('与您的昵称不一致').waitFor()
  await picture(page, 'account-close')
  expect(await accessibilityFaults(page)).toEqual([])
  await dialogOf(page).getByLabel(`输入“${leaving.name}”以确认`).fill(leaving.name)
  await press(page, '注销账号')
  await page.waitForURL('**/login**')
  await page.getByText('您的账号已申请注销，将于 15 天后删除。', { exact: false }).waitFor()
  await picture(page, 'account-closing')

  const office = await reeve.openAs(
    signInOf(staff('admin')),
    `/all-management/account-management?loginId=${national(leaving)}`,
  )
  await office.getByText('注销中，至', { exact: false }).waitFor()
  await picture(office, 'accounts-closing')

  await signInByPassword(page, { username: national(leaving), password: signInOf(leaving).password })
  await page.getByText('欢迎回来，账号注销已撤销').waitFor()
  await greetingOf(page).waitFor()
})

test('lets an administrator close an account, and cancel the closure', async () => {
  const closed = someone()
  const page = await reeve.openAs(
    signInOf(staff('admin')),
    `/all-management/account-management?loginId=${national(closed)}`,
  )
  await page.getByRole('link', { name: closed.name, exact: true }).click()
  await page.getByRole('heading', { name: closed.name }).waitFor()
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '注销账号' }).click()
  await dialogOf(page).getByLabel(`输入“${closed.name}”以确认`).fill(closed.name)
  await press(page, '注销账号')
  await page.getByText(`${closed.name}将在 15 天后注销`).waitFor()
  await page.getByText('注销中，至', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: '更多操作' }).click()
  await picture(page, 'account-closed')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('menuitem', { name: '撤销注销' }).click()
  await dialogOf(page).getByText(`撤销${closed.name}的注销申请？`, { exact: false }).waitFor()
  await picture(page, 'account-take-back')
  await press(page, '撤销注销')
  await page.getByText(`已撤销${closed.name}的注销`).waitFor()
  await page.getByText('正常').first().waitFor()
})

test('lets a user close their account in English and dark mode', async () => {
  const leaving = someone()
  const page = await reeve.openAs(signInOf(leaving), '/accountInfo/index', {
    theme: 'dark',
    locale: 'en-US',
  })
  const panel = page.getByRole('region', { name: 'Close account' })
  await panel.scrollIntoViewIfNeeded()
  await picture(page, 'account-close-panel-dark-en')
  await panel.getByRole('button', { name: 'Close account' }).click()
  await dialogOf(page).getByRole('textbox').waitFor()
  await picture(page, 'account-close-dark-en')
  expect(await accessibilityFaults(page)).toEqual([])
  await dialogOf(page).getByRole('textbox').fill(leaving.name)
  await press(page, 'Close account')
  await page.waitForURL('**/login**')
  await page.getByText(/will be deleted in 15 days\. Sign in before then to cancel\.$/).waitFor()
})
