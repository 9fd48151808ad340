import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connectAsync } from 'mqtt'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { first, required } from '../contract/required.ts'
import { holdUndo } from './harness/actions.ts'
import {
  absent,
  accessibilityFaults,
  callAs,
  demoPassword,
  type Look,
  loaded,
  picture,
  reconnect,
  useConsole,
} from './harness/index.ts'
import { openIn } from './harness/navigation.ts'
import { organizationOf, ownerOf, signInOf } from './harness/people.ts'

const reeve = useConsole({ REEVE_MQTT_PORT: '0' }, { demo: true })
const { name: tenantName, plain, owner } = organizationOf('FINISH')
const admin = { username: 'admin', password: demoPassword }
const helpdesk = { username: 'helpdesk', password: demoPassword }
const platform = '/all-management/device-management'
const own = '/organizational-management/devices'

const gateway = () => required(reeve.server.gatewayUrl, 'gatewayUrl')
/** Connects over MQTT with the credentials of a device. */
const connect = (id: string, password: string) =>
  connectAsync(gateway(), { clientId: id, username: id, password, reconnectPeriod: 0, protocolVersion: 4 })
const rowOf = (page: Page, shown: string) => page.getByRole('row').filter({ hasText: shown })
const dialogOf = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function menuOf(page: Page, shown: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `${shown}的更多操作` }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Sends a GraphQL request, by default as the administrator. Returns the value of its first field. */
const ask = async (query: string, variables = {}, who = admin) =>
  Object.values(await callAs(reeve.server, who, query, variables))[0]

const tenantId = async (name = tenantName): Promise<string> =>
  (await ask('query q($q: String) { queryTenant(q: $q) { data { id } } }', { q: name })).data[0].id

const save = (device: { id: string; name: string; tenantId?: string; expiredDate?: string }) =>
  ask(
    `mutation m($id: ID, $name: String!, $tenantId: ID, $expiredDate: DateTime) {
      saveDeviceByPalgo(id: $id, name: $name, tenantId: $tenantId, expiredDate: $expiredDate, customerName: "张江科学城",
        contactName: "陈思琪", contactMobilePhone: "18600007713", specification: "EG-200：4 路千兆、8 路 RS-485",
        config: { report: { intervalSec: 30, compress: true }, channels: [{ id: 1, name: "进水流量" }] }) { id } }`,
    device,
  )

/** Opens the organization's devices as a member without a role. */
const openOwn = async (search: string, look: Look = {}) =>
  openIn(
    reeve,
    signInOf(first(plain, 'plain')),
    { id: await tenantId(), name: tenantName },
    own + search,
    look,
  )

test('lets an administrator register a device, see its connection live, and disable and delete it', async () => {
  await save({ id: 'E2E:TAKEN', name: '临港仓库采集终端' })
  const page = await reeve.openAs(admin, platform)
  await press(page, '添加设备')
  const dialog = dialogOf(page)
  await dialog.getByLabel('设备名称').fill('张江一号站边缘网关')
  await dialog.getByLabel('编号', { exact: true }).fill('E2E:TAKEN')
  await dialog.getByLabel('所属组织').fill(tenantName.slice(0, 4))
  await page.getByRole('option', { name: tenantName, exact: true }).click()
  await press(page, '添加')
  await dialog.getByText('该设备编号已被使用').waitFor()
  await rowOf(page, 'E2E:TAKEN').getByText('临港仓库采集终端').waitFor()
  await dialog.getByLabel('编号', { exact: true }).fill('E2E:00871')
  const list = await reeve.openAs(admin, platform)
  await press(page, '添加')

  // The page of the new device shows the credentials and waits for the connection.
  await page.waitForURL(`**${platform}/E2E%3A00871`)
  await page.getByText('密码仅在此处显示一次', { exact: false }).waitFor()
  const { hostname, port } = new URL(gateway())
  const [host, shownPort, user, clientId, password] = await page.getByRole('definition').allTextContents()
  expect([host, shownPort, user, clientId]).toEqual([hostname, port, 'E2E:00871', 'E2E:00871'])
  await page.getByText('等待首次连接…').waitFor()
  await expect.poll(() => page.title()).toBe('张江一号站边缘网关 · Reeve 用户中心')
  await page.getByRole('navigation').getByText('张江一号站边缘网关').waitFor()
  // The page asks for confirmation, because the user has not copied the password.
  await page.getByRole('link', { name: '设备管理' }).first().click()
  await dialog.getByText('密码不会再次显示', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: '留在此页' }).last().click()
  const record = page.getByRole('list', { name: '连接日志' })
  await expect(connect('E2E:00871', `${password} `)).rejects.toThrow()
  await record.getByText('127.0.0.1 连接失败：密码错误').waitFor()
  await page.context().setOffline(true)
  await page.getByText('网络已断开，恢复后继续等待').waitFor()
  await reconnect(page)
  await page.getByText('连接被拒绝：密码错误').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'device-connect')

  // The page shows a sample program for the device. The program connects successfully.
  await page.getByRole('tab', { name: 'Node.js' }).click()
  const program = await page.getByRole('tabpanel').locator('pre').textContent()
  const simulated = spawn(process.execPath, ['--input-type=module', '--eval', required(program, 'program')])
  onTestFinished(() => void simulated.kill())
  await page.getByRole('heading', { name: '首次连接成功' }).waitFor()
  await page.getByText('已收到 firmware 1.0.0、temperature 21.4。', { exact: false }).waitFor()
  await page.getByText('使用中', { exact: true }).waitFor()
  await picture(page, 'device-connected')
  expect(await accessibilityFaults(page)).toEqual([])
  await press(page, '查看设备')
  await page.getByText('连接中').waitFor()
  const ended = once(simulated, 'close')
  simulated.kill()
  await ended
  await rowOf(list, 'E2E:00871').getByText('离线').waitFor()

  const detail = page
  const device = await connect('E2E:00871', required(password, 'password'))
  await rowOf(list, 'E2E:00871').getByText('在线').waitFor()
  await detail.getByText('连接中').waitFor()
  await device.publishAsync('devices/E2E:00871/versions', '{"firmware":"3.8.2"}', { qos: 1 })
  await rowOf(list, 'E2E:00871').getByText('3.8.2').waitFor()
  await detail.getByText('3.8.2').waitFor()

  await menuOf(list, '张江一号站边缘网关', '停用')
  await dialogOf(list).getByText('将更改 1 台').waitFor()
  const cut = new Promise<void>((resolve) => device.once('close', () => resolve()))
  await dialogOf(list).getByRole('button', { name: '停用', exact: true }).click()
  await cut
  const undo = await holdUndo(list)
  await rowOf(list, 'E2E:00871').getByText('已停用').waitFor()
  await undo.click()
  await list.getByText('已重新启用 张江一号站边缘网关', { exact: false }).waitFor()
  await rowOf(list, 'E2E:00871').getByText('使用中').waitFor()
  await menuOf(list, '张江一号站边缘网关', '停用')
  await dialogOf(list).getByRole('button', { name: '停用', exact: true }).click()
  await rowOf(list, 'E2E:00871').getByText('已停用').waitFor()
  await detail.getByRole('heading', { name: '设备已停用' }).waitFor()
  await detail.getByRole('img', { name: /最近 7 天的连接/ }).waitFor()

  await detail.getByRole('button', { name: '更多操作' }).click()
  await detail.getByRole('menuitem', { name: '删除设备' }).click()
  await dialogOf(detail).getByLabel('输入设备名称', { exact: false }).fill('张江一号站边缘网关')
  await dialogOf(detail).getByRole('button', { name: '删除设备' }).click()
  await detail.waitForURL(`**${platform}`)
  await detail.getByText('已删除张江一号站边缘网关').waitFor()
})

test('lets an administrator renew all matching devices after a preview, and shows why a device is skipped', async () => {
  const past = new Date(Date.now() - 22.5 * 86_400_000).toISOString()
  for (const letter of 'ABCDEFGH') await save({ id: `RENEW-${letter}`, name: `长期 ${letter}` })
  for (const index of [1, 2]) await save({ id: `RENEW-${index}`, name: `续期 ${index}`, expiredDate: past })
  await save({ id: 'RENEW-3', name: '续期 3' })
  await ask('mutation { updateDeviceByStatus(id: "RENEW-3", status: RETIRED) { id } }')
  const page = await reeve.openAs(admin, `${platform}?q=RENEW&size=10`)
  await rowOf(page, 'RENEW-1').getByText('已到期 22 天').waitFor()
  await expect.poll(() => page.getByRole('group', { name: '视图' }).textContent()).toContain('已到期2')
  await page.getByLabel('选择本页全部').check()
  await press(page, '选择全部 11 台')
  await page.getByText('已选择全部 11 台').waitFor()
  await picture(page, 'devices-all-chosen')
  expect(await accessibilityFaults(page)).toEqual([])
  await press(page, '续期')
  const dialog = dialogOf(page)
  await dialog.getByText('将更改 2 台、8 台无需更改、1 台不能更改').waitFor()
  await rowOf(page, '续期 3').getByText('当前状态不允许').waitFor()
  await picture(page, 'devices-renewal')
  expect(await accessibilityFaults(page)).toEqual([])
  await press(page, '续期 2 台')
  await page.getByText('已续期 2 台设备，1 台失败').waitFor()
  await press(page, '查看')
  await dialog.getByText('当前状态不允许').waitFor()
  await picture(page, 'devices-not-renewed')
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: '关闭' }).click()
  await dialog.waitFor({ state: 'detached' })
  await press(page, '选中失败项')
  await page.getByText('已选择 1 台').waitFor()
  await press(page, '取消选择')
  // A renewal extends the current expiry date. A date that shortens the validity period is highlighted in
  // red.
  await menuOf(page, '续期 1', '续期')
  await dialog.getByText('2 年', { exact: true }).click()
  const end = new Date()
  end.setFullYear(end.getFullYear() + 3)
  const shown = (date: Date) => date.toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' })
  await rowOf(page, shown(end)).waitFor()
  await dialog.getByText('指定日期').click()
  const sooner = new Date(Date.now() + 9 * 86_400_000)
  await dialog.getByLabel('新的到期日').fill(shown(sooner))
  await dialog.getByText('1 台设备的有效期会缩短').waitFor()
  await picture(page, 'devices-renewal-shorter')
  await dialog.getByText('2 年', { exact: true }).click()
  await dialog.getByText('1 台设备的有效期会缩短').waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: '续期', exact: true }).click()
  await page.getByText('已为 续期 1 续期').waitFor()
  const { expiredDate } = await ask('{ device(id: "RENEW-1") { expiredDate } }')
  expect(shown(new Date(expiredDate))).toBe(shown(end))
  await absent(rowOf(page, 'RENEW-1').getByText('过期'), {
    after: rowOf(page, 'RENEW-1').getByText('未激活'),
  })
})

test('offers device actions only to permitted roles, and opens the device when the owner clicks a message', async () => {
  const id = await tenantId()
  await save({ id: 'MOVED-1', name: '轨道 3 号线巡检终端 07' })
  await save({ id: 'MOVED-1', name: '轨道 3 号线巡检终端 07', tenantId: id })

  const helpdeskPage = await reeve.openAs(helpdesk, `${platform}?id=MOVED-1`)
  await helpdeskPage.getByLabel('所属组织').waitFor()
  await menuOf(helpdeskPage, '轨道 3 号线巡检终端 07', '编辑')
  await dialogOf(helpdeskPage).getByLabel('规格').fill('YF-33')
  await press(helpdeskPage, '保存')
  await helpdeskPage.getByText('已保存轨道 3 号线巡检终端 07的更改').waitFor()
  await helpdeskPage.goto(`${platform}/MOVED-1`)
  // The role account_management cannot read the audit log.
  await absent(helpdeskPage.getByText('操作日志'), { after: helpdeskPage.getByText('YF-33') })
  await helpdeskPage.goto('/device-management/MOVED-1')
  await helpdeskPage.waitForURL(`**${platform}/MOVED-1`)

  const member = await openOwn('?id=MOVED-1')
  await absent(member.getByRole('button', { name: '添加设备' }), { after: rowOf(member, 'MOVED-1') })
  await absent(member.getByLabel('选择本页全部'), { after: rowOf(member, 'MOVED-1') })
  await absent(member.getByLabel('所属组织'), { after: rowOf(member, 'MOVED-1') })
  await member.getByRole('link', { name: '查看轨道 3 号线巡检终端 07' }).click()
  const after = member.getByRole('heading', { name: '轨道 3 号线巡检终端 07' })
  for (const action of ['编辑', '更换所属组织', '更多操作'])
    await absent(member.getByRole('button', { name: action }), { after })
  await member.goto(platform)
  await member.waitForURL('**/accountInfo/index')

  const ownerPage = await reeve.openAs(signInOf(owner), '/message/list')
  await ownerPage.locator('main').getByRole('button', { name: /设备/ }).first().click()
  await ownerPage.waitForURL(`**${own}/MOVED-1`)
  await ownerPage.getByRole('heading', { name: '轨道 3 号线巡检终端 07' }).waitFor()

  // The page is updated live. When the device is moved to another organization, the page closes.
  await ask('mutation { updateDeviceByStatus(id: "MOVED-1", status: SUSPENDED) { id } }')
  await ownerPage.getByRole('heading', { name: '设备已停用' }).waitFor()
  await helpdeskPage.goto(`${platform}/MOVED-1`)
  await press(helpdeskPage, '更换所属组织')
  await dialogOf(helpdeskPage).getByText('收回到平台（不属于任何组织）').click()
  await press(helpdeskPage, '转移')
  await helpdeskPage.getByText('已收回轨道 3 号线巡检终端 07').waitFor()
  await ownerPage.reload()
  await ownerPage.getByText('设备不存在或无权查看').waitFor()

  const personal = await reeve.openAs(signInOf(ownerOf('REJECT')), own)
  await personal.getByText('个人空间没有设备').waitFor()
  await press(personal, '前往账号信息')
  await personal.waitForURL('**/accountInfo/index')
})

for (const look of [{}, { theme: 'dark', locale: 'en-US', width: 360, height: 780 }] satisfies Look[]) {
  test(`shows accessible device pages (${Object.values(look).join(', ') || 'default'})`, async () => {
    const suffix = Object.values(look).join('-') || 'light'
    const page = await reeve.openAs(admin, `${platform}?size=10`, look)
    await page.getByRole('row').nth(5).waitFor()
    await loaded(page.getByRole('main'))
    await picture(page, `devices-${suffix}`)
    expect(await accessibilityFaults(page)).toEqual([])

    // A device that was connected recently connects again.
    const seen = await ask(
      '{ queryDevice(sort: LAST_SEEN, statusSet: [ACTIVE], pageSize: 1) { data { id } } }',
    )
    const id: string = seen.data[0].id
    await save({ id, name: '张江一号站边缘网关' })
    const { password } = await ask('mutation m($id: ID!) { createDeviceCredential(id: $id) { password } }', {
      id,
    })
    const device = await connect(id, password)
    await device.publishAsync(`devices/${id}/versions`, '{"firmware":"3.8.2","palgo":"1.12.0"}', { qos: 1 })
    const info = {
      model: 'ZL-200 rev C',
      load: { cpu: 3 },
      rssi: -71,
      pressure: { value: 0.62, unit: 'MPa' },
    }
    await device.publishAsync(`devices/${id}/info`, JSON.stringify(info), { qos: 1 })
    await page.goto(`${platform}/${id}`)
    await page.getByRole('heading', { name: '张江一号站边缘网关' }).waitFor()
    await page.getByText('−71dBm').waitFor()
    await page.getByRole('img', { name: /7/ }).waitFor()
    await loaded(page.getByRole('main'))
    await picture(page, `device-${suffix}`)
    expect(await accessibilityFaults(page)).toEqual([])
    const band = page.getByRole('img', { name: /7/ })
    await band.scrollIntoViewIfNeeded()
    const { x, y, width } = required(await band.boundingBox(), 'bounding box')
    await page.mouse.move(x + width / 2, y + 36)
    await page.mouse.down()
    await page.mouse.move(x + width - 20, y + 36)
    await page.mouse.up()
    await page.getByRole('button', { name: /返回 7 天|Back to 7 days/ }).waitFor()
    await picture(page, `device-zoom-${suffix}`)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /返回 7 天|Back to 7 days/ }).waitFor({ state: 'detached' })
    await page.getByRole('region', { name: /配置内容|Configuration as JSON/ }).scrollIntoViewIfNeeded()
    await picture(page, `device-below-${suffix}`)
    await device.endAsync()

    const member = await openOwn('?size=10', look)
    await member.getByRole('row').nth(5).waitFor()
    await loaded(member.getByRole('main'))
    await picture(member, `own-devices-${suffix}`)
    expect(await accessibilityFaults(member)).toEqual([])
  })
}
