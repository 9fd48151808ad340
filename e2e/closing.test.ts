import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signInByPassword } from './harness/actions.ts'
import { accessibilityFaults, type Look, picture, useConsole } from './harness/index.ts'
import { national, ordinary, organizationOf, signInOf, staff } from './harness/people.ts'

const reeve = useConsole({}, { demo: true })
const list = '/all-management/account-management'
const admin = staff('admin')
/** Who owns no organization. */
const [leaving, closed] = ordinary.slice(3) as [typeof admin, typeof admin]

const dialogOf = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true }).click()
const panelOf = (page: Page) => page.getByRole('region', { name: '注销账号' })

test('an account is closed by its owner, who is told of the 15 days and takes it back by signing in', async () => {
  const page = await reeve.openAs(signInOf(leaving))
  await panelOf(page).getByRole('button', { name: '注销账号' }).click()
  await dialogOf(page).getByText('15 天内登录即可撤回', { exact: false }).waitFor()
  await press(page, '注销账号')
  await dialogOf(page).getByText('与您的昵称不一致').waitFor()
  await picture(page, 'account-close')
  expect(await accessibilityFaults(page)).toEqual([])
  await dialogOf(page).getByLabel(`输入“${leaving.name}”以确认`).fill(leaving.name)
  await press(page, '注销账号')
  await page.waitForURL('**/login**')
  await page.getByText('您的账号已申请注销，15 天后删除。', { exact: false }).waitFor()
  await picture(page, 'account-closing')

  const office = await reeve.openAs(signInOf(admin), `${list}?loginId=${national(leaving)}`)
  await office.getByText('注销中，至', { exact: false }).waitFor()
  await picture(office, 'accounts-closing')

  await signInByPassword(page, { username: national(leaving), password: signInOf(leaving).password })
  await page.getByText('欢迎回来，账号注销已撤回').waitFor()
  await page.getByRole('heading', { name: '账号信息' }).waitFor()
})

test('an administrator closes an account and takes it back', async () => {
  const page = await reeve.openAs(signInOf(admin), `${list}?loginId=${national(closed)}`)
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
  await page.getByRole('menuitem', { name: '撤回注销' }).click()
  await dialogOf(page).getByText(`撤回${closed.name}的注销？`, { exact: false }).waitFor()
  await picture(page, 'account-take-back')
  await press(page, '撤回注销')
  await page.getByText(`已撤回${closed.name}的注销`).waitFor()
  await page.getByText('正常').first().waitFor()
})

test('an owner is told what keeps them, and led there', async () => {
  const { owner, name } = organizationOf('FINISH')
  const page = await reeve.openAs(signInOf(owner))
  await panelOf(page).getByText('您还有以下组织').waitFor()
  expect(await panelOf(page).getByRole('button', { name: '注销账号' }).count()).toBe(0)
  await picture(page, 'account-close-owner')
  await panelOf(page).getByRole('link', { name, exact: true }).click()
  await page.waitForURL('**/organizational-management/configuration')
})

for (const look of [
  { theme: 'dark', locale: 'en-US' },
  { width: 360, height: 780 },
] satisfies Look[]) {
  test(`closing an account, ${JSON.stringify(look)}`, async () => {
    const english = 'locale' in look
    const page = await reeve.openAs(signInOf(ordinary[5]!), '/accountInfo/index', look)
    const name = english ? 'Close account' : '注销账号'
    const panel = page.getByRole('region', { name })
    await panel.scrollIntoViewIfNeeded()
    await picture(page, `account-close-panel-${english ? 'en' : '360'}`)
    await panel.getByRole('button', { name }).click()
    await dialogOf(page).getByRole('textbox').waitFor()
    await picture(page, `account-close-${english ? 'en' : '360'}`)
    expect(await accessibilityFaults(page)).toEqual([])
  })
}
