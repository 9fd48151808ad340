import { beforeAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import {
  accessibilityFaults,
  adminPassword,
  picture,
  type Tokens,
  tokensOf,
  useConsole,
} from '../harness/index.ts'

// The session is older than ten minutes, so the user must verify their identity before rotating the keys.
const reeve = useConsole()
const sessions: Tokens[] = []
beforeAll(async () => {
  for (let count = 0; count < 2; count += 1)
    sessions.push(await tokensOf(reeve.server, { username: 'admin', password: adminPassword }))
  await reeve.server.change(`update session set authenticated_at = now() - interval '1 hour'`)
})
const path = '/all-management/signing-keys'

test('rotates the signing keys after identity verification, and shows when the old keys stop signing', async () => {
  const page = await reeve.openAs(required(sessions[0], 'item of sessions'), path)
  const keys = page.getByRole('region', { name: /签名密钥/ }).getByRole('listitem')
  await keys.filter({ hasText: '正在签名' }).first().waitFor()
  expect(await keys.count()).toBe(2)
  const first = required(await keys.first().locator('code').textContent(), 'text content')

  await page.getByRole('button', { name: '轮换签名密钥' }).click()
  const dialog = page.getByRole('dialog', { name: '轮换签名密钥' })
  await dialog.getByText('登录不受影响').waitFor()
  await picture(page, 'signing-keys-rotate')
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: '轮换签名密钥' }).click()
  const proof = page.getByRole('dialog', { name: '验证身份' })
  await proof.getByLabel('登录密码').fill(adminPassword)
  await proof.getByRole('button', { name: '验证并继续' }).click()
  await keys
    .filter({ hasText: first })
    .getByText(/签名至/)
    .waitFor()
  expect(await keys.count()).toBe(4)
  expect(await keys.first().textContent()).toContain('已公布，即将启用')
  await picture(page, 'signing-keys')
  expect(await accessibilityFaults(page)).toEqual([])
})

test('shows the signing keys on a phone, and signs the administrator out after a leaked key is rotated', async () => {
  reeve.expectPrinted(/ERR_FAILED|401/)
  const look = { width: 360, height: 800, theme: 'dark', locale: 'en-US' } as const
  const page = await reeve.openAs(required(sessions[1], 'item of sessions'), '/terms', look)
  let cut = true
  await page.route('**/actions/graphql', (route) =>
    cut && route.request().postDataJSON()?.operationName === 'ListSigningKey'
      ? route.abort()
      : route.fallback(),
  )
  await page.goto(path)
  await page.getByText('Couldn’t load signing keys').waitFor()
  cut = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Active', { exact: true }).first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await picture(page, 'signing-keys-narrow')

  await page.getByRole('button', { name: 'Rotate signing key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rotate signing key' })
  await dialog.getByRole('checkbox').check()
  await picture(page, 'signing-keys-leaked-narrow')
  await dialog.getByRole('button', { name: 'Rotate signing key' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByRole('textbox', { name: 'Password' }).fill(adminPassword)
  await proof.getByRole('button', { name: 'Confirm and continue' }).click()
  await page.waitForURL(/\/login/)
  await picture(page, 'signing-keys-signed-out')
})
