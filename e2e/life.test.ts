import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { chooseArea } from './harness/actions.ts'
import { picture, useConsole } from './harness/index.ts'
import { actors } from './harness/organizations.ts'

// Tests the life cycle of one organization. Each user has a separate browser and signs in once.

const reeve = useConsole()
const { register, grant } = actors(() => reeve.server)

const mine = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const member = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' })
const newMessage = (page: Page, title: string) => page.getByText(`新消息：${title}`).first()
const openReview = (page: Page, name: string) => page.getByRole('region', { name })
const english = { locale: 'en-US' } as const

/** Joins an organization by typing an invitation code. */
async function join(page: Page, code: string, name: string): Promise<void> {
  const way = page.getByRole('region', { name: '用邀请码加入' })
  await way.getByLabel('邀请码').fill(code)
  await way.getByText(name).waitFor()
  await way.getByRole('button', { name: '加入组织' }).click()
  await mine(page, name).getByText(/^成员/).waitFor()
}

async function change(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `${name}的更多操作` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('users request, certify and join an organization, receive permissions, and transfer ownership', async () => {
  const applicant = await register('林晚秋')
  const certifier = await register('陈思琪')
  await grant(certifier, ['certification_audit'])
  const guests = [await register('罗文博'), await register('沈佳宁'), await register('胡伟')] as const
  const first = '苏州恒测仪器'
  const name = '苏州恒测仪器有限公司'
  const owner = await reeve.openAs(applicant)
  const reviewer = await reeve.openAs(certifier, '/all-management/audit-management')
  await reviewer.getByRole('heading', { name: '没有待审核的申请' }).waitFor()

  // The owner submits a request, which appears in the review queue at once.
  await owner.getByRole('button', { name: '开始申请' }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel('组织名称').fill(first)
  await chooseArea(owner, '苏州市', '江苏省 / 苏州市')
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await newMessage(reviewer, '有新的组织认证申请').waitFor()
  await openReview(reviewer, first).getByText('申请内容').waitFor()
  await menu(reviewer).getByTitle('1 份待审核').waitFor()

  // The reviewer rejects the request. The applicant's page shows the reason.
  await reviewer.getByRole('radiogroup', { name: '审核', exact: true }).getByText('驳回').click()
  await reviewer.getByRole('button', { name: '名称与证照不一致' }).click()
  await reviewer.getByRole('button', { name: '驳回并通知申请人' }).click()
  await reviewer.getByText(`已驳回 ${first}`).waitFor()
  await menu(reviewer).getByTitle('1 份待审核').waitFor({ state: 'detached' })
  const banner = owner.getByRole('region', { name: '组织申请' })
  await banner.getByText('请按营业执照填写全称').waitFor()

  // The owner corrects the request and submits it again. The review page shows the changes first.
  await banner.getByRole('link', { name: '修改并重新提交' }).click()
  await expect.poll(() => dialog.getByLabel('组织名称').inputValue()).toBe(first)
  await dialog.getByLabel('组织名称').fill(name)
  await dialog.getByRole('button', { name: '重新提交' }).click()
  await reviewer.getByRole('list', { name: '申请列表' }).getByRole('button', { name }).click()
  await openReview(reviewer, name).getByText('与上次相比改了 1 项').waitFor()
  const abroad = await reeve.openAs(certifier, '/all-management/audit-management', english)
  await abroad.getByText('1 change since then').waitFor()
  await picture(abroad, 'life-review-en')
  await abroad.close()
  await openReview(reviewer, name).getByRole('button', { name: '通过认证' }).click()
  await reviewer.getByText(`已通过 ${name}`).waitFor()

  // The reviewer approves the request. The owner switches to the organization and sees its menu.
  await newMessage(owner, '组织认证已通过').waitFor()
  await mine(owner, name)
    .getByRole('button', { name: `切换到 ${name}` })
    .click()
  await menu(owner).getByRole('link', { name: '成员管理' }).click()

  // Three people join with the same invitation code.
  await owner.getByRole('button', { name: '邀请码', exact: true }).click()
  await dialog.getByLabel('可用次数').fill('3')
  await dialog.getByRole('button', { name: '生成邀请码' }).click()
  const link = await dialog.getByText('/join/', { exact: false }).textContent()
  await dialog.getByRole('button', { name: '关闭' }).click()
  const code = required(required(link, 'link').split('/join/')[1], 'item of link')
  const [one, two, three] = await Promise.all(
    guests.map(async (guest) => {
      const page = await reeve.openAs(guest)
      await join(page, code, name)
      return page
    }),
  )
  await owner.getByRole('button', { name: '刷新' }).click()
  await owner.getByText('共 4 条').waitFor()

  // Roles and permission codes are granted to two members at the same time.
  for (const each of ['沈佳宁', '胡伟']) await owner.getByLabel(`选择${each}`).check()
  await owner.getByRole('button', { name: '编辑权限' }).click()
  await dialog.getByLabel('算法运行', { exact: true }).check()
  await dialog.getByLabel('查看数据', { exact: true }).check()
  await dialog.getByRole('button', { name: '保存' }).click()
  await member(owner, '胡伟').getByText('算法运行').waitFor()
  for (const page of [required(two, 'two'), required(three, 'three')])
    await newMessage(page, '组织内的角色已变更').waitFor()

  // A member becomes a manager, and sees the new menu without signing in again.
  await change(owner, '罗文博', '设为管理员')
  await dialog.getByRole('button', { name: '设为管理员' }).click()
  await member(owner, '罗文博').getByText('管理员', { exact: true }).waitFor()
  await mine(required(one, 'one'), name)
    .getByText(/^管理员/)
    .waitFor()
  await mine(required(one, 'one'), name)
    .getByRole('button', { name: `切换到 ${name}` })
    .click()
  await menu(required(one, 'one')).getByRole('link', { name: '成员管理' }).click()
  await member(required(one, 'one'), '林晚秋').getByText('所有者').waitFor()

  // The owner transfers ownership to the manager and leaves.
  await change(owner, '罗文博', '移交所有权')
  await dialog.getByLabel('输入组织名称', { exact: false }).fill(name)
  await dialog.getByRole('button', { name: '移交所有权' }).click()
  await member(owner, '罗文博').getByText('所有者').waitFor()
  await newMessage(required(one, 'one'), '组织所有者已变更').waitFor()
  await menu(owner).getByRole('link', { name: '组织配置' }).click()
  await owner.getByRole('button', { name: '退出组织' }).click()
  await dialog.getByLabel('输入组织名称', { exact: false }).fill(name)
  await dialog.getByRole('button', { name: '退出组织' }).click()
  await owner.waitForURL('**/accountInfo/index')
  await owner.getByRole('region', { name: '用邀请码加入' }).waitFor()
  await menu(owner).getByRole('link', { name: '成员管理' }).waitFor({ state: 'detached' })
  await required(one, 'one').getByRole('button', { name: '刷新' }).click()
  await required(one, 'one').getByText('共 3 条').waitFor()
  await member(required(one, 'one'), '罗文博').getByText('所有者').waitFor()
  await picture(required(one, 'one'), 'life-new-owner')
  await required(one, 'one').evaluate(() => localStorage.setItem('arco-locale', 'en-US'))
  await required(one, 'one').reload()
  await required(one, 'one').getByRole('heading', { name: 'Members' }).waitFor()
  await member(required(one, 'one'), '罗文博').getByText('Owner').waitFor()
  await picture(required(one, 'one'), 'life-new-owner-en')
})
