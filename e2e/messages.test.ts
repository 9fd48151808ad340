import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import {
  accessibilityFaults,
  callAs,
  demoPassword,
  desktop,
  type Look,
  picture,
  type SignIn,
  useConsole,
} from './harness/index.ts'
import { ordinary, signInOf } from './harness/people.ts'

const reeve = useConsole({}, { demo: true })
const people = [...ordinary]
const someone = () => signInOf(required(people.shift(), 'item of people'))
const certifier: SignIn = { username: 'auditor', password: demoPassword }

/** Sends a GraphQL request as another client of the account. */
const call = (who: SignIn, query: string, variables = {}) => callAs(reeve.server, who, query, variables)

let names = 0
/**
 * Returns a name that has not been used before, so that a retry of a test does not reuse names of the first
 * attempt.
 */
const unique = (name: string) => `${name}${++names}号`

async function apply(who: SignIn, name: string): Promise<string> {
  const query = `mutation ($name: String!) { prepareTenant(name: $name, areaIds: ["310115"],
    contact: { name: "王敏", mobilePhone: "13800138000" }) { id } }`
  return required((await call(who, query, { name })).prepareTenant, 'prepareTenant').id
}
const reject = (id: string) =>
  call(certifier, 'mutation ($id: ID!) { rejectTenant(id: $id, reject: "营业执照不清晰") { id } }', {
    id,
  })

const bell = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

test('shows a new message at once, and a click on it opens the related page and marks the message as read', async () => {
  const applicant = someone()
  const name = unique('星河测试科技')
  const id = await apply(applicant, name)
  const page = await reeve.openAs(applicant, '/message/list')
  await page.getByText('还没有消息').waitFor()
  await bell(page, '消息').waitFor()

  await reject(id)
  await page.getByText('新消息：组织认证被驳回').waitFor()
  await page.getByText(`您申请的组织“${name}”未通过认证：营业执照不清晰`, { exact: false }).waitFor()
  await bell(page, '消息，1 条未读').click()
  const centre = page.getByRole('dialog', { name: /^消息/ })
  await centre.getByRole('button', { name: '未读 组织认证被驳回' }).click()
  await page.waitForURL('**/accountInfo/index')
  await bell(page, '消息').waitFor()

  // A click on a message about an organization opens that organization from any page.
  await call(applicant, 'mutation ($id: ID!) { rePrepareTenant(id: $id) { id } }', { id })
  await call(certifier, 'mutation ($id: ID!) { confirmTenant(id: $id) { id } }', { id })
  await bell(page, '消息，1 条未读').click()
  await centre.getByRole('button', { name: '未读 组织认证已通过' }).click()
  await page.waitForURL('**/member-management')
  await page.getByTitle('当前组织').getByText(name).waitFor()
  await page.getByRole('table').getByText('所有者').waitFor()
})

test('marks a message about a task as read when the task is completed', async () => {
  const name = unique('长风测试科技')
  const id = await apply(someone(), name)
  const page = await reeve.openAs(certifier)
  await bell(page, /^消息，\d+ 条未读$/).click()
  const centre = page.getByRole('dialog', { name: /^消息/ })
  expect(await centre.getByRole('tab', { name: '待办' }).getAttribute('aria-selected')).toBe('true')
  await centre.getByText(`“${name}”提交了认证申请`).waitFor()
  await reject(id)
  await page.reload()
  await bell(page, '消息').waitFor()
})

test('lets a user mark all messages as read, and stores the message filters in the URL', async () => {
  const applicant = someone()
  for (const name of ['甲乙测试', '丙丁测试']) await reject(await apply(applicant, unique(name)))
  const page = await reeve.openAs(applicant, '/message/list')
  await page.getByRole('button', { name: '标为已读：组织认证被驳回' }).nth(1).click()
  await page.getByText('1 条未读', { exact: true }).first().waitFor()
  await page.getByLabel('只看未读').check()
  await page.waitForURL('**status=unread')
  const listed = page.getByRole('listitem').filter({ hasText: '组织认证被驳回' })
  await expect.poll(() => listed.count()).toBe(1)
  await page.getByRole('button', { name: '全部标为已读' }).click()
  await page.getByText('已全部标为已读').waitFor()
  await page.getByText('没有未读消息').waitFor()
  await page.getByRole('button', { name: '查看全部消息' }).click()
  await page.getByText('甲乙测试').first().waitFor()
  await page.getByRole('tab', { name: '待办' }).click()
  await page.waitForURL('**type=TODO')
  await page.getByText('还没有消息').waitFor()
})

test('shows an error with a retry button if the messages cannot be loaded', async () => {
  const page = await reeve.openAs(someone())
  const path = '**/api/services/backend/actions/graphql'
  await page.route(path, (route) =>
    route.request().postData()?.includes('QueryMessage')
      ? route.fulfill({
          status: 503,
          json: { errors: [{ message: '服务暂时不可用', extensions: { code: 'UNAVAILABLE' } }] },
        })
      : route.continue(),
  )
  await page.goto('/message/list')
  await page.getByRole('alert').getByText('消息加载失败').waitFor()
  await page.unroute(path)
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByText('还没有消息').waitFor()
})

test('shows the message center without overflow on desktop and phone, in both languages', async () => {
  const applicant = someone()
  for (const name of ['北辰测试科技有限公司', '南屏测试科技有限公司'])
    await reject(await apply(applicant, unique(name)))
  for (const look of [{}, { theme: 'dark', locale: 'en-US', width: 360, height: 780 }] satisfies Look[]) {
    const suffix = Object.values(look).join('-') || 'light'
    const page = await reeve.openAs(applicant, '/message/list', look)
    await page.getByRole('listitem').filter({ hasText: '北辰测试科技有限公司' }).waitFor()
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(wider).toBe(false)
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `messages-${suffix}`)
    // On a phone, the messages are in the account menu.
    await page.setViewportSize(desktop)
    await bell(page, 'locale' in look ? 'Messages, 2 unread' : '消息，2 条未读').click()
    await page.getByRole('dialog').getByText('北辰测试科技有限公司', { exact: false }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `message-centre-${suffix}`)
  }
})
