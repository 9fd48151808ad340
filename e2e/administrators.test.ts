import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityFaults, picture, useConsole } from './harness/index.ts'
import { national, ordinary, signInOf, staff } from './harness/people.ts'

const reeve = useConsole({}, { demo: true })
const list = '/all-management/account-management'
const admin = staff('admin')

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialogOf = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true }).click()

test('an administrator is appointed and dismissed; the console of who it is follows', async () => {
  const person = ordinary[2]!
  const own = await reeve.openAs(signInOf(person))
  await own.getByRole('navigation', { name: '主菜单' }).waitFor()
  const page = await reeve.openAs(signInOf(admin), `${list}?loginId=${national(person)}`)
  await page.getByRole('button', { name: `${person.name}的更多操作` }).click()
  await page.getByRole('menuitem', { name: '设为平台管理员' }).click()
  await dialogOf(page).getByText(`将${person.name}设为平台管理员？`, { exact: false }).waitFor()
  await picture(page, 'accounts-appoint')
  expect(await accessibilityFaults(page)).toEqual([])
  await press(page, '设为管理员')
  await page.getByText(`已将${person.name}设为平台管理员`).waitFor()
  await rowOf(page, person.name).getByText('平台管理员').waitFor()
  await own.getByRole('link', { name: '账号管理' }).waitFor()

  await page.getByRole('link', { name: person.name, exact: true }).click()
  await page.getByRole('heading', { name: person.name }).waitFor()
  await page.getByRole('button', { name: '更多操作' }).click()
  await picture(page, 'account-of-administrator')
  await page.getByRole('menuitem', { name: '撤销平台管理员' }).click()
  await press(page, '撤销')
  await page.getByText(`已撤销${person.name}的平台管理员身份`).waitFor()
  await page.getByText('任命或撤销平台管理员').first().waitFor()
  await own.getByRole('link', { name: '账号管理' }).waitFor({ state: 'detached' })

  await page.goto('/all-management/record')
  await page.getByLabel('操作', { exact: true }).selectOption('任命或撤销平台管理员')
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText('共 2 条').waitFor()
  expect(new URL(page.url()).searchParams.get('action')).toBe('SetAdmin')
})
