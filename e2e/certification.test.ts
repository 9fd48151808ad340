import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { pathOf } from './harness/actions.ts'
import { absent, accessibilityFaults, picture, useConsole } from './harness/index.ts'
import { actors, admin } from './harness/organizations.ts'

const reeve = useConsole()
const { register, call, apply, reject, grant } = actors(() => reeve.server)
const reviewQueue = '/all-management/audit-management'

const queue = (page: Page) => page.getByRole('list', { name: '申请列表' })
const row = (page: Page, name: string) => queue(page).getByRole('button', { name })
const open = (page: Page, name: string) => page.getByRole('region', { name })

// This test is not retried. Its first attempt decides on the requests in the queue, so a second attempt would
// start with different data.
test('lets a reviewer compare, approve and reject organization requests, and shows new requests at once', {
  retry: 0,
}, async () => {
  const applicant = await register('王志远')
  const certifier = await register('陈思琪')
  await grant(certifier, ['certification_audit'])
  const [first, second, third] = ['智澜杭州传感', '宁波海曙轨道运维有限公司', '成都锦川环境监测中心'] as const
  const id = await apply(applicant, first)
  await reject(id, '组织名称与营业执照不一致')
  const name = '智澜（杭州）传感技术有限公司'
  await call(
    applicant,
    `mutation($id: ID!, $name: String!, $phone: String!) {
      updateTenant(id: $id, name: $name, areaIds: ["330108"], contact: { name: "王", mobilePhone: $phone }, uploadAudit: false) { id }
      rePrepareTenant(id: $id) { id }
    }`,
    { id, name, phone: applicant.username },
  )
  await apply(applicant, second)

  // A reviewer's menu contains only one page of the platform: the review queue.
  const page = await reeve.openAs(certifier)
  const menu = page.getByRole('navigation', { name: '主菜单' })
  const after = menu.getByRole('link', { name: '认证审核' })
  for (const other of ['全部组织', '成员管理', '平台操作日志', '组织操作日志'])
    await absent(menu.getByRole('link', { name: other }), { after })
  await menu.getByRole('link', { name: '认证审核' }).click()

  // The page shows the oldest request first, with its changes and the reason for the earlier rejection.
  await open(page, name).getByText('与上次相比改了 2 项').waitFor()
  expect(new URL(page.url()).searchParams.get('application')).toMatch(/^[0-9a-f-]{36}$/)
  await page.getByText(/^2 份待审核，最早一份已等待/).waitFor()
  await open(page, name).getByText('组织名称与营业执照不一致').first().waitFor()
  const changes = open(page, name).getByRole('table')
  expect(await changes.locator('del').allTextContents()).toEqual([first, '浙江省 / 杭州市 / 西湖区'])
  expect(await changes.locator('ins').allTextContents()).toEqual([name, '浙江省 / 杭州市 / 滨江区'])
  await open(page, name).getByRole('switch', { name: '仅看更改' }).check()
  expect(await changes.getByRole('row').count()).toBe(3)
  await open(page, name).getByRole('switch', { name: '仅看更改' }).uncheck()
  await open(page, name).getByText('其他申请（1）').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'certification-changed')

  // The user opens the next request and decides on it with the keyboard.
  await page.keyboard.press('j')
  await open(page, second).getByText('申请内容').waitFor()
  await page.keyboard.press('k')
  await open(page, name).waitFor()
  await page.keyboard.press('j')
  await open(page, second).waitFor()
  await page.reload()
  await open(page, second).getByText('申请内容').waitFor()
  await page.getByRole('radiogroup', { name: '审核', exact: true }).getByText('驳回').click()
  await page.getByRole('button', { name: '驳回并通知申请人' }).click()
  await page.getByText('请输入驳回原因').waitFor()
  await page.getByRole('button', { name: '联系人无法核实' }).click()
  const reason = page.getByRole('textbox', { name: '驳回原因' })
  expect(await reason.inputValue()).toContain('未接通')
  await reason.pressSequentially(' 请补充座机 jk')
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'certification-reject')

  // A third request appears in the queue without a reload.
  const other = await register('罗文博')
  await apply(other, third)
  await row(page, third).waitFor()
  await page.getByText(/^3 份待审核/).waitFor()
  // The draft of the rejection is retained while the reviewer views another request.
  await row(page, name).click()
  await open(page, name).getByText('与上次相比改了 2 项').waitFor()
  await row(page, second).click()
  await expect.poll(() => reason.inputValue()).toMatch(/未接通.*jk$/)
  await page.getByRole('button', { name: '驳回并通知申请人' }).click()
  await page.getByText(`已驳回 ${second}`).waitFor()
  await row(page, second).waitFor({ state: 'detached' })

  // After the decision, the page opens the next request. The first Enter focuses the Approve button, and the
  // second Enter activates it.
  await open(page, third).getByText('申请内容').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByText(`已通过 ${third}`).waitFor()
  const { queryTenant } = await call(admin, '{ queryTenant { data { name status reject } } }')
  expect(queryTenant.data).toEqual([
    { name: third, status: 'FINISH', reject: null },
    { name: second, status: 'REJECT', reject: expect.stringMatching(/未接通.*请补充座机 jk$/) },
    { name, status: 'PREPARE', reject: '组织名称与营业执照不一致' },
  ])

  // The list shows each decision and the name of the reviewer.
  await page.getByRole('radiogroup', { name: '申请的状态' }).getByText('已驳回').click()
  await row(page, second).getByText('陈思琪').waitFor()
  await absent(page.getByRole('button', { name: '驳回并通知申请人' }), {
    after: open(page, second).getByText(/陈思琪 已于 .* 驳回该申请。/),
  })
  await page.goBack()
  await open(page, name).or(open(page, third)).first().waitFor()

  // Requests can be found by the applicant's phone number. The URL does not contain the number.
  await page.goto(`${reviewQueue}?status=FINISH`)
  await row(page, third).waitFor()
  await page.getByRole('textbox', { name: '搜索申请' }).fill('没有')
  await expect.poll(() => pathOf(page)).toContain('q=没有')
  const written = other.username.replace(/^\+86(...)(....)/, '+86 $1-$2-')
  await page.getByRole('textbox', { name: '搜索申请' }).fill(written)
  await expect.poll(() => pathOf(page)).not.toContain('q=')
  await row(page, third).waitFor()
  for (const form of [written.slice(4), other.username.slice(3)]) expect(pathOf(page)).not.toContain(form)
  await page.getByRole('textbox', { name: '搜索申请' }).fill('没有这样的')
  await page.getByRole('heading', { name: '没有符合条件的申请' }).waitFor()
})

test('lets a reviewer set expiry date, internal flag and upload review when approving an organization', async () => {
  const applicant = await register('何建平')
  const name = '东莞市精工自动化设备有限公司'
  const id = await apply(applicant, name)
  const other = '东莞市松山湖精密部件有限公司'
  await apply(applicant, other)

  const page = await reeve.openAs(admin, reviewQueue)
  await row(page, name).click()
  const until = open(page, name).getByLabel('有效期至')
  await until.fill('2020-01-31')
  await page.getByRole('button', { name: '通过认证' }).click()
  await page.getByText('有效期不能早于今天').waitFor()
  await until.fill('2035/1/31')
  await page.getByText('有效期不能早于今天').waitFor({ state: 'detached' })
  await open(page, name).getByRole('switch', { name: '内部组织' }).check()
  await open(page, name).getByRole('switch', { name: '上传审核' }).check()
  // The page asks for confirmation before unsaved input is discarded. The input is retained when the user
  // opens another request or the rejection form.
  const question = page.getByRole('dialog', { name: '放弃未保存的更改？' })
  await page.getByRole('link', { name: '账号管理' }).click()
  await question.getByRole('button', { name: '继续编辑' }).last().click()
  await question.waitFor({ state: 'hidden' })
  const way = page.getByRole('radiogroup', { name: '审核', exact: true })
  await way.getByText('驳回').click()
  await page.getByRole('textbox', { name: '驳回原因' }).waitFor()
  await way.getByText('通过').click()
  await row(page, other).click()
  await open(page, other).getByLabel('有效期至').waitFor()
  await page.getByRole('link', { name: '账号管理' }).click()
  await question.getByRole('button', { name: '继续编辑' }).last().click()
  await question.waitFor({ state: 'hidden' })
  await row(page, name).click()
  await expect.poll(() => until.inputValue()).toBe('2035-01-31')
  await page.getByRole('button', { name: '通过认证' }).click()
  await page.getByText(`已通过 ${name}`).waitFor()
  const { getTenant } = await call(
    admin,
    'query($id: ID!) { getTenant(id: $id) { status expireAt internal uploadAudit } }',
    { id },
  )
  expect(getTenant).toMatchObject({ status: 'FINISH', internal: true, uploadAudit: true })
  expect(getTenant.expireAt).toMatch(/^2035-01-31T/)
})

test('shows in minutes, hours and days how long the oldest request has been waiting', async () => {
  const { queryTenantApplication } = await call(
    admin,
    '{ queryTenantApplication(status: PREPARE, pageSize: 1) { data { submitDateTime } } }',
  )
  const submitted = Date.parse(queryTenantApplication.data[0].submitDateTime)
  const page = await reeve.openAs(admin, reviewQueue)
  // The test sets the browser's clock, so that it does not depend on the speed of the machine.
  for (const [minutes, words] of [
    [59.5, '59 分钟'],
    [125, '2 小时 5 分钟'],
    [26 * 60, '1 天'],
  ] as const) {
    await page.clock.setFixedTime(submitted + minutes * 60_000)
    await page.reload()
    await page.getByText(new RegExp(`^\\d+ 份待审核，最早一份已等待 ${words}$`)).waitFor()
  }
})

test('reports that another reviewer has already decided a request, and does not let reviewers decide their own', async () => {
  const applicant = await register('沈佳宁')
  const certifier = await register('许梦洁')
  await grant(certifier, ['certification_audit'])
  const name = '深圳市云帆智能装备有限公司'
  await apply(applicant, name)
  const own = '青岛蓝湾海洋仪器有限公司'
  await apply(certifier, own)

  const one = await reeve.openAs(certifier, reviewQueue)
  await row(one, name).click()
  await open(one, name).getByRole('button', { name: '通过认证' }).waitFor()
  // This page receives no live updates, which simulates updates that arrive too late.
  const two = await reeve.openAs(admin)
  await two.route('**/graphql', (route) =>
    route.request().postData()?.includes('tenantApplicationChanged') ? undefined : route.fallback(),
  )
  await two.goto(reviewQueue)
  await row(two, name).click()
  await open(two, name).getByRole('button', { name: '通过认证' }).waitFor()

  await one.getByRole('button', { name: '通过认证' }).click()
  await one.getByText(`已通过 ${name}`).waitFor()
  await two.getByRole('radiogroup', { name: '审核', exact: true }).getByText('驳回').click()
  await two.getByRole('button', { name: '名称与证照不一致' }).click()
  await two.getByRole('button', { name: '驳回并通知申请人' }).click()
  await two
    .getByRole('alert')
    .getByText(/许梦洁 已于 .* 通过该申请。/)
    .waitFor()
  expect(await accessibilityFaults(two)).toEqual([])
  await picture(two, 'certification-too-late')
  await two.getByRole('button', { name: '下一份', exact: true }).click()
  await open(two, name).waitFor({ state: 'detached' })

  await row(one, own).click()
  await absent(one.getByRole('button', { name: '通过认证' }), {
    after: one.getByText('这是您本人的申请，须由其他审核人员处理。'),
  })
  await two.getByRole('button', { name: '通过认证' }).waitFor()
})

test('shows the review queue only to reviewers, and without overflow on a phone in English and dark mode', async () => {
  const applicant = await register('胡伟')
  await apply(applicant, '武汉光谷测控技术有限公司')
  const organizer = await register('何建平')
  await grant(organizer, ['organization_list', 'account_management'])
  const outside = await reeve.openAs(organizer, reviewQueue)
  await outside.waitForURL((url) => url.pathname !== reviewQueue)

  const name = '武汉光谷测控技术有限公司'
  const look = { theme: 'dark', locale: 'en-US', width: 360, height: 780 } as const
  const page = await reeve.openAs(admin, reviewQueue, look)
  const waiting = page.getByRole('list', { name: 'Requests' })
  await waiting.getByRole('button', { name }).waitFor()
  await picture(page, 'certification-phone-queue')
  await waiting.getByRole('button', { name }).click()
  await page.getByRole('button', { name: 'Approve request' }).waitFor()
  await page.getByRole('heading', { name: 'Request', exact: true }).waitFor()
  await page.getByLabel('Valid until').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'certification-phone')
  // On a tablet, the header of the request spans the whole width.
  await page.setViewportSize({ width: 768, height: 1024 })
  const head = page.getByRole('heading', { level: 2, name })
  await expect.poll(async () => required(await head.boundingBox(), 'bounding box').width).toBeGreaterThan(240)
  expect(required(await head.boundingBox(), 'bounding box').height).toBeLessThan(60)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768)
  await picture(page, 'certification-768')
  await page.getByRole('button', { name: /^Back/ }).click()
  await waiting.waitFor()
})
