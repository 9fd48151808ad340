import { readFileSync } from 'node:fs'
import { utils, write } from '@e965/xlsx'
import type { Download, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { first, required } from '../contract/required.ts'
import { cellsOf, workbook } from '../server/testing/transfer/files.ts'
import { holdUndo } from './harness/actions.ts'
import { accessibilityFaults, callAs, demoPassword, type Look, picture, useConsole } from './harness/index.ts'
import { openIn } from './harness/navigation.ts'
import { organizationOf, signInOf } from './harness/people.ts'

const reeve = useConsole({}, { demo: true })
const { owner, name, plain, members } = organizationOf('FINISH')

const admin = { username: 'admin', password: demoPassword }

/** Sends a query as the administrator and returns the value of its first field. */
const asked = async (query: string, variables = {}) =>
  Object.values(await callAs(reeve.server, admin, query, variables))[0]

/** Opens the organization's member list as its owner. */
async function openMembers(search = '', look: Look = {}): Promise<Page> {
  const { data } = await asked('query q($q: String) { queryTenant(q: $q) { data { id name } } }', { q: name })
  return openIn(
    reeve,
    signInOf(owner),
    data[0],
    `/organizational-management/member-management${search}`,
    look,
  )
}

/** Selects a menu item that downloads a file. Returns the name and the text of the file. */
async function saved(page: Page, item: string, button = '导出'): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('menuitem', { name: item }).click()
  const file = await download
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

test('exports only the members that match the filters', async () => {
  const page = await openMembers('?identity=manager')
  const csv = await saved(page, 'CSV')
  expect(csv.name).toMatch(/^成员-\d{8}-\d{6}\.csv$/)
  expect(csv.text).toContain(',管理员,')
  expect(csv.text).not.toContain(first(plain, 'plain').name)
  await page.getByText('已导出').waitFor()
})

test('lets an owner select all matching members, export them, and change and restore their permissions', async () => {
  const page = await openMembers('?size=10')
  const all = `${members.length} 人`
  await page.getByLabel('选择本页全部').check()
  await page.getByRole('button', { name: `选择全部 ${all}` }).click()
  await page.getByText(`已选择全部 ${all}`).waitFor()
  await picture(page, 'members-all-chosen')
  expect(await accessibilityFaults(page)).toEqual([])
  const csv = await saved(page, 'CSV', `导出 ${all}`)
  expect(csv.text.trim().split('\n')).toHaveLength(members.length + 1)

  await page.getByRole('button', { name: '编辑权限' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`编辑 ${all}的权限`).waitFor()
  // Not all selected members have been loaded, so the dialog does not know their current permissions.
  expect(await dialog.locator('input:indeterminate').count()).toBe(await dialog.getByRole('checkbox').count())
  await dialog.getByLabel('算法查看', { exact: true }).check()
  await picture(page, 'members-grant-all')
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText(/^已更改 \d+ 人的权限，\d+ 人失败$/).waitFor()
  await holdUndo(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await picture(page, 'members-granted-360')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Control+z')
  await page.getByText(/^已恢复 \d+ 人的权限$/).waitFor()
  await page.getByRole('button', { name: '查看', exact: true }).click()
  await dialog.getByText('所有者与管理员拥有全部权限').first().waitFor()
})

const chosen = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })
const contentOf = async (file: Download) => readFileSync(await file.path())

test('imports the valid rows of a device file after a preview, and then the corrected rows of a second file', async () => {
  const page = await reeve.openAs(admin, '/all-management/device-management')
  const { data } = await asked('{ queryDevice(pageSize: 2) { data { id name } } }')
  await page.getByRole('button', { name: '导入' }).click()
  const dialog = page.getByRole('dialog', { name: '导入设备' })
  await dialog.getByText('最大 10 MB').waitFor()
  await picture(page, 'import-choose')
  expect(await accessibilityFaults(page)).toEqual([])

  const template = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '下载模板' }).click()
  const titles = first(await cellsOf(await contentOf(await template)), 'cellsOf').map(String)
  expect(titles.slice(0, 3)).toEqual(['编号', '设备名称', '所属组织'])

  const file = dialog.locator('input[type=file]')
  await file.setInputFiles(chosen('devices.txt', Buffer.from('x')))
  await dialog.getByRole('alert').getByText('不支持 .txt 文件，请选择 xlsx、xls、ods 或 csv 文件').waitFor()
  await file.setInputFiles(chosen('devices.xlsx', Buffer.from('%PDF-1.7')))
  await dialog.getByRole('alert').getByText('不支持 PDF 文件').waitFor()

  const rows = Array.from({ length: 40 }, (_, number) => [
    `E2E-${number}`,
    `导入的设备 ${number}`,
    name,
    '王',
  ])
  required(rows[3], 'item of rows')[2] = '组织不存在'
  required(rows[7], 'item of rows')[1] = ''
  const changed = data.map(({ id }: { id: string }) => [id, '改名的设备', null, '赵'])
  const content = await workbook([...titles.slice(0, 4), '备注'], [...rows, ...changed])
  await file.setInputFiles(chosen('devices.xlsx', content))
  await dialog.getByText('2 行有错误').waitFor()
  await dialog.getByText('以下列不在模板中，已忽略：备注').waitFor()
  await dialog.getByText('所属组织：组织不存在').waitFor()
  await dialog.getByText('设备名称：不能为空').waitFor()
  await dialog.getByText('→ 改名的设备').first().waitFor()
  expect((await asked('{ queryDevice(q: "导入的设备") { count } }')).count).toBe(0)
  await picture(page, 'import-preview')
  expect(await accessibilityFaults(page)).toEqual([])

  await dialog.getByRole('button', { name: '导入其余 40 行' }).click()
  await dialog.getByText('新建 38 行，修改 2 行，不变 0 行。').waitFor()
  await picture(page, 'import-done')
  const failures = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '下载错误行' }).click()
  const [head, ...wrong] = await cellsOf(await contentOf(await failures))
  expect(wrong.map(([id, , , , ...rest]) => [id, rest.at(-1)])).toEqual([
    ['E2E-3', '所属组织：组织不存在'],
    ['E2E-7', '设备名称：不能为空'],
  ])

  await dialog.getByRole('button', { name: '再导入一个文件' }).click()
  const mended = wrong.map(([id, , , ...rest]) => [id, '导入的设备', name, ...rest])
  await file.setInputFiles(chosen('mended.xlsx', await workbook(required(head, 'head').map(String), mended)))
  await dialog.getByRole('button', { name: '导入 2 行' }).click()
  await dialog.getByText('新建 2 行，修改 0 行').waitFor()
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await page.getByRole('row').filter({ hasText: '导入的设备' }).first().waitFor()
  expect((await asked('{ queryDevice(q: "导入的设备") { count } }')).count).toBe(40)
})

test('reports invalid rows of a member file, and imports the others, on a phone in English and dark mode', async () => {
  const page = await openMembers('', { locale: 'en-US', theme: 'dark', width: 360, height: 780 })
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import members' })
  await dialog.getByText('At most 10 MB').waitFor()
  await picture(page, 'import-members-choose-360-dark')
  const [one, two] = plain
  const rows = [
    [required(one, 'one').mobilePhone, 'Night shift', 'View, Run'],
    [required(two, 'two').mobilePhone, null, 'Fly'],
    ['13900009999', 'Nobody', null],
  ]
  const sheet = utils.aoa_to_sheet([['Phone', 'Name in this organization', 'Algorithm permissions'], ...rows])
  sheet['!rows'] = [{}, { hidden: true }]
  const content: Buffer = write(utils.book_new(sheet, 'x'), {
    type: 'buffer',
    bookType: 'xlsx',
    cellStyles: true,
  })
  await dialog.locator('input[type=file]').setInputFiles(chosen('members.xlsx', content))
  await dialog
    .getByText('1 row is hidden in the file, for example by a filter. It will be imported, too.')
    .waitFor()
  await dialog.getByText('2 rows are invalid').waitFor()
  await dialog.getByText('Algorithm permission not found').waitFor()
  await dialog.getByText('No account with this phone number').waitFor()
  await dialog.getByText('→ Night shift').waitFor()
  await picture(page, 'import-members-preview-360-dark')
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import the remaining 1 row' }).click()
  await dialog.getByText('0 created, 1 changed, 0 unchanged.').waitFor()
  await picture(page, 'import-members-done-360-dark')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Night shift').first().waitFor()
  await picture(page, 'members-tools-360-dark')
})
