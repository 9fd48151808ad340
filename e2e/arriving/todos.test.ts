import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { greetingOf, switchTo } from '../harness/actions.ts'
import { absent, accessibilityFaults, picture, useConsole } from '../harness/index.ts'
import { goTo } from '../harness/navigation.ts'
import { actors, admin } from '../harness/organizations.ts'

// Tests the to-dos at the top of the account page, and the checklist for a new organization on the workplace.
const reeve = useConsole()
const { register, grant, apply, confirm, reject, call } = actors(() => reeve.server)

test('the workplace of a user without an organization links to the form for joining one', async () => {
  const page = await reeve.openAs(await register('何雨桐'), '/dashboard/workplace')
  const waits = page.getByRole('region', { name: '待我处理' })
  // Users without an organization see no statistics.
  await absent(page.locator('dl'), { after: waits.getByText('您还没有加入组织') })
  await waits.getByRole('link', { name: '加入组织' }).click()
  await page.getByRole('heading', { name: '用邀请码加入' }).waitFor()
})

test('the account page shows a reviewer’s to-dos with a link to the queue, and an applicant’s rejected request', async () => {
  const [applicant, reviewer] = [await register('许知远'), await register('程以宁')]
  await grant(reviewer, ['certification_audit'])
  const name = '绍兴镜湖环境监测有限公司'
  const id = await apply(applicant, name)

  // The page shows no buttons until the to-dos have loaded. Otherwise the to-do panel would move the buttons
  // down under the pointer.
  const page = await reeve.openAs(reviewer, 'about:blank')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/graphql**', async (route) => {
    const asked = `${route.request().url()} ${route.request().postData()}`
    if (asked.includes('submitDateTime')) await held
    await route.fallback()
  })
  await page.goto('/accountInfo/index')
  const main = page.getByRole('main')
  await absent(main.getByRole('button'), { after: main.getByRole('heading', { name: '登录设备' }) })
  await absent(page.getByRole('region', { name: '待我处理' }), {
    after: main.getByRole('heading', { name: '登录设备' }),
  })
  answer()
  const waits = page.getByRole('region', { name: '待我处理' })
  await waits.getByText(/份组织认证待审核/).waitFor()
  await page.unroute('**/graphql**')
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'account-landing-waits')

  await waits.getByRole('link', { name: '去审核' }).click()
  await page.waitForURL('**/audit-management**')

  // During the review, the applicant has no to-dos and sees no panel.
  const other = await reeve.openAs(applicant)
  await absent(other.getByRole('region', { name: '待我处理' }), {
    after: other.getByRole('listitem').filter({ hasText: name }).getByText('待审核'),
  })
  // After the rejection, the applicant sees the reason and a link to the form.
  await reject(id, '营业执照与名称不一致')
  await other.reload()
  const own = other.getByRole('region', { name: '待我处理' })
  // On the account page, only the to-do panel shows the status of the request. Other pages show it in a
  // banner.
  const banner = other.getByRole('region', { name: '组织申请' })
  await absent(banner, { after: own.getByText(`${name}的申请被驳回`) })
  await goTo(other, '/message/list')
  await banner.getByText('营业执照与名称不一致').waitFor()
  await goTo(other, '/accountInfo/index')
  await own.getByText('营业执照与名称不一致').waitFor()
  await banner.waitFor({ state: 'detached' })
  await own.getByRole('link', { name: '修改并重新提交' }).click()
  await other.getByRole('dialog', { name: '重新申请' }).getByLabel('组织名称').waitFor()
})

const workplace = '/dashboard/workplace'
const checklist = (page: Page) => page.getByRole('region', { name: /快速开始|Getting started/ })
const step = (page: Page, name: string) => checklist(page).getByRole('heading', { name, exact: true })

test('shows the owner of a new organization a checklist, which the owner can hide and show again', async () => {
  const [owner, joining] = [await register('司徒欣怡'), await register('陈思琪')]
  const name = '深圳启辰港口物流股份有限公司'
  const tenant = { id: await apply(owner, name), name }
  await confirm(tenant.id)
  const enter = async (who: typeof owner, look = {}) => {
    const page = await reeve.openAs(who, '/accountInfo/index', look)
    await greetingOf(page).waitFor()
    await switchTo(page, tenant)
    await page.goto(workplace)
    return page
  }
  const page = await enter(owner)
  await checklist(page).getByText('已完成 1 / 4').waitFor()
  await page.getByRole('heading', { level: 1, name: '组织已通过认证，开始使用吧' }).waitFor()
  await page.getByRole('region', { name: '组织概况' }).getByText('司徒欣怡（您）').waitFor()
  // A step that is not available yet shows the reason.
  expect(await checklist(page).getByRole('button', { name: '设置权限' }).isDisabled()).toBe(true)
  await checklist(page)
    .getByText(/有成员后即可设置/)
    .waitFor()

  await checklist(page).getByRole('button', { name: '生成邀请链接' }).click()
  const link = checklist(page).getByRole('textbox', { name: '邀请链接' })
  const first = await link.inputValue()
  expect(first).toMatch(/\/join\/\w{16}$/)
  await checklist(page).getByText('30 天').click()
  await checklist(page)
    .getByText(/原链接已失效/)
    .waitFor()
  const second = await link.inputValue()
  expect(second).not.toBe(first)
  await checklist(page).getByRole('img', { name: '扫码加入' }).waitFor()
  await picture(page, 'checklist-owner-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])

  // Another user joins while the page is open. The step collapses, and its heading gets the focus.
  await checklist(page).getByRole('button', { name: '复制链接' }).focus()
  const join = 'mutation($code: String!) { joinTenantByCode(code: $code) { id } }'
  await call(joining, join, { code: second.split('/').at(-1) })
  await step(page, '已有成员加入').waitFor()
  await checklist(page).getByText('已完成 2 / 4').waitFor()
  // The statistics next to the checklist are updated too.
  await page.getByRole('region', { name: '组织概况' }).getByText('2 人', { exact: true }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('已有成员加入')
  await absent(link, { after: checklist(page).getByRole('link', { name: '设置权限' }) })

  const { auth } = await call(joining, '{ auth { id } }')
  const save =
    'mutation($id: ID!, $who: ID!) { saveTenantPermissions(tenantId: $id, changes: [{ operatorId: $who, addRoles: [VIEWER] }]) { id } }'
  await call(owner, save, { id: tenant.id, who: auth.id })
  await checklist(page).getByText('已完成 3 / 4').waitFor()
  await checklist(page)
    .getByText(/请与其联系/)
    .waitFor()

  await checklist(page).getByRole('button', { name: '不再显示' }).click()
  await absent(checklist(page), { after: page.getByText(/可在账号菜单中重新打开/) })
  // A checklist that the user hides is hidden in all browsers of the account.
  const other = await enter(owner, { width: 360, height: 780, theme: 'dark' })
  await absent(checklist(other), { after: other.getByRole('region', { name: '待我处理' }) })
  await other.getByRole('button', { name: /账号菜单/ }).click()
  await other.getByRole('menuitem', { name: '快速开始' }).click()
  await checklist(other).getByText('已完成 3 / 4').waitFor()
  expect(await other.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await picture(other, 'checklist-owner-dark-zh-360')
  expect(await accessibilityFaults(other)).toEqual([])

  const plain = await enter(joining)
  await absent(checklist(plain), { after: plain.getByRole('region', { name: '待我处理' }) })
})

test('shows the administrator of a new platform a checklist, and updates it when a step is done', async () => {
  const page = await reeve.openAs(admin, workplace, { locale: 'en-US' })
  await checklist(page).getByText('2 of 4 done').waitFor()
  await step(page, 'Set the public URL').waitFor()
  await checklist(page).getByText('REEVE_PUBLIC_URL=https://reeve.example.com').waitFor()
  await checklist(page).getByRole('button', { name: 'How to' }).click()
  await checklist(page).getByRole('link', { name: 'Open accounts' }).waitFor()
  await picture(page, 'checklist-admin-light-en-1440')
  expect(await accessibilityFaults(page)).toEqual([])

  const { auth } = await call(await register('沈既白'), '{ auth { id } }')
  const appoint = 'mutation($id: ID!) { setAdmin(operatorId: $id, admin: true) { id } }'
  await call(admin, appoint, { id: auth.id })
  await checklist(page).getByText('3 of 4 done').waitFor()
  await step(page, 'There are two administrators').waitFor()
})
