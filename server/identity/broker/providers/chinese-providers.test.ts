import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminTokens, newPhone, type Person } from '../../../testing/app.ts'
import { createBrowser } from '../../../testing/browser.ts'
import { startDingtalk } from '../../../testing/identity-sources/dingtalk.ts'
import { startFeishu } from '../../../testing/identity-sources/feishu.ts'
import {
  createSignIns,
  fragmentOf,
  givenSource,
  linkBySignIn,
} from '../../../testing/identity-sources/sign-ins.ts'
import { startWecom } from '../../../testing/identity-sources/wecom.ts'
import { ask, givenPerson } from '../../../testing/organizations.ts'
import { useApp } from '../../../testing/use-app.ts'

// Behavior of WeCom, DingTalk and Feishu that differs from OpenID providers.

const app = useApp({ REEVE_IDENTITY_NETWORKS: '127.0.0.1' })
let wecom: Awaited<ReturnType<typeof startWecom>>
let dingtalk: Awaited<ReturnType<typeof startDingtalk>>
let feishu: Awaited<ReturnType<typeof startFeishu>>
const ids: Record<string, string> = {}
beforeAll(async () => {
  wecom = await startWecom()
  dingtalk = await startDingtalk()
  feishu = await startFeishu()
  ids.wecom = await givenSource(app, {
    ...{ kind: 'WECOM', key: 'wecom', clientId: wecom.settings.corpId, clientSecret: wecom.settings.secret },
    ...{ issuer: wecom.issuer, more: `agentId: "${wecom.settings.agentId}"` },
  })
  const { clientId, clientSecret } = dingtalk.settings
  ids.dingtalk = await givenSource(app, {
    ...{ kind: 'DINGTALK', key: 'dingtalk', clientId, clientSecret, issuer: dingtalk.issuer },
    more: 'firstSignIn: CREATE',
  })
  const { appId, appSecret } = feishu.settings
  ids.feishu = await givenSource(app, {
    ...{ kind: 'FEISHU', key: 'feishu', clientId: appId, clientSecret: appSecret, issuer: feishu.issuer },
  })
})
afterAll(async () => {
  for (const server of [wecom, dingtalk, feishu]) await server[Symbol.asyncDispose]()
})

const reasonOf = async (key: string) => fragmentOf(await createSignIns(app).visit(key)).broker_error ?? ''
const sessionsOf = async ({ id }: Person) =>
  app.db.query
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', id)
    .where('identity_id', 'is not', null)
    .where('ended_at', 'is', null)
    .execute()
/** Runs the task that ends sessions after revoked access, as if an hour or `ms` had passed. */
async function checkStandings(ms = 3_600_000) {
  await app.db.query
    .updateTable('linked_identity')
    .set({ checked_at: new Date(Date.now() - ms) })
    .execute()
  await app.tasks.linked_identity?.run()
}

test('signs in with WeCom and offers to link the phone that the member has shared', async () => {
  const person = await givenPerson(app)
  wecom.settings.visitor = 'mengsilin'
  wecom.settings.members.set('mengsilin', { name: '孟思琳', mobile: person.phone.slice(3) })
  const signIns = createSignIns(app)
  const url = await signIns.begin('wecom')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    ...{ login_type: 'CorpApp', appid: 'wwcorp', agentid: '1000002', lang: 'zh' },
    redirect_uri: `${app.url}/realms/reeve/broker/wecom/endpoint`,
    state: expect.stringMatching(/^[a-zA-Z0-9]{1,128}$/),
  })
  const { broker = '' } = fragmentOf(await signIns.back(await signIns.atProvider(url)))
  expect((await signIns.exchange(broker)).body).toMatchObject({
    ...{ error: 'identity_unlinked', name: '孟思琳', ways: ['phone', 'sign_in'] },
  })
})

test('opens the authorization page of WeCom in its own browser', async () => {
  const answer = await createBrowser(app.url).visit('/realms/reeve/broker/wecom/login', {
    headers: { 'user-agent': 'Mozilla/5.0 (iPhone) wxwork/4.1 MicroMessenger/7.0' },
  })
  const url = new URL(String(answer.headers.get('location')))
  expect([url.pathname, url.searchParams.get('scope'), url.hash]).toEqual([
    ...['/connect/oauth2/authorize', 'snsapi_privateinfo', '#wechat_redirect'],
  ])
})

test('does not sign in people outside the company through WeCom', async () => {
  wecom.settings.visitor = null
  expect(await reasonOf('wecom')).toBe('denied')
})

test('requests another token if WeCom has revoked the current one', async () => {
  wecom.settings.visitor = 'mengsilin'
  wecom.dropTokens()
  expect(await reasonOf('wecom')).toBe('')
})

test('does not sign in if WeCom has given the user id to another person', async () => {
  const [former, next] = [await givenPerson(app), await givenPerson(app)]
  wecom.settings.visitor = 'zhangsan'
  wecom.settings.members.set('zhangsan', { name: '张三', mobile: former.phone.slice(3) })
  await linkBySignIn(app, 'wecom', former)
  // If the phone number is the same, a changed name does not prove that it is another person.
  wecom.settings.members.set('zhangsan', { name: '张三丰', mobile: former.phone.slice(3) })
  expect((await createSignIns(app).signIn('wecom')).status).toBe(200)

  wecom.settings.members.set('zhangsan', { name: '章散', mobile: next.phone.slice(3) })
  const signIns = createSignIns(app)
  const ticket = await signIns.ticket('wecom')
  expect((await signIns.exchange(ticket)).body).toMatchObject({
    ...{ error: 'identity_changed', ways: ['sign_in'], phone: null },
  })
  const linked = await signIns.token({
    ...{ grant_type: 'password', username: next.phone, password: next.password, broker_ticket: ticket },
  })
  expect(linked).toMatchObject({ status: 200, body: { identity_linked: true } })
  expect(await ask(app, former, '{ auth { identities { id } } }')).toEqual({ identities: [] })
  expect(await sessionsOf(former)).toEqual([])
  expect((await ask(app, (await createSignIns(app).signIn('wecom')).body, '{ auth { id } }')).id).toBe(
    next.id,
  )
})

test.each([
  ['disabled', 2, 1],
  ['removed from the company', 5, 0],
  ['active', 1, 1],
] as const)(
  'checks WeCom members with open sessions every hour: a member who is %s',
  async (what, status, links) => {
    const person = await givenPerson(app)
    const member = { name: what, mobile: newPhone().slice(3) }
    wecom.settings.visitor = `member-${status}`
    wecom.settings.members.set(wecom.settings.visitor, member)
    await linkBySignIn(app, 'wecom', person)
    const { body } = await createSignIns(app).signIn('wecom')
    wecom.settings.members.set(wecom.settings.visitor, { ...member, status })
    await checkStandings()
    const works = (await app.graphql(body.access_token, '{ auth { id } }')).status === 200
    expect([works, (await ask(app, person, '{ auth { identities { id } } }')).identities.length]).toEqual([
      ...[status === 1, links],
    ])
  },
)

test('unlinks a member who has left WeCom within a day, even if the member has no open session', async () => {
  const person = await givenPerson(app)
  wecom.settings.visitor = 'leaver'
  wecom.settings.members.set('leaver', { name: '离职者', mobile: newPhone().slice(3) })
  await linkBySignIn(app, 'wecom', person)
  wecom.settings.members.delete('leaver')
  await checkStandings()
  const linked = async () => (await ask(app, person, '{ auth { identities { id } } }')).identities.length
  expect(await linked()).toBe(1)
  await checkStandings(2 * 86_400_000)
  expect(await linked()).toBe(0)
})

test('postpones the check of a member about whom WeCom refuses to answer, so that others are checked', async () => {
  const person = await givenPerson(app)
  const member = { name: '例外', mobile: newPhone().slice(3) }
  wecom.settings.visitor = 'exception'
  wecom.settings.members.set('exception', member)
  await linkBySignIn(app, 'wecom', person)
  await createSignIns(app).signIn('wecom')
  wecom.settings.members.set('exception', { ...member, errcode: 50_001 })
  await checkStandings()
  expect((await sessionsOf(person)).length).toBe(1)
  const { checked_at: checkedAt } = await app.db.query
    .selectFrom('linked_identity')
    .select('checked_at')
    .where('account_id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(Date.now() - checkedAt.getTime()).toBeLessThan(600_000)
})

test('keeps sessions while WeCom is unreachable or does not allow reading members', async () => {
  const person = await givenPerson(app)
  wecom.settings.visitor = 'patient'
  wecom.settings.members.set('patient', { name: '耐心', mobile: newPhone().slice(3) })
  await linkBySignIn(app, 'wecom', person)
  await createSignIns(app).signIn('wecom')
  wecom.settings.readsMembers = false
  await checkStandings()
  wecom.settings.readsMembers = true
  wecom.settings.trustsServer = false
  await checkStandings()
  wecom.settings.trustsServer = true
  expect((await sessionsOf(person)).length).toBe(1)
})

test('signs in only employees of the company with DingTalk', async () => {
  const phone = newPhone()
  dingtalk.settings.visitor = 'union-guest'
  dingtalk.settings.people.set('union-guest', { nick: '路人', mobile: '13900000000', stateCode: '86' })
  expect(await reasonOf('dingtalk')).toBe('denied')

  dingtalk.settings.visitor = 'union-1'
  dingtalk.settings.people.set('union-1', { nick: '孟思琳', mobile: phone.slice(3), stateCode: '86' })
  dingtalk.settings.employees.add('union-1')
  const { body } = await createSignIns(app).signIn('dingtalk', { create: 'true' })
  expect(await ask(app, body, '{ auth { name profile { mobilePhone } } }')).toEqual({
    ...{ name: '孟思琳', profile: { mobilePhone: phone } },
  })
  dingtalk.dropTokens()
  expect((await createSignIns(app).signIn('dingtalk')).status).toBe(200)

  dingtalk.settings.employees.delete('union-1')
  await checkStandings()
  expect((await app.graphql(body.access_token, '{ auth { id } }')).status).toBe(401)
})

test('signs in with Feishu, with PKCE', async () => {
  const person = await givenPerson(app)
  feishu.settings.people.set('on_1', {
    name: '孟思琳',
    mobile: person.phone,
    enterprise_email: 'm@example.com',
  })
  const signIns = createSignIns(app)
  const url = await signIns.begin('feishu')
  expect(url.searchParams.get('code_challenge_method')).toBe('S256')
  const { broker = '' } = fragmentOf(await signIns.back(await signIns.atProvider(url)))
  expect((await signIns.exchange(broker)).body).toMatchObject({ name: '孟思琳', ways: ['phone', 'sign_in'] })
  await linkBySignIn(app, 'feishu', person)
  const { body } = await createSignIns(app).signIn('feishu')
  feishu.settings.people.set('on_1', { name: '孟思琳', status: { is_resigned: true } })
  await checkStandings()
  expect((await app.graphql(body.access_token, '{ auth { id } }')).status).toBe(401)
})

test('reports that the user has refused at Feishu', async () => {
  feishu.settings.visitor = null
  expect(await reasonOf('feishu')).toBe('denied')
  feishu.settings.visitor = 'on_1'
})

const testResult = async (args: string) => {
  const checks = (await ask(
    app,
    await adminTokens(app),
    `mutation { testIdentitySource(${args}) { step status code message field } }`,
  )) as { step: string; status: string; code: string; message: string; field: string }[]
  return {
    statuses: checks.map(({ status }) => status).join(' '),
    failed: checks.find(({ status }) => status === 'FAILED'),
    notes: checks.flatMap(({ status, message }) => (status === 'OK' && message ? [message] : [])),
  }
}

test.each(['wecom', 'dingtalk', 'feishu'])('tests the connection to %s', async (key) => {
  expect(await testResult(`id: "${ids[key]}"`)).toEqual({
    statuses: 'OK OK OK SKIPPED',
    failed: undefined,
    notes: [],
  })
})

test.each([
  ['wecom', 'clientSecret', '40001', 'Secret 不正确。请在企业微信管理后台该应用的详情页中重新复制'],
  ['wecom', 'clientId', '40013', '企业 ID 不正确。请在企业微信管理后台“我的企业”中复制'],
  ['wecom', 'agentId', '301002', 'AgentId 不正确，或应用已停用。请在企业微信管理后台该应用的详情页中复制'],
  [
    'dingtalk',
    'clientSecret',
    'invalidClientIdOrSecret',
    'Client ID 或 Client Secret 不正确。请在钉钉开放平台“凭证与基础信息”中重新复制',
  ],
  ['feishu', 'clientSecret', '10014', 'App Secret 不正确。请在飞书开放平台“凭证与基础信息”中重新复制'],
  ['feishu', 'clientId', '10003', 'App ID 不正确。请在飞书开放平台“凭证与基础信息”中复制'],
])('explains which setting of %s is wrong: %s', async (key, field, code, message) => {
  expect(await testResult(`id: "${ids[key]}", ${field}: "wrong"`)).toMatchObject({
    ...{ statuses: 'OK FAILED SKIPPED SKIPPED', failed: { step: 'CREDENTIALS', code, message, field } },
  })
})

test('explains missing permissions', async () => {
  dingtalk.settings.readsMembers = false
  const dingtalkTest = await testResult(`id: "${ids.dingtalk}"`)
  dingtalk.settings.readsMembers = true
  expect(dingtalkTest.failed).toMatchObject({ step: 'USERS', code: '88' })
  feishu.settings.readsMembers = false
  const { statuses, notes } = await testResult(`id: "${ids.feishu}"`)
  feishu.settings.readsMembers = true
  expect([statuses, notes]).toEqual([
    'OK OK OK SKIPPED',
    ['应用缺少读取成员的权限。可以登录，但人员离职后不会自动退出登录'],
  ])
  wecom.settings.trustsServer = false
  const wecomTest = await testResult(`id: "${ids.wecom}"`)
  wecom.settings.trustsServer = true
  expect(wecomTest.failed).toMatchObject({ code: '60020', message: expect.stringContaining('企业可信 IP') })
})

test('writes no secret of a provider into the log', () => {
  const secrets = [wecom.settings.secret, dingtalk.settings.clientSecret, feishu.settings.appSecret]
  const tokens = /access_token=|"(?:token|app|user|tenant|code)-\d+"/
  const log = app.log.join('\n')
  expect([...secrets.filter((secret) => log.includes(secret)), tokens.exec(log)?.[0]]).toEqual([undefined])
})
