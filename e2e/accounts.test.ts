import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { greetingOf, holdUndo, signInByPassword } from './harness/actions.ts'
import { absent, accessibilityFaults, type Look, loaded, picture, useConsole } from './harness/index.ts'
import { actors } from './harness/organizations.ts'
import { national, ordinary, organizationOf, people, signInOf, staff } from './harness/people.ts'

const reeve = useConsole({}, { demo: true })
const list = '/all-management/account-management'
/** The account list, sorted by age. The platform's staff have the oldest accounts. */
const eldest = `${list}?sort=CREATED_TIMESTAMP.asc`
const admin = staff('admin')
const helpdesk = staff('helpdesk')
const auditor = staff('auditor')
/**
 * Ordinary accounts among the 100 oldest accounts. Only accounts with a unique name are included, so that
 * tests can find the row of an account by its name.
 */
const elders = people
  .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  .slice(0, 100)
  .filter(({ name }, _, all) => all.filter((each) => each.name.includes(name)).length === 1)
  .filter((person) => ordinary.includes(person))

const { call } = actors(() => reeve.server)
const asAdmin = (query: string, variables: object) => call(signInOf(admin), query, variables)
async function idOf(person: typeof admin): Promise<string> {
  const query = 'query q($loginId: String!) { queryOperator(loginId: $loginId) { data { id } } }'
  return (await asAdmin(query, { loginId: person.mobilePhone })).queryOperator.data[0].id
}

const grant = async (person: typeof admin, codes: string[]) =>
  asAdmin(
    'mutation m($id: ID!, $codes: [String!]!) { saveAuthCodeByOperator(operatorId: $id, codes: $codes) { id } }',
    { id: await idOf(person), codes },
  )

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialogOf = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true }).click()

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByText('请先修改密码').first().waitFor()
  await page.getByText('当前密码由管理员设置').waitFor()
  await page.getByLabel('新密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '保存并继续' }).click()
  await greetingOf(page).waitFor()
}

test('lets an administrator create an account, grant it a permission, reset its password and disable it', async () => {
  const page = await reeve.openAs(signInOf(admin))
  await page.getByRole('link', { name: '账号管理' }).click()
  await page.getByRole('heading', { name: '账号管理' }).waitFor()

  // Create the account. The phone number is taken, so its field shows an error, and the other fields keep
  // their values.
  await page.getByRole('button', { name: '新建账号' }).click()
  await dialogOf(page)
    .getByLabel('手机号')
    .fill(national(required(ordinary[0], 'item of ordinary')))
  await dialogOf(page).getByLabel('昵称').fill('陆知微')
  await press(page, '新建')
  await dialogOf(page).getByText('手机号已被其他账号使用').waitFor()
  const phone = '13655551234'
  await dialogOf(page).getByLabel('手机号').fill(phone)
  await press(page, '新建')
  const once = dialogOf(page).locator('code')
  await once.waitFor()
  const generated = required(await once.textContent(), 'text content')
  expect(generated).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/)
  await page.keyboard.press('Escape')
  await picture(page, 'accounts-handed-out')
  expect(await accessibilityFaults(page)).toEqual([])
  await press(page, '完成')
  await rowOf(page, '陆知微').waitFor()
  // The new user signs in.
  const own = await reeve.open('/login')
  await signInByPassword(own, { username: phone, password: generated })
  await choosePassword(own, 'nine patient otters')
  // Grant a permission. The new user's open page applies it without a reload.
  await page.getByLabel('登录账号').fill(phone)
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText('共 1 条').waitFor()
  await page.getByRole('link', { name: '陆知微' }).click()
  await page.getByRole('heading', { name: '陆知微' }).waitFor()
  await page.getByText('136 5555 1234').waitFor()
  await page.getByLabel('认证审核').check()
  await page.getByText('1 处更改未保存').waitFor()
  await picture(page, 'account-unsaved')
  await page.getByRole('button', { name: '保存更改' }).click()
  await page.getByText('平台权限已更新').waitFor()
  await own.getByRole('link', { name: '认证审核' }).waitFor()
  // The page shows the account's sessions and audit events. The administrator can end single sessions.
  const sessions = page.getByRole('region', { name: '登录设备' })
  await sessions.getByRole('button', { name: /^退出 / }).click()
  await sessions.getByText('没有登录中的设备。').waitFor()
  await page.getByText('修改平台权限').waitFor()
  await own.waitForURL('**/login**')

  // Reset the password. The field shows the password strength and rejects a common password.
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '重置密码' }).click()
  await dialogOf(page).getByText('手动输入').click()
  const typed = dialogOf(page).locator('input[name="password"]')
  await typed.fill('password123')
  await press(page, '重置密码')
  await dialogOf(page).getByText('密码过于常见').waitFor()
  await typed.fill('Silver-lake-2026')
  await dialogOf(page).getByText('强度：强').waitFor()
  await press(page, '重置密码')
  await page.getByText('已重置陆知微的密码').waitFor()
  await page.getByText('待修改密码').waitFor()
  await signInByPassword(own, { username: phone, password: 'Silver-lake-2026' })
  await choosePassword(own, 'ten patient otters')

  // Disable the account. The user is signed out at once and cannot sign in.
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '停用账号' }).click()
  await dialogOf(page).getByText('停用陆知微？', { exact: false }).waitFor()
  await press(page, '停用')
  await page.getByText('已停用陆知微').waitFor()
  const undo = await holdUndo(page)
  await own.waitForURL('**/login**')
  await signInByPassword(own, { username: phone, password: 'ten patient otters' })
  await own.getByText('账号或密码不正确').waitFor()

  await undo.click()
  await page.getByText('已重新启用陆知微，已结束的会话不会恢复').waitFor()
  await signInByPassword(own, { username: phone, password: 'ten patient otters' })
  await greetingOf(own).waitFor()
})

test('stores account filters in the URL, except phone numbers, and changes an account’s nickname and phone number', async () => {
  const person = required(ordinary[1], 'item of ordinary')
  const page = await reeve.openAs(signInOf(admin), list)
  await page.getByRole('button', { name: '昵称', exact: true }).click()
  await page
    .getByRole('columnheader', { name: '昵称' })
    .and(page.locator('[aria-sort="ascending"]'))
    .waitFor()
  await page.getByLabel('状态').selectOption('true')
  await page.getByLabel('登录账号').fill(national(person))
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText('共 1 条').waitFor()
  await rowOf(page, person.name)
    .getByText(/^\d{3}\*{4}\d{4}$/)
    .waitFor()
  await page.reload()
  await page.getByText('共 1 条').waitFor()
  const asked = Object.fromEntries(new URL(page.url()).searchParams)
  // The URL contains every filter except the phone number.
  expect(asked).toEqual({ enabled: 'true', sort: 'NAME.asc' })
  expect(await page.getByLabel('登录账号').inputValue()).toBe(national(person))

  await page.getByRole('button', { name: `编辑${person.name}` }).click()
  await dialogOf(page).getByLabel('昵称').fill('顾言之')
  // While the field has the focus, its value contains no spaces.
  await dialogOf(page).getByLabel('手机号').click()
  await dialogOf(page).getByLabel('手机号').fill('13655550000')
  await press(page, '保存')
  await page.getByText('已保存顾言之').waitFor()
  await page.getByText('没有符合条件的结果').waitFor()
  await page.getByRole('button', { name: '清除条件' }).click()
  await page.getByLabel('昵称').fill('顾言')
  await page.getByRole('button', { name: '查询' }).click()
  await rowOf(page, '顾言之').getByText('136****0000').waitFor()

  // Find an organization by its name, and filter the accounts by this organization.
  const { name, members } = organizationOf('FINISH')
  await page.goto(`${list}?tenantName=${name.slice(0, 2)}`)
  await page.getByLabel('所属组织').fill(name)
  await page.getByRole('option', { name }).click()
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText(`共 ${members.length} 条`).waitFor()
})

test('lets the role account_management disable several accounts, except an account with more permissions', async () => {
  const [first, second, third] = elders.slice(-3) as [typeof admin, typeof admin, typeof admin]
  const page = await reeve.openAs(signInOf(helpdesk), eldest)
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '账号管理' }).waitFor()

  // The role account_management cannot change administrators, accounts that have more permissions, or the
  // user's own account.
  for (const { name } of [admin, auditor]) {
    await page.getByLabel(`选择${name}`, { exact: true }).and(page.locator(':disabled')).waitFor()
    await absent(page.getByRole('button', { name: `编辑${name}` }), {
      after: rowOf(page, name).getByRole('link', { name: `查看${name}` }),
    })
  }
  expect(await page.getByLabel(`选择${helpdesk.name}`, { exact: true }).isDisabled()).toBe(true)

  await page.goto(`${eldest}&size=100`)
  // After three accounts have been selected, one of them is granted a permission. When the user confirms,
  // this account is skipped, and the page reports that.
  for (const { name } of [first, second, third]) await page.getByLabel(`选择${name}`, { exact: true }).check()
  await page.getByRole('button', { name: '停用', exact: true }).click()
  await dialogOf(page)
    .getByText([first, second, third].map(({ name }) => name).join('、'), { exact: false })
    .waitFor()
  await picture(page, 'accounts-disable-many')
  await grant(third, ['certification_audit'])
  await press(page, '停用')
  await page.getByText('已停用 2 个账号，1 个失败').waitFor()
  await page.getByRole('button', { name: '查看', exact: true }).click()
  await dialogOf(page).getByText('无权变更').waitFor()
  await picture(page, 'accounts-disabled-but-one')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  for (const { name } of [first, second]) await rowOf(page, name).getByText('已停用').waitFor()
  await grant(third, [])
  await page.getByRole('button', { name: '关闭', exact: true }).click()

  await page.getByLabel(`选择${first.name}`, { exact: true }).check()
  await page.getByLabel(`选择${second.name}`, { exact: true }).check()
  await page.getByRole('button', { name: '启用', exact: true }).click()
  await press(page, '启用')
  await page.getByText('已启用 2 个账号').waitFor()

  // The permissions of other accounts are visible, but their sessions and audit events are not.
  await page.goto(eldest)
  await page.getByRole('link', { name: auditor.name, exact: true }).click()
  await page.getByRole('heading', { name: auditor.name }).waitFor()
  const after = page.getByText('只有平台管理员可以变更。')
  for (const hidden of ['登录设备', '操作日志'])
    await absent(page.getByRole('region', { name: hidden }), { after })
  for (const hidden of ['编辑', '更多操作'])
    await absent(page.getByRole('button', { name: hidden, exact: true }), { after })
  await picture(page, 'account-of-more')

  const stranger = await reeve.openAs(signInOf(first), list)
  await stranger.waitForURL('**/accountInfo/index')
})

test('shows different messages for an account that does not exist and an account that cannot be loaded', async () => {
  reeve.expectPrinted(/GetOperator failed: 200 INTERNAL, request abc-123/)
  const page = await reeve.openAs(signInOf(admin), `${list}/00000000-0000-7000-8000-000000000000`)
  await page.getByText('账号不存在').waitFor()
  await page.getByRole('link', { name: '返回账号列表' }).click()
  await page.getByLabel('登录账号').fill('helpdesk')
  await page.getByRole('button', { name: '查询' }).click()
  await rowOf(page, helpdesk.name).waitFor()
  await page.route('**/graphql', (route) =>
    route.request().postDataJSON().operationName === 'GetOperator'
      ? route.fulfill({
          contentType: 'application/json',
          body: JSON.stringify({
            errors: [{ message: '服务器出错了', extensions: { code: 'INTERNAL', requestId: 'abc-123' } }],
          }),
        })
      : route.continue(),
  )
  await page.getByRole('link', { name: helpdesk.name, exact: true }).click()
  await page.getByText('账号加载失败').waitFor()
  await page.getByText('abc-123', { exact: false }).waitFor()
  await page.unroute('**/graphql')
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByRole('heading', { name: helpdesk.name }).waitFor()
})

for (const look of [{}, { theme: 'dark', locale: 'en-US', width: 360, height: 780 }] satisfies Look[]) {
  test(`shows accessible account pages (${Object.values(look).join(', ') || 'default'})`, async () => {
    const suffix = Object.values(look).join('-') || 'light'
    const english = 'locale' in look
    const page = await reeve.openAs(signInOf(admin), eldest, look)
    await rowOf(page, helpdesk.name).waitFor()
    await picture(page, `accounts-${suffix}`)
    expect(await accessibilityFaults(page)).toEqual([])

    await page
      .getByRole('button', {
        name: english ? `More actions for ${helpdesk.name}` : `${helpdesk.name}的更多操作`,
      })
      .click()
    await page.getByRole('menuitem', { name: english ? 'Reset password' : '重置密码' }).waitFor()
    await picture(page, `accounts-menu-${suffix}`)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('menuitem', { name: english ? 'Reset password' : '重置密码' }).click()
    await dialogOf(page)
      .getByText(english ? 'Enter manually' : '手动输入', { exact: true })
      .click()
    await dialogOf(page).locator('input[name="password"]').fill('reeve2026!')
    await picture(page, `accounts-reset-${suffix}`)
    expect(await accessibilityFaults(page)).toEqual([])
    await press(page, english ? 'Cancel' : '取消')
    await page.getByRole('button', { name: english ? 'Discard' : '放弃更改', exact: true }).click()

    await page.getByRole('button', { name: english ? /^New/ : /^新建/ }).click()
    await press(page, english ? 'Create account' : '新建')
    await dialogOf(page).locator('[aria-invalid="true"]').first().waitFor()
    await picture(page, `accounts-create-${suffix}`)
    expect(await accessibilityFaults(page)).toEqual([])

    const member = required(organizationOf('FINISH').plain[0], 'item of plain')
    await page.goto(`${list}/${await idOf(member)}`)
    await page.getByRole('heading', { name: member.name }).waitFor()
    await loaded(page)
    await picture(page, `account-${suffix}`)
    expect(await accessibilityFaults(page)).toEqual([])
  })
}
