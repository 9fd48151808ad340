import { expect, test } from 'vitest'
import { accessibilityFaults, adminPassword, picture, useConsole } from '../harness/index.ts'

const reeve = useConsole()
const admin = { username: 'admin', password: adminPassword }
const path = '/all-management/sms'
const phones = ['13912340001', '13912340002', '13912340003']

async function sendAll(): Promise<void> {
  for (const mobilePhone of phones) {
    const body = JSON.stringify({ mobilePhone, purpose: 'login' })
    const headers = { 'content-type': 'application/json' }
    await fetch(`${reeve.server.url}/RegisterCode`, { method: 'POST', headers, body })
    await reeve.server.newestCode(`+86${mobilePhone}`)
  }
}

test('an administrator sees what was sent, finds one by its whole number, and what is used of the budget', async () => {
  const page = await reeve.openAs(admin, path)
  await page.getByText('没有短信').waitFor()
  await picture(page, 'sms-empty')

  await sendAll()
  await page.reload()
  await page.getByText('+86 139****0003').waitFor()
  await page.getByText('上限 1,000').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'sms')

  const search = page.getByRole('textbox', { name: '手机号' })
  await search.fill(phones[0]!)
  await search.press('Enter')
  await page.getByText('+86 139****0002').waitFor({ state: 'detached' })
  await page.getByText('+86 139****0001').waitFor()
})

test('narrow, dark and in English', async () => {
  await sendAll()
  const look = { width: 360, height: 800, theme: 'dark', locale: 'en-US' } as const
  const page = await reeve.openAs(admin, path, look)
  await page.getByRole('heading', { name: 'Text messages' }).waitFor()
  await page.getByText('+86 139****0001').first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'sms-narrow')
})

test('what could not be loaded says so, and is asked for again', async () => {
  reeve.expectPrinted(/ERR_FAILED/)
  const page = await reeve.openAs(admin, '/terms')
  const asks = (name: string) => (body: { operationName?: string } | null) => body?.operationName === name
  let cut = true
  await page.route('**/actions/graphql', (route) => {
    const body = route.request().postDataJSON()
    return cut && (asks('QuerySms')(body) || asks('GetSmsFigures')(body)) ? route.abort() : route.fallback()
  })
  await page.goto(path)
  await page.getByText('用量没有加载出来。').waitFor()
  await picture(page, 'sms-failed')
  cut = false
  await page.getByRole('alert').getByRole('button', { name: '重试' }).first().click()
  await page.getByText('上限 1,000').waitFor()
})
