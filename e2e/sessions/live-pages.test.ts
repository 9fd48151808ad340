import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { holdUndo, signInByPassword, switchTo } from '../harness/actions.ts'
import { accessibilityFaults, picture, useConsole } from '../harness/index.ts'
import { actors, admin, type TestAccount } from '../harness/organizations.ts'

// Tests that changes by other users appear on open pages without a reload.

const reeve = useConsole()
const { register, call, organization } = actors(() => reeve.server)

const idOf = async (who: TestAccount): Promise<string> => (await call(who, '{ auth { id } }')).auth.id
const join = (who: TestAccount, code: string) =>
  call(who, 'mutation($code: String!) { joinTenantByCode(code: $code) { id } }', { code })
const members = '/organizational-management/member-management'

/** Starts recording toasts. Returns a function that returns the toasts recorded so far. */
async function noteToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const noted: string[] = []
    Object.assign(window, { noted })
    const shown = document.querySelector('[role="status"][aria-live="polite"]')
    if (!shown) throw new Error('the page has no container for toasts')
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) noted.push((node.textContent ?? '').trim())
    }).observe(shown, { childList: true })
  })
  return () => page.evaluate(() => (window as unknown as { noted: string[] }).noted)
}

/** Opens a page of the organization as one of its members. */
async function openIn(who: TestAccount, tenant: { id: string; name: string }, path: string): Promise<Page> {
  const page = await reeve.openAs(who)
  await page.getByTitle('当前组织').waitFor()
  await switchTo(page, tenant)
  await page.goto(path)
  return page
}

test('the open member list shows a new member without a reload', async () => {
  const [owner, guest] = [await register('周晓峰'), await register('吴俊杰')]
  const name = '武汉光电科技有限公司'
  const { id, code } = await organization(owner, name)
  const page = await openIn(owner, { id, name }, members)
  await page.getByText('共 1 条').waitFor()
  await join(guest, code)
  await page.getByText('新消息：有新成员加入').waitFor()
  await page.getByRole('table').getByText('吴俊杰').waitFor()
  await page.getByText('共 2 条').waitFor()
})

test('the refresh button of a list also refetches the data of the page header', async () => {
  const owner = await register('郑海燕')
  const name = '宁波港航科技有限公司'
  const { id, code } = await organization(owner, name)
  const page = await openIn(owner, { id, name }, `${members}?page=1`)
  await page.getByText('共 1 条').waitFor()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/graphql'))
      asked.push(request.postDataJSON().operationName)
  })
  await page.getByRole('button', { name: '刷新', exact: true }).click()
  await expect.poll(() => ['QueryOperator', 'GetTenant'].every((each) => asked.includes(each))).toBe(true)
  expect(code).toBeTruthy()
})

test('announces a transfer of ownership once to the old owner, and sends the new owner a message', async () => {
  const [owner, heir] = [await register('方文静'), await register('贺子豪')]
  const name = '合肥量子科技有限公司'
  const { id, code } = await organization(owner, name)
  await join(heir, code)
  const page = await openIn(owner, { id, name }, '/organizational-management/configuration')
  const other = await reeve.openAs(heir)
  await other.getByTitle('当前组织').waitFor()
  const toasts = await noteToasts(page)
  await page.getByRole('button', { name: '移交所有权' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('list', { name: '可以移交给的成员' }).getByRole('button').click()
  await dialog.getByLabel('输入组织名称', { exact: false }).fill(name)
  await dialog.getByRole('button', { name: '移交所有权' }).click()
  await other.getByText('新消息：组织所有者已变更').waitFor()
  await page.getByRole('button', { name: '退出组织' }).waitFor()
  expect(await toasts()).toEqual(['贺子豪现在是组织的所有者'])
})

test('moves members of a deleted organization to their personal space, and lets a sole member delete an organization', async () => {
  const [owner, guest] = [await register('程远航'), await register('邱明月')]
  const name = '大连海洋科技有限公司'
  const { id, code } = await organization(owner, name)
  await join(guest, code)
  const page = await openIn(guest, { id, name }, '/dashboard/workplace')
  await page.getByTitle('当前组织').getByText(name).waitFor()
  await call(admin, 'mutation($id: ID!) { deleteTenant(id: $id) }', { id })
  await page.getByText(`您已不在${name}，已回到个人空间`).waitFor()
  await page.getByTitle('当前组织').getByText('个人空间').waitFor()

  const alone = { name: '青岛独立科技有限公司', ...(await organization(owner, '青岛独立科技有限公司')) }
  const own = await openIn(owner, alone, '/organizational-management/configuration')
  await own.getByText('您是唯一的成员，可以删除组织', { exact: false }).waitFor()
  await picture(own, 'configuration-alone')
  await own.getByRole('button', { name: '删除组织' }).click()
  const dialog = own.getByRole('dialog')
  await dialog.getByRole('textbox').fill(alone.name)
  await dialog.getByRole('button', { name: '删除组织' }).click()
  await own.getByText(`已删除${alone.name}`).waitFor()
  await own.waitForURL('**/accountInfo/index')
})

test('shows on an open page that the organization has expired', async () => {
  const owner = await register('孟繁星')
  const name = '西安测绘科技有限公司'
  const { id } = await organization(owner, name)
  const expireAt = new Date(Date.now() + 12_000).toISOString()
  const facts = 'areaIds: ["330106"], contact: { name: "王", mobilePhone: "13800138000" }, uploadAudit: false'
  await call(
    admin,
    `mutation($id: ID!, $name: String!, $expireAt: DateTime) { updateTenant(id: $id, name: $name, ${facts}, expireAt: $expireAt) { id } }`,
    { id, name, expireAt },
  )
  const page = await openIn(owner, { id, name }, members)
  await page.getByText('共 1 条').waitFor()
  await page.getByText(`${name}已到期，目前仅可查看`).waitFor()
})

test('shows that an administrator ended the session, until the user signs in again', async () => {
  const someone = await register('石晓琳')
  const page = await reeve.openAs(someone)
  await page.getByTitle('当前组织').waitFor()
  const id = await idOf(someone)
  reeve.expectPrinted(/Empty AccessToken/)
  await call(admin, 'mutation($id: ID!) { revokeOperatorSessions(operatorId: $id) }', { id })
  await page.waitForURL('**/login**')
  const why = page.getByText('管理员结束了您的登录会话，请重新登录。')
  await why.waitFor()
  await picture(page, 'sign-in-ended-zh')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.reload()
  await why.waitFor()
  await signInByPassword(page, someone)
  await page.waitForURL('**/accountInfo/index')
  await page.goto('/terms')
  expect(await page.evaluate(() => localStorage.getItem('session-end'))).toBeNull()
})

test('an action on one member or account uses the single-object mutation, and its message names the person', async () => {
  const [owner, guest] = [await register('顾清扬'), await register('陶思远')]
  const name = '厦门精工科技有限公司'
  const { id, code } = await organization(owner, name)
  await join(guest, code)
  const called: string[] = []
  const note = (page: Page) =>
    page.on('request', (request) => {
      const query: string = request.method() === 'POST' && request.postDataJSON()?.query
      if (query && /^\s*mutation/.test(query))
        called.push(required(required(/mutation (\w+)/.exec(query), 'match')[1], 'group of the match'))
    })
  const page = await openIn(owner, { id, name }, members)
  note(page)
  const menu = async (on: Page, shown: string, item: string) => {
    await on.getByRole('button', { name: `${shown}的更多操作` }).click()
    await on.getByRole('menuitem', { name: item }).click()
    await on
      .getByRole('dialog')
      .getByRole('button', { name: item.replace('账号', ''), exact: true })
      .click()
  }
  await menu(page, '陶思远', '设为管理员')
  await page.getByText('已将陶思远设为管理员').waitFor()
  await menu(page, '陶思远', '移出组织')
  await page.getByText('共 1 条').waitFor()

  const platform = await reeve.openAs(admin, '/all-management/account-management?size=100')
  note(platform)
  await menu(platform, '陶思远', '停用账号')
  await platform.getByText('已停用陶思远').waitFor()
  await (await holdUndo(platform)).click()
  await platform.getByText('已重新启用陶思远', { exact: false }).waitFor()
  expect(called).toEqual(['AddTenantManager', 'RemoveTenantOperator', 'InvalidOperator', 'ValidOperator'])
})
