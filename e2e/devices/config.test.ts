import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityFaults, callAs, type Look, picture, reconnect, useConsole } from '../harness/index.ts'
import { admin } from '../harness/layout.ts'

// Tests the configuration panel on the page of a device.

const reeve = useConsole()
const platform = '/all-management/device-management'
const former = { interval: 10, pressure: { low: 0.45, high: 0.8 }, report: 'on-change' }

const ask = async (query: string, variables = {}) =>
  Object.values(await callAs(reeve.server, admin, query, variables))[0]
const save = (id: string, config: object) =>
  ask(
    'mutation m($id: ID!, $config: JSON) { saveDeviceByPalgo(id: $id, name: "泵房网关", config: $config) { id } }',
    { id, config },
  )
const configOf = async (id: string) =>
  (await ask('query q($id: ID!) { device(id: $id) { config } }', { id })).config
const editor = (page: Page) => page.getByRole('textbox', { name: /配置内容|Configuration, JSON/ })
const write = (page: Page, text: string) => editor(page).fill(text)
const changes = (page: Page) => page.getByRole('list', { name: /将更改|Changes/ }).getByRole('listitem')

test('lets an administrator edit a device configuration, and asks before unsaved changes are lost', async () => {
  const id = 'CONFIG-1'
  await save(id, former)
  const page = await reeve.openAs(admin, `${platform}/${id}`)
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '编辑配置' }).click()
  await page.getByRole('heading', { name: '泵房网关 · 配置' }).waitFor()
  await page.getByText('暂无更改').waitFor()

  await write(page, '{\n  "interval": 30\n  "report": "on-change"\n}')
  const fault = page.getByRole('button', { name: '第 3 行第 3 列：缺少逗号或存在多余内容' })
  await fault.waitFor()
  expect(await editor(page).getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByRole('button', { name: '保存' }).isDisabled()).toBe(true)
  await fault.click()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('End')
  await page.keyboard.type(',')
  await page.getByText('格式正确').waitFor()
  expect(await changes(page).allInnerTexts()).toEqual([
    expect.stringMatching(/^interval\s+修改\s+10\s+30$/),
    expect.stringMatching(/^pressure\s+删除/),
  ])

  await page.getByRole('button', { name: '返回设备' }).click()
  const question = page.getByRole('dialog')
  await question.waitFor()
  await picture(page, 'config-leave')
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })

  reeve.expectPrinted(/ERR_INTERNET_DISCONNECTED|failed: no response UNREACHABLE/)
  await page.context().setOffline(true)
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByRole('alert').filter({ hasText: /网络/ }).first().waitFor()
  expect(await configOf(id)).toEqual(former)
  await reconnect(page)
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('已保存泵房网关的配置').waitFor()
  await page.getByRole('heading', { name: '泵房网关', exact: true }).waitFor()
  expect(await configOf(id)).toEqual({ interval: 30, report: 'on-change' })
})

test('does not overwrite a device configuration that another user has saved', async () => {
  const id = 'CONFIG-2'
  await save(id, former)
  const page = await reeve.openAs(admin, `${platform}/${id}/config`)
  await page.getByText('暂无更改').waitFor()
  // If the editor has no unsaved changes, it shows the new configuration.
  await save(id, { ...former, interval: 20 })
  await expect.poll(() => editor(page).textContent()).toContain('"interval": 20')

  await write(page, '{"interval": 30}')
  await save(id, { ...former, interval: 25 })
  const notice = page.getByRole('alert').filter({ hasText: '编辑期间配置已被他人修改' })
  await notice.waitFor()
  expect(await page.getByRole('button', { name: '保存' }).isDisabled()).toBe(true)
  await notice.getByRole('button', { name: '与最新配置比较' }).click()
  await notice.waitFor({ state: 'detached' })
  await changes(page).filter({ hasText: '25' }).waitFor()
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('已保存泵房网关的配置').waitFor()
  expect(await configOf(id)).toEqual({ interval: 30 })
})

for (const look of [{}, { theme: 'dark', locale: 'en-US', width: 360, height: 780 }] satisfies Look[]) {
  test(`shows accessible configuration pages (${Object.values(look).join(', ') || 'default'})`, async () => {
    const id = 'CONFIG-3'
    await save(id, former)
    const page = await reeve.openAs(admin, `${platform}/${id}/config`, look)
    await write(page, JSON.stringify({ ...former, pressure: { low: 0.5 }, unit: 'MPa' }, null, 2))
    await changes(page).nth(2).waitFor()
    const suffix = Object.values(look).join('-') || 'light'
    await picture(page, `config-${suffix}`)
    expect(await accessibilityFaults(page)).toEqual([])
    await write(page, '{"a": 1')
    await page.getByRole('button', { name: /第 1 行第 8 列|Line 1, column 8/ }).waitFor()
    await picture(page, `config-fault-${suffix}`)
    expect(await accessibilityFaults(page)).toEqual([])
  })
}
