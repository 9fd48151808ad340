import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenidServer, startOpenidServer } from '../../server/testing/identity-sources/openid.ts'
import { givenSource } from '../harness/identity-sources.ts'
import { accessibilityFaults, adminPassword, callAs, picture, useConsole } from '../harness/index.ts'
import { actors } from '../harness/organizations.ts'

// A user links an identity on the account page, and unlinks it. An administrator unlinks one, too.

const reeve = useConsole({ REEVE_IDENTITY_NETWORKS: '127.0.0.1' })
const { register } = actors(() => reeve.server)
let provider: OpenidServer

beforeAll(async () => {
  provider = await startOpenidServer()
  await givenSource(reeve.server, provider, { key: 'sso', name: '集团统一认证' })
})
afterAll(() => provider[Symbol.asyncDispose]())

test('links an identity, signs in with it and unlinks it', async () => {
  const person = await register('关联者')
  provider.hooks.person = { sub: 'linked', name: '孟思琳' }
  const page = await reeve.openAs(person)
  const panel = page.getByRole('region', { name: /关联的登录方式/ })
  await panel.getByText('未关联').waitFor()
  await panel.getByRole('button', { name: '关联集团统一认证' }).click()
  await page.getByText('已关联集团统一认证').waitFor()
  await panel.getByText(/孟思琳，.* 关联/).waitFor()
  expect(new URL(page.url()).hash).toBe('')
  await picture(page, 'account-linked-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])

  const other = await reeve.open('/login/sso')
  await other.waitForURL('**/accountInfo/index')
  await other.getByRole('table').getByText('集团统一认证').waitFor()

  await panel.getByRole('button', { name: '解除关联集团统一认证' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '解除关联' }).click()
  await page.getByText('已解除关联集团统一认证').waitFor()
  await panel.getByText('未关联').waitFor()
})

test('explains that the identity is linked to another account', async () => {
  provider.hooks.person = { sub: 'taken', name: '孟思琳' }
  for (const [name, outcome] of [
    ['先来者', '已关联集团统一认证'],
    ['后来者', '此集团统一认证身份已关联其他账号'],
  ] as const) {
    const page = await reeve.openAs(await register(name))
    await page.getByRole('button', { name: '关联集团统一认证' }).click()
    await page.getByText(outcome).waitFor()
  }
})

test('lets an administrator unlink the identity of an account', async () => {
  provider.hooks.person = { sub: 'member', name: '孟思琳' }
  const member = await register('孟成员')
  const own = await reeve.openAs(member)
  await own.getByRole('button', { name: '关联集团统一认证' }).click()
  await own.getByText('已关联集团统一认证').waitFor()
  const { auth } = await callAs(reeve.server, member, '{ auth { id } }')
  const admin = { username: 'admin', password: adminPassword }
  const page = await reeve.openAs(admin, `/all-management/account-management/${auth.id}`)
  const panel = page.getByRole('region', { name: /关联的登录方式/ })
  await panel.getByRole('button', { name: '解除关联集团统一认证' }).click()
  await page
    .getByRole('dialog')
    .getByText(/孟成员不能再用集团统一认证登录/)
    .waitFor()
  await picture(page, 'account-unlink-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: '解除关联' }).click()
  await page.getByText('已解除关联集团统一认证').waitFor()
  await panel.waitFor({ state: 'detached' })
})
