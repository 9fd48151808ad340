import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { signInByPassword } from '../harness/actions.ts'
import { accessibilityFaults, picture, useConsole } from '../harness/index.ts'
import { ordinary, signInOf } from '../harness/people.ts'

const reeve = useConsole({}, { demo: true })

test('if a sign-out request has no ID token hint, asks for confirmation, and then signs out in all tabs', async () => {
  const person = required(ordinary[8], 'item of ordinary')
  const page = await reeve.open('/login')
  await signInByPassword(page, signInOf(person))
  await page.getByRole('heading', { name: person.name }).waitFor()
  const other = await page.context().newPage()
  await other.goto(`${reeve.server.url}/accountInfo/index`)
  await other.getByRole('heading', { name: person.name }).waitFor()

  const logout = `${reeve.server.url}/realms/reeve/protocol/openid-connect/logout?state=s`
  await page.goto(logout)
  await page.getByRole('heading', { name: '退出登录？' }).waitFor()
  await picture(page, 'sign-out-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('link', { name: '保持登录' }).click()
  await page.getByRole('heading', { name: person.name }).waitFor()
  await page.goto(logout)
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.waitForURL('**/login')
  await other.waitForURL('**/login**')
})
