import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { signInByPassword, signOut } from '../harness/actions.ts'
import { registerApplication, usePortal } from '../harness/application.ts'
import {
  absent,
  accessibilityFaults,
  callAs,
  demoPassword,
  phone,
  picture,
  useConsole,
} from '../harness/index.ts'
import { ordinary, organizationOf, signInOf } from '../harness/people.ts'

const { redirectUri, start, isBack } = await usePortal()
const reeve = useConsole({}, { demo: true })
const admin = { username: 'admin', password: demoPassword }
/**
 * Returns the character in each square of the illustration. After the sign-in, these are the initials of the
 * user's organizations.
 */
const squares = (page: Page) => page.locator('header svg g:not([data-application]) text').allTextContents()
const leadsTo = (page: Page) => page.locator('header svg [data-application]')
const chosen = (page: Page) => page.locator('header svg [data-chosen]')
const top = async (page: Page) => required(await page.locator('[data-way]').boundingBox(), 'bounding box').y
let own: string
let board: string

beforeAll(async () => {
  const register = (name: string, firstParty: boolean) =>
    registerApplication(reeve.server, admin, {
      ...{ name, firstParty, redirectUris: [redirectUri] },
      input: { scopes: ['openid', 'profile', 'phone', 'organization', 'offline_access'] },
    })
  own = (await register('数据门户', true)).id
  board = (await register('堆场看板', false)).id
})

test('after a sign-in to an application, the next sign-in shows no page until the user signs out', async () => {
  const page = await reeve.open(start(own))
  await page.getByRole('heading', { name: '继续前往 数据门户' }).waitFor()
  await page.getByText(`登录后返回 ${new URL(redirectUri).host}`).waitFor()
  await leadsTo(page).waitFor()
  expect(await leadsTo(page).textContent()).toBe('数')
  expect(await squares(page)).toEqual(['港', '水', '电', '路'])
  const sentence = page.getByText('使用您的账号登录数据门户')
  expect(required(await sentence.boundingBox(), 'bounding box').x).toBe(40)
  await absent(page.getByText('让人、组织和设备井然有序').filter({ visible: true }), { after: sentence })
  expect(await top(page)).toBe(160)
  await picture(page, 'continue-sign-in-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])
  await signInByPassword(page, signInOf(required(ordinary[4], 'item of ordinary')))
  const back = await isBack(page)
  expect([back.get('state'), back.has('code')]).toEqual(['s', true])
  await page.goto(reeve.server.url + start(own, { state: 'again' }))
  expect((await isBack(page)).get('state')).toBe('again')
  // The console and the applications share a session, so signing out of the console also signs out of every
  // application.
  await page.goto(`${reeve.server.url}/accountInfo/index`)
  await signOut(page)
  await page.waitForURL('**/login**')
  await page.goto(reeve.server.url + start(own))
  await page.getByRole('heading', { name: '继续前往 数据门户' }).waitFor()
})

test('applies the login hint and the language of the authorization request to the sign-in page', async () => {
  const person = required(ordinary[11], 'item of ordinary')
  const { username } = signInOf(person)
  const page = await reeve.open('about:blank')
  // Remove the stored language, as in the browser of a new visitor.
  await page.addInitScript(() => location.origin !== 'null' && localStorage.removeItem('arco-locale'))
  await page.goto(start(own, { login_hint: username, ui_locales: 'fr en-GB' }))
  await page.getByRole('heading', { name: 'Continue to 数据门户' }).waitFor()
  const account = page.getByRole('textbox', { name: 'Username or phone', exact: true })
  await expect.poll(() => account.inputValue()).toBe(username)
  // The login hint is only a suggestion, so the user can replace it.
  await account.fill('other')
  expect(await account.inputValue()).toBe('other')
})

test('lets a user who is signed in to the console continue to an application without another sign-in', async () => {
  const page = await reeve.openAs(signInOf(required(ordinary[5], 'item of ordinary')))
  await page.getByRole('heading', { name: required(ordinary[5], 'item of ordinary').name }).waitFor()
  await page.goto(reeve.server.url + start(own))
  expect((await isBack(page)).has('code')).toBe(true)
})

test('redirects to the application if the user cancels the sign-in', async () => {
  const page = await reeve.open(start(own))
  await page.getByRole('button', { name: '不登录，返回应用' }).click()
  expect((await isBack(page)).get('error')).toBe('access_denied')
})

test('asks for consent to an application, and asks again after the user has revoked the consent', async () => {
  const person = required(ordinary[6], 'item of ordinary')
  const page = await reeve.open(start(board, { scope: 'openid profile phone', ui_locales: 'zh-CN' }))
  await signInByPassword(page, signInOf(person))
  await page.getByRole('heading', { name: '允许 堆场看板 使用您的账号？' }).waitFor()
  await page.getByText('查看您的手机号').waitFor()
  await leadsTo(page).waitFor()
  expect(await top(page)).toBe(160)
  await picture(page, 'continue-consent-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: '允许并继续' }).click()
  expect((await isBack(page)).has('code')).toBe(true)

  await page.goto(`${reeve.server.url}/accountInfo/index`)
  await page.getByRole('button', { name: '解除对 堆场看板 的授权' }).click()
  await page.getByText('已解除对 堆场看板 的授权').waitFor()
  await page.goto(reeve.server.url + start(board))
  await page.getByRole('heading', { name: '允许 堆场看板 使用您的账号？' }).waitFor()
  await page.getByRole('button', { name: '拒绝' }).click()
  expect((await isBack(page)).get('error')).toBe('access_denied')
})

test('asks which organization to use when a user signs in to an application on a phone', async () => {
  const member = required(organizationOf('FINISH').plain[0], 'item of plain')
  const page = await reeve.openAs(signInOf(member), '/accountInfo/index', {
    ...phone,
    locale: 'en-US',
    theme: 'dark',
  })
  await page.getByRole('heading', { name: member.name }).waitFor()
  await page.goto(reeve.server.url + start(own, { scope: 'openid organization' }))
  await page.getByRole('heading', { name: 'Choose an organization' }).waitFor()
  await picture(page, 'continue-organization-dark-en-390')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Personal space' }).click()
  expect((await isBack(page)).has('code')).toBe(true)
})

test('the sign-in illustration shows the user’s organizations, and highlights the one under the pointer', async () => {
  const organization = organizationOf('FINISH')
  const page = await reeve.openAs(signInOf(organization.owner))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(reeve.server.url + start(board, { scope: 'openid profile organization' }))
  await page.getByRole('heading', { name: '选择要使用的组织' }).waitFor()
  const rows = page.getByRole('list', { name: '选择要使用的组织' }).getByRole('button')
  await expect.poll(() => rows.first().evaluate((row) => row === document.activeElement)).toBe(true)
  await leadsTo(page).waitFor()
  expect(await squares(page)).toContain(organization.name[0])
  expect(await top(page)).toBe(160)
  const row = rows.filter({ hasText: organization.name })
  await row.hover()
  await expect.poll(() => chosen(page).textContent()).toBe(organization.name[0])
  await picture(page, 'continue-organization-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])
  // The personal space is the last row. It has no square in the illustration.
  await rows.first().focus()
  await page.keyboard.press('ArrowUp')
  await absent(chosen(page), { after: rows.filter({ hasText: '个人空间' }).and(page.locator(':focus')) })
  await row.getByText(/^所有者 · \d+ 台设备$/).waitFor()
  await row.click()
  await page.getByRole('heading', { name: '允许 堆场看板 使用您的账号？' }).waitFor()
  await expect.poll(() => chosen(page).textContent()).toBe(organization.name[0])
  expect(await top(page)).toBe(160)
  // The consent page lists the data that the application will receive.
  await page.getByText(`查看您在 ${organization.name} 中的身份所有者 · 数据权限：查看数据、`).waitFor()
  await page.getByRole('button', { name: '允许并继续' }).click()
  await isBack(page)

  await page.goto(reeve.server.url + start(board, { scope: 'openid profile organization' }))
  await page.getByRole('heading', { name: '选择要使用的组织' }).waitFor()
  const first = rows.first()
  await first.getByText('上次选择').waitFor()
  expect(await first.textContent()).toContain(organization.name)
  await expect.poll(() => first.evaluate((row) => row === document.activeElement)).toBe(true)
  // The next user of this browser must give their own consent.
  await page.getByRole('button', { name: '换个账号登录' }).click()
  await page.getByRole('heading', { name: '继续前往 堆场看板' }).waitFor()
  const other = required(organizationOf('FINISH').plain[0], 'item of plain')
  await signInByPassword(page, signInOf(other))
  await page.getByRole('heading', { name: '选择要使用的组织' }).waitFor()
  await absent(page.getByText('上次选择'), { after: page.getByText(other.name, { exact: true }) })
})

test('lets a user search for an organization, and shows a contact for one that cannot use the application', async () => {
  const { owner, name } = organizationOf('FINISH')
  const me = await callAs(reeve.server, signInOf(owner), '{ auth { id name tenants { id name } } }')
  const ids: string[] = []
  for (const letter of 'ABCDEFG') {
    const { createTenant } = await callAs(
      reeve.server,
      admin,
      `mutation ($owner: ID!, $name: String!) {
        createTenant(name: $name, areaIds: ["330106"], internal: false, uploadAudit: false, ownerId: $owner, contact: { name: "王", mobilePhone: "+8613600000000" }) { id }
      }`,
      { owner: me.auth.id, name: `码头 ${letter}` },
    )
    ids.push(createTenant.id)
  }
  const berths = await registerApplication(reeve.server, admin, {
    ...{ name: '泊位系统', firstParty: true, redirectUris: [redirectUri] },
    input: { scopes: ['openid', 'organization'], tenantIds: ids },
  })
  const page = await reeve.openAs(signInOf(owner), '/accountInfo/index', { width: 768, height: 1024 })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(reeve.server.url + start(berths.id, { scope: 'openid organization' }))
  const rows = page.getByRole('list', { name: '选择要使用的组织' }).getByRole('button')
  const closed = rows.filter({ hasText: name })
  await closed.getByText(`无法使用此应用，请联系组织所有者 ${owner.name}`).waitFor()
  expect(await closed.isDisabled()).toBe(true)
  const field = page.getByRole('searchbox', { name: '按名称查找组织' })
  await field.fill('无此名')
  await page.getByText('没有名称包含“无此名”的组织').waitFor()
  await field.fill('头 c')
  expect(await rows.allTextContents()).toEqual([expect.stringContaining('码头 C')])
  await picture(page, 'continue-organization-many-768')
  expect(await accessibilityFaults(page)).toEqual([])
  await field.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect((await isBack(page)).has('code')).toBe(true)
})

test.each([
  { width: 1024, height: 768, theme: 'dark', locale: 'en-US' },
  { width: 768, height: 1024, theme: 'light', locale: 'zh-CN' },
  { width: 360, height: 780, theme: 'dark', locale: 'en-US' },
] as const)(
  'the sign-in page for an application does not overflow at $width px',
  async ({ width, ...look }) => {
    const page = await reeve.open(start(own), { width, ...look })
    await page.getByRole('heading', { name: /数据门户/ }).waitFor()
    await page.locator('[data-way] svg').waitFor()
    if (width >= 768) await leadsTo(page).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await picture(page, `continue-sign-in-${look.theme}-${width}`)
    expect(await accessibilityFaults(page)).toEqual([])
  },
)

test('shows an error and does not redirect if the application or the redirect URI is unknown', async () => {
  const page = await reeve.open(start(own, { redirect_uri: 'https://evil.example/' }))
  await page.getByRole('heading', { name: '回调地址未配置' }).waitFor()
  await picture(page, 'continue-error-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.goto(reeve.server.url + start('unknown'))
  await page.getByRole('heading', { name: '应用不存在' }).waitFor()
  reeve.expectPrinted(/404/)
  await page.goto(`${reeve.server.url}/continue/V1StGXR8_Z5jdHi6B-myT`)
  await page.getByRole('heading', { name: '本次登录已结束' }).waitFor()
})
