import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { first, required } from '../contract/required.ts'
import { switchTo } from './harness/actions.ts'
import { accessibilityFaults, demoPassword, loaded, picture, useConsole } from './harness/index.ts'
import { goTo } from './harness/navigation.ts'
import { actors } from './harness/organizations.ts'
import { national, ordinary, organizationOf, signInOf } from './harness/people.ts'

// Tests that each role sees its own menu and pages, and is redirected from all other pages.

const reeve = useConsole({}, { demo: true })
const { call } = actors(() => reeve.server)
const admin = { username: 'admin', password: demoPassword }
const { name } = organizationOf('FINISH')

/**
 * Pages by their menu label. `list` is an element that appears once the rows of the page's list have loaded.
 */
const pages = {
  成员管理: { path: '/organizational-management/member-management', list: firstRow },
  算法权限: { path: '/organizational-management/palgo-permission', list: firstRow },
  数据权限: { path: '/organizational-management/data-permission', list: firstRow },
  组织配置: {
    path: '/organizational-management/configuration',
    list: (page: Page) => page.getByRole('textbox', { name: '详细地址' }),
  },
  全部组织: { path: '/all-management/all-management', list: firstRow },
  认证审核: {
    path: '/all-management/audit-management',
    list: (page: Page) => page.getByRole('list', { name: '申请列表' }).getByRole('button').first(),
  },
  账号管理: { path: '/all-management/account-management', list: firstRow },
  设备管理: { path: '/all-management/device-management', list: firstRow },
}
type Name = keyof typeof pages
const own: Name[] = ['成员管理', '算法权限', '数据权限', '组织配置']
const platform: Name[] = ['全部组织', '认证审核', '账号管理', '设备管理']

/**
 * Returns the first row below the table header. While the table is loading, this row has no text and
 * therefore does not match.
 */
function firstRow(page: Page) {
  return page.getByRole('main').getByRole('row').nth(1).filter({ hasText: /\S/ })
}

const sights = {
  adminPlus: { may: [...own, ...platform], records: 2 },
  selfAdmin: { may: platform, records: 1 },
  organization_list: { may: ['全部组织'], records: 0 },
  certification_audit: { may: ['认证审核'], records: 0 },
  account_management: { may: ['账号管理', '设备管理'], records: 0 },
} satisfies Record<string, { may: Name[]; records: number }>

const codes = ['organization_list', 'certification_audit', 'account_management'] as const
const holder = (code: string) =>
  signInOf(required(ordinary[codes.indexOf(code as (typeof codes)[number])], 'item of ordinary'))

beforeAll(async () => {
  for (const code of codes) {
    const { queryOperator } = await call(
      admin,
      'query q($loginId: String) { queryOperator(loginId: $loginId) { data { id } } }',
      { loginId: holder(code).username },
    )
    await call(
      admin,
      'mutation m($id: ID!, $codes: [String!]!) { saveAuthCodeByOperator(operatorId: $id, codes: $codes) { id } }',
      { id: queryOperator.data[0].id, codes: [code] },
    )
  }
})

test.each(Object.keys(sights) as (keyof typeof sights)[])(
  'shows only permitted menu entries and pages to the role %s',
  async (actor) => {
    const { may, records } = sights[actor]
    const page = await reeve.openAs(actor === 'adminPlus' || actor === 'selfAdmin' ? admin : holder(actor))
    if (actor === 'adminPlus') {
      const { queryTenant } = await call(
        admin,
        'query q($q: String) { queryTenant(q: $q) { data { id name } } }',
        { q: name },
      )
      await switchTo(page, queryTenant.data[0])
      await page.reload()
    }
    const menu = page.getByRole('navigation', { name: '主菜单' })
    await menu.getByRole('link', { name: first(may, 'may') }).waitFor()
    const links = await menu.getByRole('link').allInnerTexts()
    const shown = links.map((link) => first(link.trim().split(/\s/), 'link'))
    expect(shown.filter((link) => Object.hasOwn(pages, link))).toEqual(may)
    expect(shown.filter((link) => ['组织操作日志', '平台操作日志'].includes(link))).toHaveLength(records)
    // The platform's menu and the organization's menu each have a Webhook entry. Only owners and managers see
    // the organization's entry, so this user sees at most one.
    expect(shown.filter((link) => link === 'Webhook')).toHaveLength(Math.min(records, 1))

    for (const each of may) {
      await menu.getByRole('link', { name: each }).click()
      await page.waitForURL(`**${pages[each].path}*`)
      await pages[each].list(page).waitFor()
    }
    const others = (Object.keys(pages) as Name[]).filter((each) => !(may as Name[]).includes(each))
    for (const { path } of [
      ...others.map((each) => pages[each]),
      ...(records ? [] : [{ path: '/all-management/record' }]),
    ]) {
      await goTo(page, path)
      await expect.poll(() => page.evaluate(() => location.pathname)).not.toBe(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
  },
)

test('updates a user’s open console when the user is appointed or dismissed as administrator', async () => {
  const person = required(ordinary[codes.length], 'item of ordinary')
  const own = await reeve.openAs(signInOf(person))
  await own.getByRole('navigation', { name: '主菜单' }).waitFor()
  const page = await reeve.openAs(admin, `${pages.账号管理.path}?loginId=${national(person)}`)
  await page.getByRole('button', { name: `${person.name}的更多操作` }).click()
  await page.getByRole('menuitem', { name: '设为平台管理员' }).click()
  await page.getByRole('dialog').getByText(`将${person.name}设为平台管理员？`, { exact: false }).waitFor()
  await picture(page, 'accounts-appoint')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: '设为管理员', exact: true }).click()
  await page.getByText(`已将${person.name}设为平台管理员`).waitFor()
  await page.getByRole('row').filter({ hasText: person.name }).getByText('平台管理员').waitFor()
  await own.getByRole('link', { name: '账号管理' }).waitFor()

  await page.getByRole('link', { name: person.name, exact: true }).click()
  await page.getByRole('heading', { name: person.name }).waitFor()
  await page.getByRole('button', { name: '更多操作' }).click()
  await picture(page, 'account-of-administrator')
  await page.getByRole('menuitem', { name: '取消平台管理员' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '取消管理员', exact: true }).click()
  await page.getByText(`已取消${person.name}的平台管理员身份`).waitFor()
  await page.getByText('设置或取消平台管理员').first().waitFor()
  await own.getByRole('link', { name: '账号管理' }).waitFor({ state: 'detached' })

  await page.goto('/all-management/record')
  await page.getByLabel('操作', { exact: true }).selectOption('设置或取消平台管理员')
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText('共 2 条').waitFor()
  expect(new URL(page.url()).searchParams.get('action')).toBe('SetAdmin')
})

/**
 * Returns the column headers whose text is truncated. Text for screen readers is ignored, because it is one
 * pixel wide.
 */
const cutHeads = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('th, th *')]
      .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
      .map(({ textContent }) => textContent ?? ''),
  )

test('does not truncate English column headers, and gives all menu entries the same height', async () => {
  const page = await reeve.openAs(admin, '/accountInfo/record', { locale: 'en-US' })
  const { queryTenant } = await call(
    admin,
    'query q($q: String) { queryTenant(q: $q) { data { id name } } }',
    {
      q: name,
    },
  )
  await switchTo(page, queryTenant.data[0])
  const links = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')
  for (const { path } of [
    ...Object.values(pages),
    { path: '/organizational-management/record' },
    { path: '/all-management/record' },
    { path: '/all-management/application-management' },
  ]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await loaded(page)
    await links.first().waitFor()
    const heights = await links.evaluateAll((all) => all.map((link) => (link as HTMLElement).offsetHeight))
    expect(new Set(heights).size, path).toBe(1)
    for (const width of [1024, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => cutHeads(page), { message: `${path} ${width}` }).toEqual([])
    }
  }
})
