import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { first, required } from '../../contract/required.ts'
import { adminPassword, picture, useConsole } from '../harness/index.ts'
import { actors, admin } from '../harness/organizations.ts'

// Tests the page of the platform's webhooks, with examples/webhook-receiver as the receiver.

const reeve = useConsole({ REEVE_WEBHOOK_NETWORKS: '127.0.0.1' })
const { call } = actors(() => reeve.server)

/** Runs the example like `npm run example webhook-receiver`, and collects its output. */
function runExample() {
  const child = spawn(process.execPath, ['examples/webhook-receiver/main.ts'], {
    env: { PATH: process.env.PATH, REEVE_URL: reeve.server.url, REEVE_PASSWORD: adminPassword },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => printed.push(line))
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const stop = () => {
    child.kill('SIGINT')
    return ended
  }
  return { printed, stop }
}

const row = (page: Page, type: string) => page.getByRole('row').filter({ hasText: type })
/**
 * Clicks the first button with this name. If a list is empty, its empty state contains a second button with
 * the same name.
 */
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()

test('the webhook receiver example rejects unsigned requests, and processes each event only once', async () => {
  const { printed, stop } = runExample()
  await expect.poll(() => printed).toHaveLength(1)
  const [place, hook] = first(printed, 'printed').split(' sends to ') as [string, string]
  const page = await reeve.openAs(admin, place.slice(reeve.server.url.length))
  await press(page, '发送测试事件')
  await row(page, 'webhook.test').getByText('200').waitFor()
  await expect.poll(() => printed.at(-1)).toContain('webhook.test {"webhookId":')

  const { createOperator } = await call(
    admin,
    'mutation { createOperator(mobilePhone: "+8613600111222", nickName: "许文", password: "seven quiet rivers") { id } }',
  )
  const disable = 'mutation m($id: ID!) { invalidOperator(id: $id) { id } }'
  await call(admin, disable, { id: createOperator.id })
  await row(page, 'account.disabled').getByText('许文').filter({ visible: true }).waitFor()
  const expectedLine = `account.disabled {"accountId":"${createOperator.id}"}`
  await expect.poll(() => printed.at(-1)).toBe(expectedLine)

  const detail = page.getByRole('region', { name: '推送详情' })
  await press(page, 'account.disabled')
  await detail.getByText('许文').waitFor()
  // The receiver already has the event. Wait until the server has also stored the response.
  await detail.getByText('200').first().waitFor()
  await press(page, '重新推送')
  await detail.getByText('2 次', { exact: false }).waitFor()
  await picture(page, 'webhooks-platform')
  // The receiver accepted the second delivery of the event, but processed the event only once.
  expect(printed.filter((line) => line === expectedLine)).toHaveLength(1)

  const forged = JSON.stringify({ id: 'x', type: 'account.closed', dateTime: '', payload: {} })
  const headers = {
    'webhook-id': 'x',
    'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
    'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
  }
  for (const sent of [{}, headers])
    expect((await fetch(hook, { method: 'POST', headers: sent, body: forged })).status).toBe(401)
  expect(printed.some((line) => line.startsWith('account.closed'))).toBe(false)

  expect(await stop()).toEqual([0, null])
  await page.getByText('暂无 Webhook').waitFor()
})

test('copies a delivery as a curl command that the receiver accepts', async () => {
  const { printed, stop } = runExample()
  await expect.poll(() => printed).toHaveLength(1)
  const page = await reeve.openAs(
    admin,
    first(first(printed, 'printed').split(' sends to '), 'printed').slice(reeve.server.url.length),
  )
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await press(page, '发送测试事件')
  await row(page, 'webhook.test').getByText('200').waitFor()
  await press(page, '复制为 curl')
  await page.getByText('已复制').waitFor()
  const line = await page.evaluate(() => navigator.clipboard.readText())
  expect(line).toMatch(/^curl 'http:\/\/127\.0\.0\.1:\d+\/hooks\/reeve'/)
  // A shell parses the curl command that the page shows. `curl` is replaced by a function that prints its
  // arguments.
  const sh = spawn('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${line}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let given = ''
  for await (const part of sh.stdout) given += part
  const [url, ...options] = given.split('\0')
  const headers = options.flatMap((option, index) =>
    option === '-H' ? [required(options[index + 1], 'item of options').split(': ')] : [],
  )
  const body = required(options[options.indexOf('--data-raw') + 1], 'item of options')
  const answer = await fetch(required(url, 'url'), {
    method: 'POST',
    headers: Object.fromEntries(headers),
    body,
  })
  expect([answer.status, await answer.text()]).toEqual([200, 'ok'])
  await stop()
})
