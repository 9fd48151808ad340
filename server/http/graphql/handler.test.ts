import {
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
} from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import type { Person } from '../../testing/app.ts'
import { sendRaw } from '../../testing/edge.ts'
import { useApp } from '../../testing/use-app.ts'

const path = '/api/services/backend/actions/graphql'

const app = useApp()
let person: Person
beforeAll(async () => {
  person = await app.person()
})

const ask = (query: string, variables?: Record<string, unknown>, headers?: Record<string, string>) =>
  app.graphql(person.access_token, query, variables, headers)
const get = (search: Record<string, string>) =>
  fetch(`${app.url}${path}?${new URLSearchParams(search)}`, {
    headers: { authorization: `Bearer ${person.access_token}` },
  })

test.each([
  ['no token', ''],
  ['a forged access token', 'Authorization: Bearer a.b.c\r\n'],
  ['a token that is not a JWT', 'Authorization: Bearer abc\r\n'],
])('a long request with %s is rejected before the body arrives', async (_name, header) => {
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${header}Content-Type: application/json\r\nContent-Length: 90000\r\n\r\n`
  expect(await sendRaw(Number(new URL(app.url).port), head)).toMatch(/^HTTP\/1.1 401 /)
})

test('both GraphQL endpoints answer the same query', async () => {
  for (const service of ['backend', 'device']) {
    const { status, body } = await app.post(
      `/api/services/${service}/actions/graphql`,
      { operationName: 'auth', query: 'query auth { auth { id } }', variables: {} },
      { authorization: `Bearer ${person.access_token}` },
    )
    expect(status).toBe(200)
    expect(body).toEqual({ data: { auth: { id: person.id } } })
  }
})

test('a GET request can execute a query but not a mutation', async () => {
  const query = 'query list($scope: AuthCodeScope) { listAuthCode(scope: $scope) { code } }'
  const listed = await get({ query, variables: JSON.stringify({ scope: 'PLATFORM' }) })
  expect(listed.status).toBe(200)
  expect((await listed.json()).data.listAuthCode).toHaveLength(6)
  expect(listed.headers.get('cache-control')).toBe('no-store')
  expect(listed.headers.get('vary')).toContain('Authorization')
  const changed = await get({ query: 'mutation { updateProfile(nickName: "by GET") { id } }' })
  expect(changed.status).toBe(405)
  expect(changed.headers.get('allow')).toBe('POST')
  expect((await ask('{ auth { name } }')).body.data.auth.name).not.toBe('by GET')
})

test('applies @include and @skip with variables', async () => {
  const query = 'query auth($more: Boolean!) { auth { id name @include(if: $more) admin @skip(if: $more) } }'
  expect((await ask(query, { more: false })).body.data.auth).toEqual({ id: person.id, admin: false })
  expect(Object.keys((await ask(query, { more: true })).body.data.auth)).toEqual(['id', 'name'])
})

test('responds to an invalid request with status 400 and an error message', async () => {
  const bad: [string, unknown][] = [
    ['syntax', { query: '{ auth { id }' }],
    ['unknown field', { query: '{ auth { secret } }' }],
    ['no query', { variables: {} }],
    ['variables that are a list', { query: '{ auth { id } }', variables: [1] }],
    ['unknown operation', { query: 'query a { auth { id } } query b { auth { id } }', operationName: 'c' }],
    ['missing variable', { query: 'mutation m($n: String!) { updateProfile(nickName: $n) { id } }' }],
    ['a batch', [{ query: '{ auth { id } }' }, { query: '{ auth { id } }' }]],
    ['nothing', undefined],
  ]
  for (const [name, body] of bad) {
    const { status, body: answer } = await app.post(path, body ?? '', {
      authorization: `Bearer ${person.access_token}`,
    })
    expect(status, name).toBe(400)
    expect(answer.errors[0].message, name).toBeTruthy()
    expect(answer, name).not.toHaveProperty('data')
  }
})

test('responds in English if Accept-Language prefers it to Chinese, and otherwise in Chinese', async () => {
  const query = 'mutation { updateProfile(nickName: "") { id } }'
  const message = async (language: string) =>
    (await ask(query, {}, { 'accept-language': language })).body.errors[0].message
  expect(await message('fr, en;q=0.9, zh;q=0.5')).toBe('Required')
  expect(await message('zh-CN,zh;q=0.9,en;q=0.8')).toBe('不能为空')
  expect(await message('fr')).toBe('不能为空')
})

test('a signed-in caller gets the same schema from an introspection query and from /api/schema.graphql', async () => {
  const { body } = await ask(getIntrospectionQuery())
  const described = printSchema(lexicographicSortSchema(buildClientSchema(body.data)))
  const headers = { authorization: `Bearer ${person.access_token}` }
  const served = await fetch(`${app.url}/api/schema.graphql`, { headers })
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const text = await served.text()
  expect(text).toContain('type Query')
  expect(printSchema(lexicographicSortSchema(buildSchema(text)))).toBe(described)
  expect((await fetch(`${app.url}/api/schema.graphql`)).status).toBe(401)
  const nested = '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }'
  expect((await ask(nested)).status).toBe(400)
})

test('the error for an unknown field does not suggest a similar field', async () => {
  const { body } = await ask('{ auth { nam } }')
  expect(body.errors[0].message).not.toContain('name')
  expect((await ask('{ auth { __typename } }')).body.data.auth.__typename).toBe('Auth')
})

test('the server refuses a document that exceeds a limit, and continues to respond', async () => {
  const fan = Array.from(
    { length: 15 },
    (_, i) => `fragment f${i} on Auth { ...f${i + 1} ...f${i + 1} }`,
  ).join(' ')
  const hostile: Record<string, string> = {
    'depth 3,000': `{ auth { tenants { ${'owner { tenants { '.repeat(1_500)} id ${'} }'.repeat(1_500)} } } }`,
    'depth 12': `{ auth { tenants { ${'owner { tenants { '.repeat(6)} id ${'} }'.repeat(6)} } } }`,
    '1,000 aliases': `{ auth { ${Array.from({ length: 1_000 }, (_, i) => `a${i}: id`).join(' ')} } }`,
    '40 aliases': `{ auth { ${Array.from({ length: 40 }, (_, i) => `a${i}: id`).join(' ')} } }`,
    '40 mutations': `mutation { ${Array.from({ length: 40 }, (_, i) => `a${i}: revokeSession { x }`).join(' ')} }`,
    'fragments that double': `{ auth { ...f0 } } ${fan} fragment f15 on Auth { id }`,
    'fragments in a circle': '{ auth { ...a } } fragment a on Auth { ...b } fragment b on Auth { ...a }',
    '10,000 directives': `{ auth { id ${'@skip(if: false) '.repeat(10_000)} } }`,
    '30 directives': `{ auth { id ${'@skip(if: false) '.repeat(30)} } }`,
    'lists in lists': '{ auth { tenants { operators { tenants { operators { name id admin } } } } } }',
  }
  for (const [name, query] of Object.entries(hostile)) {
    const { status, body } = await ask(query)
    // A body of more than 100 KB is rejected without being read.
    expect([400, 413], name).toContain(status)
    expect(body, name).not.toHaveProperty('data')
  }
  const huge = await app
    .post(
      path,
      { query: `{ auth { id } } #${'x'.repeat(20_000_000)}` },
      {
        authorization: `Bearer ${person.access_token}`,
      },
    )
    .catch(() => ({ status: 413 }))
  expect(huge.status).toBe(413)
  expect((await ask('{ auth { id } }')).status).toBe(200)
})

test('sends deferred fields as a separate part of the response', async () => {
  const send = (accept: string) =>
    fetch(app.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${person.access_token}`, accept },
      body: JSON.stringify({ query: '{ auth { id ... @defer(label: "more") { tenant { name } } } }' }),
    })
  const parted = await send('multipart/mixed')
  expect(parted.headers.get('content-type')).toContain('multipart/mixed; boundary="-"')
  const partsOf = (text: string) =>
    text
      .split('---')
      .map((part) => part.split('\r\n\r\n')[1])
      .filter((part) => part?.trim())
      .map((part) => JSON.parse(required(part, 'part')))
  const parts = partsOf(await parted.text())
  expect(parts[0]).toMatchObject({ data: { auth: { id: person.id } }, hasNext: true })
  expect(parts.at(-1)).toMatchObject({ hasNext: false })
  expect(JSON.stringify(parts)).toContain('"tenant"')
  expect((await send('application/json')).status).toBe(406)
  expect((await send('multipart/mixed; boundary="-"; incrementalSpec=v0.2')).status).toBe(200)

  // Clients that request the older multipart format get parts that are identified by their path.
  const older = await send('multipart/mixed;deferSpec=20220824,application/json')
  expect(older.headers.get('content-type')).toBe('multipart/mixed; boundary="-"; deferSpec=20220824')
  const [first, later] = partsOf(await older.text())
  expect(first).toEqual({ data: { auth: { id: person.id } }, hasNext: true })
  expect(later).toEqual({
    incremental: [{ data: { tenant: { name: expect.any(String) } }, path: ['auth'], label: 'more' }],
    hasNext: false,
  })
  const unknown = await send('multipart/mixed;deferSpec=20990101,application/json')
  expect(unknown.status).toBe(406)
  expect((await unknown.json()).errors[0].message).toContain('multipart/mixed')
})

test('an internal error contains the request ID but no details', async () => {
  await app.db.execute('alter table auth_code rename to elsewhere')
  try {
    const { status, body } = await ask('{ listAuthCode { code } }')
    expect(status).toBe(200)
    expect(body.errors[0].extensions).toEqual({ code: 'INTERNAL', requestId: expect.any(String) })
    expect(JSON.stringify(body)).not.toContain('auth_code')
    expect(app.log.some((line) => line.includes(body.errors[0].extensions.requestId))).toBe(true)
  } finally {
    await app.db.execute('alter table elsewhere rename to auth_code')
  }
})

test('the log names a refused field and its caller, but does not contain the input', async () => {
  const from = app.log.length
  await ask('mutation { rotateSigningKey(leaked: false) { id } }')
  const long = 'what they sent '.repeat(9)
  await ask(`mutation { updateProfile(nickName: "${long}") { id } }`)
  const lines = app.log.slice(from).map((line) => JSON.parse(line))
  const refused = lines.filter(({ msg }) => msg === 'GraphQL field refused')
  const by = person.id
  const requestId = expect.any(String)
  expect(refused).toMatchObject([
    { level: 'info', requestId, path: ['rotateSigningKey'], code: 'FORBIDDEN', by },
    { level: 'info', requestId, path: ['updateProfile'], code: 'BAD_INPUT', by },
  ])
  expect(JSON.stringify(refused)).not.toContain('what they sent')
})
