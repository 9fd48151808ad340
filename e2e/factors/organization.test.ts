import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { switchTo } from '../harness/actions.ts'
import {
  accessibilityFaults,
  callAs,
  type Look,
  picture,
  type Tokens,
  tokensOf,
  useConsole,
} from '../harness/index.ts'
import { organizationOf, signInOf } from '../harness/people.ts'
import { addAuthenticatorApp } from '../harness/totp.ts'

// An owner requires a second factor of all members. The requirement takes effect immediately.

const reeve = useConsole({}, { demo: true })
const tenant = organizationOf('FINISH')
let id: string
beforeAll(async () => {
  const { auth } = await callAs(reeve.server, signInOf(tenant.owner), '{ auth { tenants { id name } } }')
  id = auth.tenants.find(({ name }: { name: string }) => name === tenant.name).id
})
const configuration = '/organizational-management/configuration'

async function openIn(who: Tokens, path: string, look: Look = {}): Promise<Page> {
  const page = await reeve.openAs(who, '/config.json', look)
  await switchTo(page, { id, name: tenant.name })
  await page.goto(path)
  return page
}

const panelOf = (page: Page) => page.getByRole('region', { name: /^(两步验证|Two-step verification)$/ })

test('an owner who requires a second factor blocks members without one, and sees them in the member list', async () => {
  const [plain] = tenant.plain as [(typeof tenant.plain)[number]]
  const open = await reeve.openAs(signInOf(plain), '/message/list')
  await open.getByRole('heading', { name: '消息' }).first().waitFor()

  const tokens = await tokensOf(reeve.server, signInOf(tenant.owner))
  const page = await openIn(tokens, configuration)
  await panelOf(page).getByText('由成员自行决定').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'organization-factor-off')
  await panelOf(page).getByRole('button', { name: '强制两步验证' }).click()
  const dialog = page.getByRole('dialog', { name: '强制两步验证' })
  await dialog.getByText(`组织共有 ${tenant.members.length} 名成员`).waitFor()
  await picture(page, 'organization-factor-ask')
  await dialog.getByRole('button', { name: '强制两步验证' }).click()
  // An owner without a second factor cannot require members to have one.
  await dialog.getByText('请先添加一种两步验证方式').waitFor()
  await picture(page, 'organization-factor-own-first')
  await addAuthenticatorApp(reeve.server, tokens)
  await dialog.getByRole('button', { name: '强制两步验证' }).click()
  await page.getByText('已开启强制两步验证').waitFor()
  await panelOf(page).getByText('成员必须使用两步验证').waitFor()
  await picture(page, 'organization-factor-on')

  // A member who was added by another user must first accept the requirement, and then add a second factor.
  await open.goto('/accountInfo/index')
  await open.getByText('该组织要求两步验证').waitFor()
  expect(await accessibilityFaults(open)).toEqual([])
  await picture(open, 'organization-factor-accept')
  await open.getByRole('button', { name: `去确认 ${tenant.name} 的两步验证要求` }).click()
  const accept = open.getByRole('dialog', { name: '确认两步验证要求' })
  await accept.waitFor()
  await picture(open, 'organization-factor-accept-dialog')
  await accept.getByRole('button', { name: '确认并去设置' }).click()
  await open.getByRole('heading', { name: '请先开启两步验证' }).waitFor()

  await page.goto('/organizational-management/member-management')
  await page.getByRole('columnheader', { name: '两步验证' }).waitFor()
  await page.getByText('已设置').first().waitFor()
  await page.getByText('未设置').first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'organization-factor-members')

  for (const look of [
    { theme: 'dark', width: 1440 },
    { locale: 'en-US', width: 360, height: 780 },
    { locale: 'en-US', theme: 'dark', width: 360, height: 780 },
  ] satisfies Look[]) {
    const seen = await openIn(tokens, configuration, look)
    const name = `organization-factor-${look.theme ?? 'light'}-${look.width}`
    await panelOf(seen).scrollIntoViewIfNeeded()
    expect(await accessibilityFaults(seen)).toEqual([])
    await picture(seen, name)
    await panelOf(seen).getByRole('button').click()
    await seen.getByRole('dialog').waitFor()
    await picture(seen, `${name}-end`)
  }

  await panelOf(await openIn(tokens, configuration)).waitFor()
  await page.goto(configuration)
  await panelOf(page).getByRole('button', { name: '关闭强制两步验证' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '关闭强制两步验证' }).click()
  await page.getByText('已关闭强制两步验证').waitFor()
  await open.evaluate(() => dispatchEvent(new Event('focus')))
  await open.getByRole('heading', { name: '两步验证已就绪' }).waitFor()
  await open.getByRole('button', { name: '继续' }).click()
  await open.getByText('该组织要求两步验证').waitFor({ state: 'detached' })
  await open
    .getByRole('button', { name: new RegExp(`进入.*${tenant.name}|${tenant.name}`) })
    .first()
    .waitFor()
})
