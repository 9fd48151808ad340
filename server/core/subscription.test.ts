import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewMessage } from '../notifications/messages.ts'
import type { Person, TestApp } from '../testing/app.ts'
import { sendingMessages } from '../testing/messages/messages.ts'
import { openStream, type Stream } from '../testing/stream.ts'
import { useApp } from '../testing/use-app.ts'

const app = useApp()
let other: Awaited<ReturnType<TestApp['another']>>
let messages: ReturnType<typeof sendingMessages>
const open: Stream[] = []
beforeAll(async () => {
  other = await app.another()
  messages = sendingMessages(app)
})
afterAll(async () => {
  for (const stream of open) await stream.close()
  await other.close()
})

const received = 'subscription { messageReceived { id title content status } }'
/**
 * Each test server has its own URL and accepts only tokens issued for this URL, so each needs its own
 * sign-in.
 */
async function signInAt(url: string, { phone, password }: Person): Promise<string> {
  const response = await fetch(`${url}/realms/reeve/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'web', grant_type: 'password', username: phone, password }),
  })
  return (await response.json()).access_token
}

async function listen(person: Person, url = app.url, headers = {}): Promise<Stream> {
  const token = url === app.url ? person.access_token : await signInAt(url, person)
  const stream = await openStream(url, token, received, { headers })
  open.push(stream)
  return stream
}
const joined = (person: Person | Person[], tenant: string): NewMessage => ({
  accountId: [person].flat().map(({ id }) => id),
  template: 'member.joined',
  params: { tenant },
})
const message = (tenant: string) => ({
  payload: {
    data: { messageReceived: expect.objectContaining({ content: `您已加入组织“${tenant}”。`, status: 0 }) },
  },
})
const sessionsOf = async (person: Person) => {
  const query = '{ auth { profile { sessions { id current } } } }'
  return (await app.graphql(person.access_token, query)).body.data.auth.profile.sessions
}

test('a subscription on any server receives committed messages in the language of the subscriber', async () => {
  const person = await app.person()
  const here = await listen(person)
  const there = await listen(person, other.url)
  const english = await listen(person, other.url, { 'accept-language': 'en' })
  await messages.sendInVain(joined(person, 'never'))
  await messages.send(joined(person, '一'))
  await messages.send(joined(person, '二'))
  for (const stream of [here, there]) {
    expect(await stream.next()).toEqual(message('一'))
    expect(await stream.next()).toEqual(message('二'))
  }
  expect(await english.next()).toMatchObject({
    payload: { data: { messageReceived: { content: 'You are now a member of “一”.' } } },
  })
})

test('a subscription receives no messages of other accounts', async () => {
  const [ann, bob] = [await app.person(), await app.person()]
  const stream = await listen(ann)
  await messages.send(joined(bob, 'for bob'))
  await messages.send(joined([ann, bob], 'for both'))
  expect(await stream.next()).toEqual(message('for both'))
})

test('a subscription ends with an error when its session ends', async () => {
  const person = await app.person()
  const [ending, staying] = [await listen(person, other.url), await listen(person)]
  await messages.send(joined(person, 'before'))
  expect(await ending.next()).toEqual(message('before'))

  const [gone] = (await sessionsOf(person)).filter(({ current }: { current: boolean }) => !current)
  const revoke = 'mutation ($id: ID) { revokeSession(id: $id) }'
  expect((await app.graphql(person.access_token, revoke, { id: gone.id })).body.data.revokeSession).toBe(true)
  await messages.send(joined(person, 'after'))
  const last = await ending.next()
  expect(last).toMatchObject({ payload: null, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
  expect(await ending.next()).toBeUndefined()
  expect(await staying.next()).toEqual(message('before'))
  expect(await staying.next()).toEqual(message('after'))
})

test('a subscription of a disabled account ends with an error instead of receiving messages', async () => {
  const person = await app.person()
  const stream = await listen(person)
  await app.db.execute('update account set enabled = false where id = $1', [person.id])
  await messages.send(joined(person, 'a'))
  expect(await stream.next()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
  expect(await stream.next()).toBeUndefined()
})

test('an account with the maximum of 50 subscriptions can subscribe again after closing its connections', async () => {
  const person = await app.person()
  const streams = await Promise.all(Array.from({ length: 50 }, () => listen(person)))
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
  const query = { query: received }
  const authorization = `Bearer ${person.access_token}`
  const tooMany = await app.post('/api/services/backend/actions/graphql', query, { authorization })
  expect(tooMany.body).toMatchObject({ data: null, errors: [{ extensions: { code: 'RATE_LIMITED' } }] })
  for (const stream of streams) await stream.close()
  await expect
    .poll(async () => {
      const next = await listen(person)
      await messages.send(joined(person, 'a'))
      return (await next.next())?.payload
    })
    .toMatchObject({ data: { messageReceived: {} } })
})

test('a subscription requires POST, a signed-in caller and an Accept header for multipart responses', async () => {
  const person = await app.person()
  const path = '/api/services/backend/actions/graphql'
  const headers = { authorization: `Bearer ${person.access_token}` }
  expect((await app.post(path, { query: received })).status).toBe(401)
  const whole = await app.post(path, { query: received }, { ...headers, accept: 'application/json' })
  expect(whole.status).toBe(406)
  const byGet = await fetch(`${app.url}${path}?${new URLSearchParams({ query: received })}`, { headers })
  expect(byGet.status).toBe(405)
})

test('a server ends its subscriptions when it stops', async () => {
  const person = await app.person()
  const third = await app.another()
  const stream = await listen(person, third.url)
  await Promise.all([third.close(), expect(stream.next()).resolves.toBeUndefined()])
})
