import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { first, required } from '../contract/required.ts'
import { holdUndo } from './harness/actions.ts'
import {
  absent,
  accessibilityFaults,
  callAs,
  type Look,
  loaded,
  picture,
  useConsole,
} from './harness/index.ts'
import { openIn } from './harness/navigation.ts'
import { managesNone, national, ordinary, organizationOf, signInOf } from './harness/people.ts'

const reeve = useConsole({}, { demo: true })
const { owner, name, plain, members } = organizationOf('FINISH')
const stranger = required(
  ordinary.find((person) => !members.some(({ accountId }) => accountId === person.id)),
  'item of ordinary',
)
const managed = '/organizational-management'

/** Opens a management page of the organization as its owner. */
async function openManaged(path: string, look: Look = {}): Promise<Page> {
  const { auth } = await call(owner, '{ auth { tenants { id name } } }')
  const tenants: { id: string; name: string }[] = auth.tenants
  const tenant = required(
    tenants.find((each) => each.name === name),
    'item of tenants',
  )
  return openIn(reeve, signInOf(owner), tenant, managed + path, look)
}

const rowOf = (page: Page, shown: string) => page.getByRole('row').filter({ hasText: shown })

async function menuOf(page: Page, shown: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `${shown}的更多操作` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const call = (who: typeof owner, query: string, variables = {}) =>
  callAs(reeve.server, signInOf(who), query, variables)
const idOf = async (who: typeof owner): Promise<string> => (await call(who, '{ auth { id } }')).auth.id

test('lets an owner find a member, change the member’s name and roles, and make the member a manager', async () => {
  const member = first(plain, 'plain')
  const page = await openManaged('/member-management?size=100')
  await page.getByLabel('手机号').fill(national(member))
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText('共 1 条').waitFor()
  // The URL does not contain the phone number, but after a reload the list still shows the same rows.
  expect(page.url()).not.toContain(national(member))
  await page.reload()
  await page.getByText('共 1 条').waitFor()
  expect(await page.getByLabel('手机号').inputValue()).toBe(national(member))

  await page.getByRole('button', { name: `编辑${member.shown}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('组织内名称').fill('班长')
  for (const role of ['算法查看', '算法运行', '算法开发', '算法管理'])
    await dialog.getByLabel(role, { exact: true }).setChecked(role === '算法运行')
  await dialog.getByRole('button', { name: '保存' }).click()
  await rowOf(page, '班长').getByText('算法运行', { exact: true }).waitFor()

  // Each time the user cancels the dialog, the focus returns to the menu button of the row.
  for (const _ of ['the first time', 'the second']) {
    await menuOf(page, '班长', '设为管理员')
    await dialog.locator(':focus').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.locator('button[aria-label=班长的更多操作]:focus').waitFor()
  }

  await menuOf(page, '班长', '设为管理员')
  await page.getByRole('dialog').getByRole('button', { name: '设为管理员' }).click()
  await rowOf(page, '班长').getByText('管理员', { exact: true }).waitFor()
  // The URL contains everything that the list needs to show the same rows after a reload.
  await page.reload()
  await page.getByText('共 1 条').waitFor()
  expect(await page.getByLabel('手机号').inputValue()).toBe(national(member))
})

test('lets an owner add a member by phone number, and remove and restore several members', async () => {
  const page = await openManaged('/member-management?size=100')
  await page.getByRole('columnheader', { name: '最近登录' }).waitFor()
  await page.getByRole('button', { name: '添加成员' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('手机号或用户名').fill('13700000000')
  await dialog.getByRole('button', { name: '查找' }).click()
  await dialog.getByText('账号不存在，请检查', { exact: false }).waitFor()
  await dialog.getByLabel('手机号或用户名').fill(national(stranger))
  await dialog.getByRole('button', { name: '查找' }).click()
  await dialog.getByText(stranger.name).waitFor()
  await dialog.getByRole('button', { name: '添加到组织' }).click()
  await page.getByText(`已添加${stranger.name}`).waitFor()
  await page.getByText(`共 ${members.length + 1} 条`).waitFor()

  const both = [stranger.name, required(plain[1], 'item of plain').shown]
  for (const shown of both) await page.getByLabel(`选择${shown}`).check()
  // Neither of the selected members is a manager, so the selection bar does not offer to revoke the manager
  // role.
  const makeManager = page.getByRole('button', { name: '设为管理员' })
  await absent(page.getByRole('button', { name: '取消管理员' }), { after: makeManager })
  await makeManager.click()
  await page.getByRole('dialog').getByText('2 人将可以管理成员', { exact: false }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '设为管理员' }).click()
  const undoManagers = await holdUndo(page)
  for (const shown of both) await rowOf(page, shown).getByText('管理员', { exact: true }).waitFor()
  await undoManagers.click()
  for (const shown of both) await rowOf(page, shown).getByText('成员', { exact: true }).waitFor()
  async function removeBoth() {
    for (const shown of both) await page.getByLabel(`选择${shown}`).check()
    await page.getByRole('button', { name: '移出组织' }).click()
    await page.getByRole('dialog').getByText(stranger.name, { exact: false }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '移出组织' }).click()
    const undo = await holdUndo(page)
    await absent(rowOf(page, stranger.name), { after: page.getByText(`共 ${members.length - 1} 条`) })
    return undo
  }
  const undoRemoval = await removeBoth()
  await picture(page, 'members-undo')
  expect(await accessibilityFaults(page)).toEqual([])
  await undoRemoval.click()
  await page.getByText('2 人已恢复为成员').waitFor()
  for (const shown of both) await rowOf(page, shown).getByText('成员', { exact: true }).waitFor()
  await removeBoth()
})

test('shows an invitation code only once, counts its uses, and lets an owner revoke it', async () => {
  const page = await openManaged('/member-management')
  await page.getByRole('button', { name: '邀请码' }).click()
  const dialog = page.getByRole('dialog')
  // The field reports invalid values but does not change them.
  const minutes = dialog.getByLabel('有效时长（分钟）')
  for (const wrong of ['1.5', '-1', '0', '43201']) {
    await minutes.fill(wrong)
    await dialog.getByRole('button', { name: '生成邀请码' }).click()
    await dialog
      .getByRole('textbox', { name: '有效时长（分钟）' })
      .and(page.locator('[aria-invalid=true]'))
      .waitFor()
    expect(await minutes.inputValue()).toBe(wrong)
  }
  await dialog.getByText('请输入 1 至 43200 的整数，单位为分钟').waitFor()
  await dialog.getByText('30 天').click()
  expect(await minutes.inputValue()).toBe('43200')
  await dialog.getByText('100 次').click()
  await dialog.getByLabel('可用次数').fill('3')
  for (const chosen of ['算法运行', '查看数据']) await dialog.getByText(chosen, { exact: true }).click()
  await picture(page, 'members-invite')
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: '生成邀请码' }).click()
  await dialog.getByRole('img', { name: '邀请链接的二维码' }).waitFor()
  const link = await dialog.getByText('/join/', { exact: false }).textContent()
  const code = required(required(link, 'link').split('/join/')[1], 'item of link')
  await dialog.getByText('加入后权限：算法运行、查看数据').first().waitFor()
  await picture(page, 'members-invitation')
  expect(await accessibilityFaults(page)).toEqual([])
  // Only the sheet with the invitation and the QR code of its link is printed.
  await page.emulateMedia({ media: 'print' })
  const sheet = page.getByRole('region', { name: '打印的邀请' })
  await sheet.getByRole('img', { name: '邀请链接的二维码' }).waitFor()
  await absent(dialog, { after: sheet.getByText('最多 3 人使用', { exact: false }) })
  await picture(page, 'members-invitation-printed')
  await page.emulateMedia({ media: 'screen' })
  await dialog.getByRole('button', { name: '关闭' }).click()

  await call(stranger, 'mutation ($code: String!) { joinTenantByCode(code: $code) { id } }', { code })
  await page.getByRole('button', { name: '邀请码' }).click()
  await absent(dialog.getByText(code), { after: dialog.getByText('已用 1 / 3 次', { exact: false }) })
  await dialog.getByRole('button', { name: '查看加入的成员' }).click()
  await page.getByText('共 1 条').waitFor()
  await rowOf(page, stranger.name).getByText('算法运行', { exact: true }).waitFor()

  await page.getByRole('button', { name: '邀请码' }).click()
  await dialog.getByRole('button', { name: `作废邀请码 ${code.slice(0, 4)}`, exact: false }).click()
  await dialog.getByRole('button', { name: '作废', exact: true }).click()
  await dialog.getByText('暂无有效的邀请码').waitFor()
})

test('lets an owner save, discard or undo permission changes of several members together', async () => {
  const [, , , one, other] = plain
  const page = await openManaged('/palgo-permission?size=100')
  const cell = (shown: string) => page.getByLabel(`${shown}：算法开发`)
  const before = await cell(required(one, 'one').shown).isChecked()
  await absent(page.getByLabel('所有者', { exact: false }), { after: cell(required(other, 'other').shown) })
  await cell(required(one, 'one').shown).click()
  await page.getByText('1 处更改未保存').waitFor()
  await page.getByRole('button', { name: '放弃' }).click()
  expect(await cell(required(one, 'one').shown).isChecked()).toBe(before)

  async function changeBoth() {
    await cell(required(one, 'one').shown).setChecked(!before)
    await cell(required(other, 'other').shown).click()
    await page.getByText('2 处更改未保存').waitFor()
  }
  await changeBoth()
  await page.getByRole('link', { name: '成员管理' }).click()
  await page.getByRole('button', { name: '继续编辑' }).last().click()
  await page.getByRole('button', { name: '保存更改' }).click()
  await page.getByText('已保存 2 处更改').waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText('已撤销 2 处更改').waitFor()
  await expect.poll(() => cell(required(one, 'one').shown).isChecked()).toBe(before)

  // Another user changes the same member. Undo must not overwrite that change.
  await changeBoth()
  await page.getByRole('button', { name: '保存更改' }).click()
  await page.getByText('已保存 2 处更改').waitFor()
  const undo = await holdUndo(page)
  const { auth } = await call(owner, '{ auth { tenants { id name } } }')
  const tenant = auth.tenants.find((each: { name: string }) => each.name === name)
  const give = `mutation ($t: ID!, $o: ID!) { addOperatorRoles(tenantId: $t, operatorId: $o, roles: [VIEWER, MANAGER]) { id } }`
  await call(owner, give, { t: tenant.id, o: await idOf(required(other, 'other')) })
  await undo.press('Enter')
  await page.getByText('撤销失败：数据已被他人更改，本次操作未生效').waitFor()
  await page.reload()
  await cell(required(one, 'one').shown).waitFor()
  expect(await cell(required(one, 'one').shown).isChecked()).toBe(!before)

  // A member who has been removed does not prevent changes to other members from being saved.
  const [, , , , , gone] = plain
  await cell(required(one, 'one').shown).setChecked(before)
  await cell(required(gone, 'gone').shown).click()
  await page.getByText('2 处更改未保存').waitFor()
  await call(
    owner,
    'mutation ($t: ID!, $o: ID!) { removeTenantOperator(tenantId: $t, operatorId: $o) { id } }',
    { t: tenant.id, o: await idOf(required(gone, 'gone')) },
  )
  await page.getByRole('button', { name: '保存更改' }).click()
  await page.getByText('部分人员已不是组织成员，请核对后再保存').waitFor()
  await page.getByText('1 处更改未保存').waitFor()
  await page.getByRole('button', { name: '保存更改' }).click()
  await absent(cell(required(gone, 'gone').shown), { after: page.getByText('已保存 1 处更改') })
})

test('disables the owner’s permission checkboxes, and does not let members without a role open the member list', async () => {
  const page = await openManaged('/data-permission?size=100')
  const row = rowOf(page, '所有者')
  await row.waitFor()
  for (const box of await row.getByRole('checkbox').all()) expect(await box.isDisabled()).toBe(true)

  const bystander = required(plain.slice(2).find(managesNone), 'item of plain')
  const ordinaryMember = await reeve.openAs(signInOf(bystander), `${managed}/member-management`)
  await ordinaryMember.waitForURL('**/accountInfo/index')
})

for (const look of [{}, { theme: 'dark', locale: 'en-US', width: 360, height: 780 }] satisfies Look[]) {
  test(`shows accessible organization pages (${Object.values(look).join(', ') || 'default'})`, async () => {
    const suffix = Object.values(look).join('-') || 'light'
    const page = await openManaged('/member-management', look)
    for (const path of ['member-management', 'palgo-permission', 'data-permission', 'configuration']) {
      if (!page.url().endsWith(path)) await page.goto(`${managed}/${path}`)
      await loaded(page)
      await page
        .getByText(path === 'configuration' ? name : required(plain[3], 'item of plain').shown)
        .last()
        .waitFor()
      await picture(page, `${path}-${suffix}`)
      expect(await accessibilityFaults(page)).toEqual([])
    }
    if (!look.theme) return
    for (const [path, button] of [
      ['configuration', 'Transfer ownership'],
      ['member-management', 'Invite codes'],
    ] as const) {
      if (!page.url().endsWith(path)) await page.goto(`${managed}/${path}`)
      await page.getByRole('button', { name: button }).click()
      await page
        .getByRole('dialog')
        .getByRole(path === 'configuration' ? 'listitem' : 'checkbox')
        .first()
        .waitFor({ state: 'attached' })
      await picture(page, `${path}-dialog-${suffix}`)
      expect(await accessibilityFaults(page)).toEqual([])
    }
  })
}

test('transfers ownership only after the owner has typed the name of the organization', async () => {
  const heir = required(plain[4], 'item of plain')
  const page = await openManaged('/configuration')
  await page.getByRole('button', { name: '移交所有权' }).click()
  const dialog = page.getByRole('dialog')
  const candidates = dialog.getByRole('list', { name: '可以移交给的成员' }).getByRole('button')
  // The list contains only members who can become the owner, so the current owner is not listed.
  await absent(candidates.filter({ hasText: '所有者' }), { after: candidates.first() })
  const search = dialog.getByLabel('新的所有者')
  await search.fill('没有这个人')
  await dialog.getByText('未找到成员', { exact: false }).waitFor()
  await search.fill(national(heir))
  await expect.poll(() => candidates.count()).toBe(1)
  expect(page.url()).not.toContain(national(heir))
  await search.fill(heir.shown)
  await picture(page, 'hand-over-choose')
  expect(await accessibilityFaults(page)).toEqual([])
  await candidates.filter({ hasText: heir.shown }).click()

  const typed = dialog.getByLabel('输入组织名称', { exact: false })
  await typed.fill('别的组织')
  await dialog.getByRole('button', { name: '移交所有权' }).click()
  await dialog.getByText('与组织名称不一致').waitFor()
  await typed.fill(name)
  await dialog.getByRole('button', { name: '移交所有权' }).click()
  await page.getByText(`${heir.shown}现在是组织的所有者`).waitFor()

  await page.getByRole('button', { name: '退出组织' }).click()
  await dialog.getByLabel('输入组织名称', { exact: false }).fill(name)
  await dialog.getByRole('button', { name: '退出组织' }).click()
  await page.waitForURL('**/accountInfo/index')
  await page.getByRole('link', { name: '成员管理' }).waitFor({ state: 'detached' })
})
