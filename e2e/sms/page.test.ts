import { expect, test } from 'vitest'
import { first, required } from '../../contract/required.ts'
import { receiptsCome, sentSms } from '../../server/testing/messages/sms.ts'
import { accessibilityFaults, adminPassword, picture, useConsole } from '../harness/index.ts'

const reeve = useConsole()
const admin = { username: 'admin', password: adminPassword }
const path = '/all-management/sms'
const phones = ['13912340001', '13912340002', '13912340003']

/**
 * Sends a message to each phone number, once its limit of one message per minute allows that. Returns the ids
 * of the two newest messages.
 */
async function sendAll(): Promise<[string, string]> {
  for (const mobilePhone of phones) {
    const body = JSON.stringify({ mobilePhone, purpose: 'login' })
    const headers = { 'content-type': 'application/json' }
    await fetch(`${reeve.server.url}/RegisterCode`, { method: 'POST', headers, body })
    await reeve.server.newestCode(`+86${mobilePhone}`)
  }
  const sent = () => sentSms(reeve.server.dataDir)
  await expect
    .poll(async () => (await sent()).length, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(phones.length)
  const [newest, before] = await sent()
  return [required(newest, 'newest'), required(before, 'before')]
}

test('shows the SMS limit and sent messages, and finds messages by phone number', async () => {
  const page = await reeve.openAs(admin, path)
  await page.getByText('暂无短信').waitFor()
  await picture(page, 'sms-empty')

  await sendAll()
  await page.reload()
  await page.getByText('+86 139****0003').waitFor()
  await page.getByText('上限 1,000').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'sms')

  const search = page.getByRole('textbox', { name: '手机号' })
  await search.fill(first(phones, 'phones'))
  await search.press('Enter')
  await page.getByText('+86 139****0002').waitFor({ state: 'detached' })
  await page.getByText('+86 139****0001').waitFor()
})

test('shows delivery statuses and totals of SMS messages, and filters messages by status', async () => {
  const [newest, before] = await sendAll()
  const page = await reeve.openAs(admin, path)
  await page.getByText('暂无送达回执').waitFor()
  await receiptsCome(reeve.server.dataDir, newest, before)
  await page.reload()
  const figures = page.getByLabel('短信用量')
  await figures.getByText('未送达 1').waitFor()
  const undelivered = page.getByRole('row', { name: 'MK:0013' })
  await undelivered.getByText('未送达').waitFor()
  expect(await page.getByRole('row', { name: '已送达' }).count()).toBe(1)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'sms-receipts')

  await page.goto(`${path}?receipt=RECEIVED`)
  await page.getByRole('row', { name: '已送达' }).waitFor()
  await undelivered.waitFor({ state: 'detached' })
})

test('shows an accessible SMS log on a narrow screen in English and dark mode', async () => {
  const [newest, before] = await sendAll()
  const look = { width: 360, height: 800, theme: 'dark', locale: 'en-US' } as const
  const page = await reeve.openAs(admin, path, look)
  await page.getByRole('heading', { name: 'SMS log' }).waitFor()
  await page.getByText('+86 139****0001').first().waitFor()
  await receiptsCome(reeve.server.dataDir, newest, before)
  await page.reload()
  await page.getByText('MK:0013').first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'sms-narrow')
})

test('shows an error with a retry button if the SMS log cannot be loaded', async () => {
  reeve.expectPrinted(/ERR_FAILED/)
  const page = await reeve.openAs(admin, '/terms')
  const asks = (name: string) => (body: { operationName?: string } | null) => body?.operationName === name
  let cut = true
  await page.route('**/actions/graphql', (route) => {
    const body = route.request().postDataJSON()
    return cut && (asks('QuerySms')(body) || asks('GetSmsFigures')(body)) ? route.abort() : route.fallback()
  })
  await page.goto(path)
  await page.getByText('用量加载失败').waitFor()
  await picture(page, 'sms-failed')
  cut = false
  await page.getByRole('alert').getByRole('button', { name: '重试' }).first().click()
  await page.getByText('上限 1,000').waitFor()
})
