import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { first, required } from '../../contract/required.ts'
import { accessibilityFaults, demoPassword, phone, picture, useConsole } from '../harness/index.ts'
import { ordinary, signInOf } from '../harness/people.ts'

const reeve = useConsole({}, { demo: true })

test('lets a user request a data export, and download the file once', async () => {
  const person = first(ordinary, 'ordinary')
  const page = await reeve.openAs(signInOf(person))
  const panel = page.getByRole('region', { name: '我的数据' })
  await panel.getByText('包含账号、会话、组织、消息、操作日志等数据的文件').waitFor()
  await panel.scrollIntoViewIfNeeded()
  expect(await accessibilityFaults(page)).toEqual([])
  await panel.getByRole('button', { name: '申请导出我的数据' }).click()
  await page.getByRole('menuitem', { name: 'JSON (.json)' }).click()
  await panel.getByText(/^已可下载，仅可下载一次/).waitFor()
  await panel.scrollIntoViewIfNeeded()
  await picture(page, 'data-export-ready')

  // After a network failure, the file can still be downloaded.
  reeve.expectPrinted(/ERR_FAILED/)
  await page.route('**/api/data-export/**', (route) => route.abort())
  await panel.getByRole('button', { name: '下载' }).click()
  await page.getByText('无法连接服务器，请检查网络后重试').waitFor()
  await page.unroute('**/api/data-export/**')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: '下载' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^我的数据-\d{8}\.json$/)
  const file = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(file.account[0]).toMatchObject({ mobilePhone: person.mobilePhone })
  await panel.getByText(/申请的文件已下载并删除$/).waitFor()
  await panel.getByRole('button', { name: '申请导出我的数据' }).waitFor()
})

test('requires identity verification before the download of a data export if the session is old', async () => {
  const page = await reeve.openAs(signInOf(required(ordinary[1], 'item of ordinary')), '/accountInfo/index', {
    ...{ ...phone, width: 360, locale: 'en-US', theme: 'dark' },
  })
  const panel = page.getByRole('region', { name: 'Your data' })
  // The test cannot advance the server's clock, so it mocks the response that the server would send after ten
  // minutes.
  let refused = false
  await page.route('**/api/data-export/**', (route) => {
    if (refused) return route.continue()
    refused = true
    return route.fulfill({
      status: 403,
      contentType: 'application/json',
      body: JSON.stringify({ code: 'REAUTHENTICATE', message: "Confirm it's you" }),
    })
  })
  reeve.expectPrinted(/status of 403/)
  await panel.getByRole('button', { name: 'Request file with your data' }).click()
  await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()
  await panel.getByText(/^Ready to download once/).waitFor()
  await panel.scrollIntoViewIfNeeded()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'data-export-360-dark-en')
  await panel.getByRole('button', { name: 'Download' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Password' }).fill(demoPassword)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Confirm and continue' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Your data-\d{8}\.xlsx$/)
  await panel.getByText(/was downloaded and deleted$/).waitFor()
})
