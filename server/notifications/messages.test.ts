import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { sentence } from '../../contract/checks.ts'
import { required } from '../../contract/required.ts'
import { newId } from '../core/id.ts'
import { defaults } from '../core/process/defaults.ts'
import { adminTokens, type Person } from '../testing/app.ts'
import { sendingMessages } from '../testing/messages/messages.ts'
import { organization } from '../testing/organizations.ts'
import { openStream, type Stream } from '../testing/stream.ts'
import { useApp } from '../testing/use-app.ts'
import type { NewMessage } from './messages.ts'
import { en } from './messages.words.en.ts'
import { zh } from './messages.words.ts'

const app = useApp()
let ann: Person
let bob: Person
let messages: ReturnType<typeof sendingMessages>
beforeAll(async () => {
  ann = await app.person()
  bob = await app.person()
  messages = sendingMessages(app)
})

const joined = (accountId: string, tenant: string): NewMessage => ({
  accountId,
  template: 'member.joined',
  params: { tenant },
  link: '/accountInfo/index',
})

const list = `query ($pageSize: Int! = 20, $after: String, $type: MessageType, $status: Int) {
  queryMessage(pageSize: $pageSize, after: $after, type: $type, status: $status) {
    count countExact next unread data { id type title content link status createDateTime } } }`
async function messagesOf(person: Person, variables: object = {}, language = 'zh-CN') {
  const { body } = await app.graphql(person.access_token, list, variables as never, {
    'accept-language': language,
  })
  if (!body.data) throw new Error(JSON.stringify(body))
  return body.data.queryMessage
}
const read = (person: Person, ids: string[]) =>
  app.graphql(person.access_token, 'mutation ($ids: [ID!]!) { readMessage(ids: $ids) }', { ids })

test('stores a message in the same transaction as the change that causes it', async () => {
  const person = await app.person()
  expect(await messagesOf(person)).toEqual({ count: 0, countExact: true, next: null, unread: 0, data: [] })
  await messages.sendInVain(joined(person.id, 'never'))
  expect((await messagesOf(person)).count).toBe(0)
  await messages.send(joined(person.id, '云启'))
  const { unread, data } = await messagesOf(person)
  expect(unread).toBe(1)
  expect(data).toEqual([
    {
      id: expect.any(String),
      type: 'MESSAGE',
      title: '已加入组织',
      content: '您已加入组织“云启”。',
      link: '/accountInfo/index',
      status: 0,
      createDateTime: expect.stringMatching(/Z$/),
    },
  ])
})

test('shows a message in the language of its reader', async () => {
  const person = await app.person()
  await messages.send({
    accountId: person.id,
    template: 'tenant.rejected',
    params: { tenant: '云启', reason: '材料不全' },
  })
  const [zh] = (await messagesOf(person)).data
  const [en] = (await messagesOf(person, {}, 'en')).data
  expect(zh).toMatchObject({ title: '组织认证被驳回', content: expect.stringContaining('材料不全') })
  expect(en).toMatchObject({ id: zh.id, title: 'Organization request rejected', link: null })
})

test('lists the newest messages first, in pages, and filters messages by type', async () => {
  const person = await app.person()
  for (const tenant of ['a', 'b', 'c', 'd', 'e']) await messages.send(joined(person.id, tenant))
  await messages.send({
    accountId: person.id,
    template: 'tenant.expiring',
    params: { tenant: 'f', days: 7 },
  })
  const tenants = ({ data }: { data: { content: string }[] }) =>
    data.map(({ content }) => required(/“(.)”/.exec(content), 'match')[1]).join('')
  const first = await messagesOf(person, { pageSize: 4 })
  expect([tenants(first), first.count, first.unread]).toEqual(['fedc', 6, 6])
  const second = await messagesOf(person, { pageSize: 4, after: first.next })
  expect([tenants(second), second.next]).toEqual(['ba', null])
  const notices = await messagesOf(person, { type: 'NOTICE' })
  expect([tenants(notices), notices.count, notices.unread]).toEqual(['f', 1, 1])

  const made = await app.graphql(person.access_token, list, { after: `x${first.next}` })
  expect(made.body.errors[0].extensions).toMatchObject({
    code: 'BAD_INPUT',
    fields: { after: expect.any(String) },
  })
  const status = await app.graphql(person.access_token, list, { status: 2 })
  expect(status.body.errors[0].extensions.code).toBe('BAD_INPUT')
})

test('marks only the specified messages as read, even if a message is specified repeatedly', async () => {
  const person = await app.person()
  for (const tenant of ['a', 'b', 'c']) await messages.send(joined(person.id, tenant))
  const [c, b] = (await messagesOf(person)).data
  expect((await read(person, [c.id, b.id, c.id])).body).toEqual({ data: { readMessage: true } })
  expect((await read(person, [c.id])).body).toEqual({ data: { readMessage: true } })
  expect((await read(person, [])).body).toEqual({ data: { readMessage: true } })
  expect((await messagesOf(person)).unread).toBe(1)
  expect((await messagesOf(person, { status: 0 })).data).toHaveLength(1)
  const seen = await messagesOf(person, { status: 1 })
  expect(seen.data.map(({ id, status }: { id: string; status: number }) => [id, status])).toEqual([
    [c.id, 1],
    [b.id, 1],
  ])
})

test('a call that names a message of another account returns NOT_FOUND and marks no message as read', async () => {
  await messages.send(joined(ann.id, 'a'))
  await messages.send(joined(bob.id, 'b'))
  const [own] = (await messagesOf(ann)).data
  const [others] = (await messagesOf(bob)).data
  for (const ids of [[others.id], [own.id, others.id], [own.id, newId()], [own.id, 'no id']]) {
    const { body } = await read(ann, ids)
    expect(body.errors[0].extensions.code).toBe('NOT_FOUND')
  }
  expect((await messagesOf(ann)).data).toMatchObject([{ id: own.id, status: 0 }])
  expect((await messagesOf(bob)).data).toMatchObject([{ id: others.id, status: 0 }])
  const { status } = await app.graphql(undefined, '{ queryMessage { count } }')
  expect(status).toBe(401)
})

test('marks a to-do as read for all recipients when it is completed', async () => {
  const [one, two] = [await app.person(), await app.person()]
  const subjectId = newId()
  const applied = (tenant: string, about: string): NewMessage => ({
    accountId: [one.id, two.id, one.id],
    template: 'tenant.applied',
    params: { tenant },
    subjectId: about,
  })
  await messages.send(applied('a', subjectId))
  await messages.send(applied('b', newId()))
  expect((await messagesOf(one, { type: 'TODO' })).unread).toBe(2)
  await messages.completeTodos(subjectId)
  for (const person of [one, two]) {
    const { unread, data } = await messagesOf(person, { type: 'TODO' })
    expect(unread).toBe(1)
    expect(data.map(({ status }: { status: number }) => status)).toEqual([0, 1])
  }
})

/** Returns the SMS that the applicant receives when an administrator approves the organization. */
async function smsOfConfirmed(applicant: Person, name: string) {
  const { access_token } = await adminTokens(app)
  const prepare = `mutation ($name: String!) { prepareTenant(name: $name, areaIds: ["110108"],
    contact: { name: "王敏", mobilePhone: "13800138000" }) { id } }`
  const { id } = (await app.graphql(applicant.access_token, prepare, { name })).body.data.prepareTenant
  await app.graphql(access_token, 'mutation ($id: ID!) { confirmTenant(id: $id) { id } }', { id })
  const sent = () =>
    app.messages().filter(({ template, to }) => template === 'tenant.confirmed' && to === applicant.phone)
  await expect.poll(() => sent().length, { timeout: 30_000 }).toBe(1)
  return required(sent()[0], 'item of sent')
}

test("includes the organization's name in an SMS about the organization", async () => {
  const applicant = await app.person()
  const sms = await smsOfConfirmed(applicant, '恒星测试')
  expect(sms).toMatchObject({ channel: 'sms', text: expect.stringContaining('“恒星测试”') })
  expect((await messagesOf(applicant)).data[0].content).toContain('恒星测试')
})

test('sends the SMS about an approved organization in the default language of the deployment', async () => {
  onTestFinished(() => {
    defaults.defaultLocale = 'zh-CN'
  })
  defaults.defaultLocale = 'en-US'
  const sms = await smsOfConfirmed(await app.person(), 'Northwind')
  expect(sms.text).toMatch(/organization.*Northwind|Northwind.*organization/i)
})

test('marks a live message as the viewer’s own action only in the session that caused it', async () => {
  const owner = await app.person()
  const { access_token } = await adminTokens(app)
  const elsewhere = (
    await app.token({ grant_type: 'password', username: owner.phone, password: owner.password })
  ).body
  const org = await organization(app, { owner, members: [ann] })
  const document = 'subscription { messageReceived { title own } }'
  const streams = await Promise.all(
    [owner, elsewhere].map((who) => openStream(app.url, who.access_token, document)),
  )
  const handOver = `mutation { changeTenantOwner(tenantId: "${org.id}", operatorId: "${ann.id}") { id } }`
  await app.graphql(owner.access_token, handOver)
  const own = async (stream: Stream) =>
    (
      required(await stream.next(), 'result of next').payload as {
        data: { messageReceived: { own: boolean } }
      }
    ).data.messageReceived.own
  expect(await Promise.all(streams.map(own))).toEqual([true, false])
  await app.graphql(access_token, `mutation { deleteTenant(id: "${org.id}") }`)
  expect(await Promise.all(streams.map(own))).toEqual([false, false])
  for (const stream of streams) await stream.close()
})

test('no message in either language has a second full stop after user-written text', () => {
  const fixed: Record<string, unknown> = {
    window: 'day',
    role: 'owner',
    expireAt: '2027-01-31T00:00:00.000Z',
  }
  const params = (stop: string) =>
    new Proxy(fixed, {
      get: (_target, name: string) => fixed[name] ?? (name === 'services' ? [`名称${stop}`] : `文字${stop}`),
    })
  for (const stop of ['。', '！', '?', '.'])
    for (const words of [zh, en])
      for (const [template, write] of Object.entries(words)) {
        const { title, content } = (
          write as (params: unknown, sentenceTag: typeof sentence) => { title: string; content: string }
        )(params(stop), sentence)
        expect(`${title} ${content}`, template).not.toMatch(/[。！？.!?][。.]/)
      }
})
