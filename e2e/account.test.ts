import { expect, test } from 'vitest'
import { codeFor } from './harness/actions.ts'
import { demoPassword, tokensOf, useConsole } from './harness/index.ts'
import { ordinary, ownerOf, signInOf } from './harness/people.ts'

const reeve = useConsole({}, { demo: true })
const people = [...ordinary]
const someone = () => people.shift()!

test('the profile is edited, and a taken user name is said at its field', async () => {
  const person = someone()
  const other = ordinary.find(({ id, username }) => id !== person.id && username)!
  const page = await reeve.openAs(signInOf(person))
  await page.getByRole('button', { name: '编辑' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('昵称').fill('李明远')
  await dialog.getByLabel('用户名').fill(other.username!.toUpperCase())
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.getByText('用户名已被使用').first().waitFor()
  await dialog.getByLabel('用户名').fill('li.mingyuan')
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('资料已保存').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('heading', { name: '李明远' }).waitFor()
  await page.getByText('li.mingyuan').first().waitFor()
  await tokensOf(reeve.server, { username: 'Li.MingYuan', password: demoPassword })
})

test('a dialog that did not load without a network opens once there is one', async () => {
  reeve.expectPrinted(/ERR_INTERNET_DISCONNECTED|Unable to preload|dynamically imported module/)
  const page = await reeve.openAs(signInOf(someone()))
  await page.getByText('本机').first().waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: '编辑' }).click()
  await page.getByText('页面没有加载出来').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByText('本机').first().waitFor()
  await page.getByRole('button', { name: '编辑' }).click()
  await page.getByRole('dialog').getByLabel('昵称').waitFor()
})

test('an e-mail address is bound with the code sent to it', async () => {
  const person = ordinary.find(({ email }) => email === null)!
  people.splice(people.indexOf(person), 1)
  const page = await reeve.openAs(signInOf(person))
  await page.getByRole('button', { name: '绑定 邮箱' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('邮箱地址').fill('Someone.New@example.com')
  const code = await codeFor(page, reeve.server.newestCode, 'Someone.New@example.com')
  await dialog.getByLabel('邮箱验证码').fill(code)
  await dialog.getByRole('button', { name: '绑定邮箱' }).click()
  await page.getByText('邮箱已绑定').waitFor()
  await page.reload()
  await page.getByRole('button', { name: '更换 邮箱' }).waitFor()
})

test('a new phone takes the place of the old one, which is told', async () => {
  const person = someone()
  const page = await reeve.openAs(signInOf(person))
  await page.getByRole('button', { name: '更换 手机号' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('新手机号').fill('13712345678')
  const code = await codeFor(page, reeve.server.newestCode, '+8613712345678')
  await dialog.getByLabel('短信验证码').fill(code)
  await dialog.getByRole('button', { name: '更换手机号' }).click()
  await page.getByText('手机号已更换').waitFor()
  await expect.poll(() => reeve.server.messages().some(({ to }) => to === person.mobilePhone)).toBe(true)
  await tokensOf(reeve.server, { username: '+8613712345678', password: demoPassword })
})

test('a session of another browser is ended, then all others', async () => {
  const person = someone()
  const [page, other, third] = [
    await reeve.openAs(signInOf(person)),
    await reeve.openAs(signInOf(person)),
    await reeve.openAs(signInOf(person)),
  ] as const
  await page.reload()
  await page.getByText('本机').first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^下线 / }).count()).toBe(2)

  // Without a network it says so, and nothing but that happens.
  reeve.expectPrinted(/ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await page
    .getByRole('button', { name: /^下线 / })
    .first()
    .click()
  await page.getByText('无法连接服务器，请检查网络后重试').first().waitFor()
  await page.context().setOffline(false)

  // The newest comes first, after this browser's own.
  await page
    .getByRole('button', { name: /^下线 / })
    .first()
    .click()
  await page
    .getByText(/已下线$/)
    .first()
    .waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^下线 / }).count()).toBe(1)
  await third.reload()
  await third.waitForURL('**/login**')
  await other.reload()
  await other.getByRole('heading', { name: person.name }).waitFor()

  await page.getByRole('button', { name: '下线其他会话' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '下线其他会话' }).click()
  await page.getByText('其他会话已全部下线').waitFor()
  await other.reload()
  await other.waitForURL('**/login**')
  await page.reload()
  await page.getByText('只有本机在登录，没有其他会话。').waitFor()
})

test('a new password ends the other sign-ins and keeps this one', async () => {
  const person = someone()
  const page = await reeve.openAs(signInOf(person))
  const other = await reeve.openAs(signInOf(person))
  await page.getByRole('button', { name: '修改 登录密码' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('新密码').fill('12345678')
  await dialog.getByRole('button', { name: '修改密码' }).click()
  await dialog.getByText('密码过于常见，请换一个').first().waitFor()
  await dialog.getByLabel('新密码').fill('three-grey-herons')
  await dialog.getByRole('button', { name: '修改密码' }).click()
  await page.getByText('密码已修改，其他设备已下线').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: person.name }).waitFor()
  await other.reload()
  await other.waitForURL('**/login**')
})

test('the organizations one belongs to are listed, and one is entered', async () => {
  const owner = ownerOf('FINISH')
  const page = await reeve.openAs(signInOf(owner))
  const stored = () =>
    page.evaluate(() => [localStorage.getItem('tenantId'), localStorage.getItem('tenantName')])
  await page.getByText('已认证').first().waitFor()
  const [personal] = await stored()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^切换到/ })
    .first()
    .click()
  await page
    .getByText(/^已切换到/)
    .first()
    .waitFor()
  const [id, name] = await stored()
  expect(id).not.toBe(personal)
  expect(name).not.toBe('SELF')

  // One that is not one's own any more is not entered again: the personal one is.
  await page.evaluate(() => {
    localStorage.setItem('tenantId', '00000000-0000-7000-8000-000000000000')
    sessionStorage.clear()
  })
  await page.reload()
  await page.getByRole('heading', { name: owner.name }).waitFor()
  expect(await stored()).toEqual([personal, 'SELF'])
})
