import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import {
  absent,
  accessibilityFaults,
  demoPassword,
  type Look,
  picture,
  tokensOf,
  useConsole,
} from '../harness/index.ts'
import { ordinary, signInOf, staff } from '../harness/people.ts'
import { addAuthenticatorApp } from '../harness/totp.ts'

// A user has lost all second factors. One administrator requests their removal, and another administrator
// confirms it. The user can cancel the removal.

const reeve = useConsole({}, { demo: true })
const admin = { username: 'admin', password: demoPassword }
const lost = required(ordinary[5], 'item of ordinary')
/**
 * Recently appointed administrators cannot confirm a removal, so the test uses one who was appointed long
 * ago.
 */
const second = staff('admin.zhou')

const panelOf = (page: Page) => page.getByRole('region', { name: /^(两步验证|Two-step verification)$/ })

test('schedules the removal of second factors when a second administrator confirms, and lets the user cancel', async () => {
  const tokens = await tokensOf(reeve.server, signInOf(lost))
  await addAuthenticatorApp(reeve.server, tokens)
  const own = await reeve.openAs(tokens)
  const id = await own.evaluate(
    () => JSON.parse(atob(localStorage.getItem('token')?.split('.')[1] ?? '')).sub,
  )
  const path = `/all-management/account-management/${id}`

  const page = await reeve.openAs(admin, path)
  await panelOf(page).getByRole('button', { name: '申请移除' }).click()
  const dialog = page.getByRole('dialog', { name: '申请移除' })
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'factor-reset-ask')
  await dialog.getByRole('button', { name: '申请移除' }).click()
  await absent(panelOf(page).getByRole('button', { name: '确认移除' }), {
    after: panelOf(page).getByText('等待另一位管理员确认'),
  })
  await picture(page, 'factor-reset-asked')

  const other = await reeve.openAs(signInOf(second), '/message/list')
  await other.getByText('移除两步验证方式待确认').first().waitFor()
  await picture(other, 'factor-reset-todo')
  for (const look of [
    { theme: 'dark', width: 1440 },
    { locale: 'en-US', theme: 'dark', width: 360, height: 780 },
  ] satisfies Look[]) {
    const seen = await reeve.openAs(signInOf(second), path, look)
    await panelOf(seen).getByRole('button').first().waitFor()
    await panelOf(seen).scrollIntoViewIfNeeded()
    expect(await accessibilityFaults(seen)).toEqual([])
    await picture(seen, `factor-reset-${look.width}`)
  }
  await other.goto(path)
  await panelOf(other).getByRole('button', { name: '确认移除' }).click()
  await picture(other, 'factor-reset-confirm')
  await other.getByRole('dialog').getByRole('button', { name: '确认移除' }).click()
  await panelOf(other).getByText('已确认，将于').waitFor()

  await own.reload()
  await own.getByText('管理员将于').waitFor()
  expect(await accessibilityFaults(own)).toEqual([])
  await picture(own, 'factor-reset-own')
  await panelOf(own).getByRole('button', { name: '撤回' }).click()
  await own.getByText('已撤回，两步验证方式保持不变').waitFor()
  await own.getByText('管理员将于').waitFor({ state: 'hidden' })
})
