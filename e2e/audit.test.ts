import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import {
  absent,
  accessibilityFaults,
  demoPassword,
  type Look,
  loaded,
  picture,
  useConsole,
} from './harness/index.ts'
import { openIn } from './harness/navigation.ts'
import { actors } from './harness/organizations.ts'
import { ordinary, organizationOf, signInOf } from './harness/people.ts'

const reeve = useConsole({}, { demo: true })
const { call } = actors(() => reeve.server)
const admin = { username: 'admin', password: demoPassword }
const { owner, name, plain } = organizationOf('FINISH')
const [member, left] = plain as [(typeof plain)[0], (typeof plain)[0]]
const stranger = required(
  ordinary.find((person) => !plain.some(({ id }) => id === person.id)),
  'item of ordinary',
)

const looks: Record<string, Look> = {
  'zh-light': {},
  'phone-en-dark': { theme: 'dark', locale: 'en-US', width: 360, height: 780 },
}

let tenantId: string
let leftId: string

/** Opens the organization's audit log as its owner. */
const openRecord = (look: Look = {}) =>
  openIn(reeve, signInOf(owner), { id: tenantId, name }, '/organizational-management/record', look)

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

beforeAll(async () => {
  tenantId = (await call(admin, 'query q($q: String) { queryTenant(q: $q) { data { id } } }', { q: name }))
    .queryTenant.data[0].id
  const by = signInOf(owner)
  const idOf = async ({ mobilePhone }: { mobilePhone: string }) =>
    (
      await call(admin, 'query q($phone: String) { queryOperator(loginId: $phone) { data { id } } }', {
        phone: mobilePhone,
      })
    ).queryOperator.data[0].id
  leftId = await idOf(left)
  await call(
    by,
    `mutation m($id: ID!, $one: ID!, $two: ID!) {
      roles: addOperatorRoles(tenantId: $id, operatorId: $one, roles: [VIEWER, OPERATOR, DEVELOPER, MANAGER]) { id }
      codes: saveAuthCodeByTenant(tenantId: $id, operatorId: $one, codes: ["data_view"]) { id }
      called: saveDisplayNameByTenant(tenantId: $id, operatorId: $one, displayName: "测试工程师") { id }
      removed: removeTenantOperator(tenantId: $id, operatorId: $two) { id } }`,
    { id: tenantId, one: await idOf(member), two: leftId },
  )
  await call(
    admin,
    `mutation m($id: ID!, $name: String!) { updateTenant(id: $id, name: $name, areaIds: ["330106", "310104"],
      contact: { name: "周敏", mobilePhone: "13800138000" }, address: "滨江区江南大道 588 号恒鑫大厦 12 层",
      uploadAudit: true, expireAt: "2027-12-31T16:00:00.000Z") { id } }`,
    { id: tenantId, name },
  )
})

test('lets an owner read, filter and open the audit events of the organization', async () => {
  const page = await openRecord()
  // The row truncates the text. The dialog shows the whole text.
  await rowOf(page, '修改成员名称').getByText('测试工程师', { exact: false }).click()
  await page.getByRole('dialog', { name: '修改成员名称' }).getByText('测试工程师').waitFor()
  await page.keyboard.press('Escape')
  // The organization's owner does not see the IP addresses of the platform's staff.
  expect(await rowOf(page, '修改组织').textContent()).not.toMatch(/\d+\.\d+\.\d+\.\d+/)

  await page.getByLabel('操作', { exact: true }).selectOption('移出成员')
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText('共 1 条').waitFor()
  expect(new URL(page.url()).searchParams.get('action')).toBe('RemoveTenantOperator')
  await page.reload()
  await page.getByText('共 1 条').waitFor()
  await page.getByRole('button', { name: '移出成员' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(left.name).waitFor()
  await picture(page, 'record-event')
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: '仅看此对象' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).searchParams.get('target')).toBe(leftId)

  await page.goto('/organizational-management/configuration')
  const timeline = page.getByRole('region', { name: '操作日志' })
  await timeline.getByText('滨江区江南大道 588 号', { exact: false }).waitFor()
  await timeline.getByText('徐汇区', { exact: false }).waitFor()
})

test('lets an administrator read all audit events, and filter them by actor', async () => {
  const page = await reeve.openAs(admin, '/all-management/record')
  await rowOf(page, '修改组织').first().waitFor()
  await rowOf(page, '移出成员').first().waitFor()
  await page.getByRole('button', { name: '修改组织' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('127.0.0.1').waitFor()
  await dialog.getByText('徐汇区、西湖区').waitFor()
  await dialog.getByRole('button', { name: '仅看此人' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => page.getByLabel('操作人').inputValue()).toBe('平台管理员')
  await loaded(page.getByRole('main'))
  await absent(rowOf(page, '移出成员'), { after: rowOf(page, '修改组织').first() })
})

test('shows users without permissions only their own audit log, without the names of managers', async () => {
  const page = await reeve.openAs(signInOf(left), '/accountInfo/index')
  await page.getByRole('link', { name: '我的操作日志' }).click()
  await rowOf(page, '登录').first().waitFor()
  await page.getByText('与我有关').click()
  // A former member does not see the name of the manager who removed them.
  const removed = rowOf(page, '移出成员')
  await removed.getByText('其他管理人员').waitFor()
  expect(await removed.textContent()).not.toContain(owner.name)

  const other = await reeve.openAs(signInOf(stranger), '/organizational-management/record')
  // The list omits organizations that the user does not manage.
  await absent(other.getByRole('button').filter({ hasText: name }), {
    after: other.getByRole('list').getByRole('button').first(),
  })
})

test.each(Object.keys(looks))('the audit logs are accessible (%s)', async (look) => {
  // On a narrow screen, the rows are cards, which hide the IP address.
  const state = required(looks[look], 'item of looks').width === 360 ? 'attached' : 'visible'
  const organization = await openRecord(looks[look])
  await organization.getByText('127.0.0.1').first().waitFor({ state })
  await picture(organization, `record-organization-${look}`)
  expect(await accessibilityFaults(organization)).toEqual([])
  await organization
    .getByRole('button', { name: /^修改组织$|^Changed the organization$/ })
    .first()
    .click()
  await organization.getByRole('dialog').waitFor()
  await picture(organization, `record-event-${look}`)
  expect(await accessibilityFaults(organization)).toEqual([])

  const platform = await reeve.openAs(admin, '/all-management/record', looks[look])
  await platform.getByText('127.0.0.1').first().waitFor({ state })
  await picture(platform, `record-platform-${look}`)
  expect(await accessibilityFaults(platform)).toEqual([])

  const own = await reeve.openAs(signInOf(member), '/accountInfo/record?side=about', looks[look])
  await own.getByText('测试工程师', { exact: false }).first().waitFor()
  await picture(own, `record-own-${look}`)
  expect(await accessibilityFaults(own)).toEqual([])
})

test('shows full names in the audit log at 768 px, and all list controls in one row on a phone', async () => {
  const page = await openRecord({ width: 768, height: 1024 })
  await rowOf(page, '修改成员名称').waitFor()
  const cut = await page.locator('header [title] > span, tbody td:nth-child(3) span').evaluateAll((all) =>
    all
      // A character can be slightly taller than its line, so 4 px are tolerated. Truncated text would
      // overflow by 20 px.
      .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 4)
      .map((one) => one.textContent),
  )
  expect(cut).toEqual([])
  await page.setViewportSize({ width: 360, height: 780 })
  const tops = ['筛选', '刷新', '导出'].map(async (name) => {
    const { y, height } = required(
      await page.getByRole('button', { name }).first().boundingBox(),
      'bounding box',
    )
    return y + height / 2
  })
  expect(new Set(await Promise.all(tops)).size).toBe(1)
})
