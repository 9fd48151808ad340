import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { required } from '../../contract/required.ts'
import { graphqlPath, installStorage, json, startServer } from '../testing/server.ts'
import { graphql, request, whenRefused } from './graphql.ts'
import { stream } from './stream.ts'

const account = graphql('query Auth { auth { id ...Name } }', [
  graphql('fragment Name on Auth @_unmask { name }'),
])
const code = graphql('mutation SendEmailCode($email: String!) { sendEmailCode(email: $email) { expiresIn } }')

beforeEach(() => {
  installStorage()
  localStorage.setItem('token', 't1')
})

test('sends an operation by POST with its name, variables, text and the console’s language', async () => {
  await using server = await startServer((_, response) =>
    json(response, 200, { data: { sendEmailCode: { expiresIn: 300 } } }),
  )
  await expect(request(code, { email: 'a@b.cn' })).resolves.toEqual({ sendEmailCode: { expiresIn: 300 } })
  const [seen] = server.to(graphqlPath)
  expect(seen).toMatchObject({ method: 'POST', path: graphqlPath })
  expect(seen?.headers).toMatchObject({
    accept: 'application/json',
    'content-type': 'application/json',
    authorization: 'Bearer t1',
    'accept-language': 'zh-CN',
  })
  expect(JSON.parse(seen?.body ?? '')).toEqual({
    operationName: 'SendEmailCode',
    variables: { email: 'a@b.cn' },
    query: expect.stringContaining('sendEmailCode(email: $email)'),
  })
})

test('sends each fragment once, and an empty authorization header if there is no token', async () => {
  localStorage.removeItem('token')
  await using server = await startServer((_, response) =>
    json(response, 200, { data: { auth: { id: 'a', name: 'n' } } }),
  )
  await request(account)
  const [seen] = server.to(graphqlPath)
  expect(seen?.headers.authorization).toBe('')
  expect(JSON.parse(seen?.body ?? '').query.match(/fragment Name/g)).toHaveLength(1)
})

test('sends the operation “device” to the device service', async () => {
  await using server = await startServer((_, response) =>
    json(response, 200, { data: { auth: { id: 'a' } } }),
  )
  await request(graphql('query device { auth { id } }'))
  expect(server.to('/api/services/device/actions/graphql')).toHaveLength(1)
})

test('the call rejects with the message, code and fields of the first error in the response', async () => {
  await using _server = await startServer((_, response) =>
    json(response, 200, {
      data: null,
      errors: [
        {
          message: '请检查填写的内容',
          extensions: { code: 'BAD_INPUT', fields: { email: '邮箱格式不正确' } },
        },
        { message: 'second' },
      ],
    }),
  )
  await expect(request(code, { email: 'x' })).rejects.toMatchObject({
    message: '请检查填写的内容',
    code: 'BAD_INPUT',
    fields: { email: '邮箱格式不正确' },
  })
})

test.each([
  [200, { errors: [{}] }],
  [200, { data: null }],
  [200, 'not the API'],
  [502, '<html>'],
])('shows a general message for a response without an error text: %d %j', async (status, body) => {
  await using _server = await startServer((_, response) => json(response, status, body))
  await expect(request(account)).rejects.toMatchObject({
    message: status === 502 ? '服务暂时不可用，请稍后重试' : '发生错误',
  })
})

test('notifies the listener of a rejected request before the caller receives the error', async () => {
  await using _server = await startServer((_, response) =>
    json(response, 200, {
      errors: [{ message: '请先修改密码', extensions: { code: 'PASSWORD_CHANGE_REQUIRED' } }],
    }),
  )
  const notified: string[] = []
  whenRefused((error) => notified.push(error.code))
  await request(account).catch((error) => notified.push(error.message))
  expect(notified).toEqual(['PASSWORD_CHANGE_REQUIRED', '请先修改密码'])
})

test('rejects an aborted call with an AbortError', async () => {
  await using _server = await startServer(() => undefined)
  const giveUp = new AbortController()
  const call = request(account, {}, giveUp.signal)
  giveUp.abort()
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
})

test('preserves all digits of long integers in variables, responses and subscriptions', async () => {
  const data = '{"data":{"device":{"infoMap":{"iccid":89860123456789012345}}}}'
  const part = `---\r\ncontent-type: application/json\r\n\r\n${data}\r\n-----\r\n`
  await using server = await startServer((request, response) => {
    const type = request.headers.accept?.includes('multipart')
      ? 'multipart/mixed; boundary="-"'
      : 'application/json'
    response.writeHead(200, { 'content-type': type }).end(type === 'application/json' ? data : part)
  })
  const iccid = { device: { infoMap: { iccid: 89860123456789012345n } } }
  expect(await request(account, { config: { iccid: 89860123456789012345n } } as never)).toEqual(iccid)
  expect(server.to(graphqlPath)[0]?.body).toContain('"variables":{"config":{"iccid":89860123456789012345}}')
  for await (const each of stream(account, {}, new AbortController().signal)) expect(each).toEqual(iccid)
  expect.assertions(3)
})

test('yields the data of each part of a subscription, and ignores a part without data', async () => {
  const part = (body: unknown) => `content-type: application/json\r\n\r\n${JSON.stringify(body)}\r\n---`
  await using server = await startServer((_, response) => {
    response.writeHead(200, { 'content-type': 'multipart/mixed; boundary="-"' })
    response.write(`---\r\n${part({ payload: { data: { auth: { id: '1' } } } })}\r\n`)
    response.write(`${part({})}\r\n`)
    response.end(`${part({ payload: { data: { auth: { id: '2' } } } })}--\r\n`)
  })
  const parts = []
  for await (const each of stream(account, {}, new AbortController().signal)) parts.push(each)
  expect(parts).toEqual([{ auth: { id: '1' } }, { auth: { id: '2' } }])
  expect(server.to(graphqlPath)[0]?.headers.accept).toContain('multipart/mixed')
})

test('each request contains the highest WAL position received so far, until a subscription event arrives', async () => {
  const positions = ['0000000000000002', '0000000000000009', '0000000000000005', '', '']
  await using server = await startServer((_, response) => {
    const position = positions.shift()
    if (position) response.setHeader('reeve-position', position)
    json(response, 200, { data: { auth: { id: 'a' } } })
  })
  const call = () => request(account)
  for (const ask of [call, call, call, call]) await ask()
  for await (const _ of stream(account, {}, new AbortController().signal));
  await call()
  expect(server.to(graphqlPath).map(({ headers }) => headers['reeve-position'])).toEqual([
    undefined,
    '0000000000000002',
    '0000000000000009',
    '0000000000000009',
    '0000000000000009',
    undefined,
  ])
})

/** Imports the module with fresh state and a configuration in which queries are sent by GET. */
async function gettingConsole() {
  vi.resetModules()
  onTestFinished(() => void vi.resetModules())
  return import('./graphql.ts')
}

test('sends queries by GET if configured, but mutations and queries with typed text by POST', async () => {
  await using server = await startServer(
    (_, response) => json(response, 200, { data: { auth: { id: 'a' } } }),
    {
      queryMethod: 'GET',
    },
  )
  const { graphql, request } = await gettingConsole()
  await request(graphql('query Auth { auth { id } }'))
  await request(graphql('query CheckTenant($name: String!) { checkTenant(name: $name) }'), { name: '上海' })
  await request(
    graphql('mutation SendEmailCode($email: String!) { sendEmailCode(email: $email) { expiresIn } }'),
    {
      email: 'a@b.cn',
    },
  )
  const [got, ...posted] = server.seen.filter(({ path }) => path.startsWith(graphqlPath))
  expect(got).toMatchObject({ method: 'GET', body: '', headers: { authorization: 'Bearer t1' } })
  expect(Object.fromEntries(new URL(required(got, 'got').path, 'http://host').searchParams)).toEqual({
    operationName: 'Auth',
    query: 'query Auth { auth { id } }',
  })
  expect(posted.map(({ method, path }) => [method, path])).toEqual([
    ['POST', graphqlPath],
    ['POST', graphqlPath],
  ])
})

test('logs each failed call once with name, status, code and request ID, and does not log validation errors', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => logged.mockRestore())
  const answers: [number, unknown][] = [
    [200, { errors: [{ message: '格式不正确', extensions: { code: 'BAD_INPUT', fields: { id: 'x' } } }] }],
    [200, { errors: [{ message: '服务器出错了', extensions: { code: 'INTERNAL', requestId: 'r-1' } }] }],
    [503, { errors: [{ message: '请稍后', extensions: { code: 'UNAVAILABLE', requestId: 'r-2' } }] }],
    [502, '<html>'],
  ]
  await using server = await startServer((_, response) =>
    json(response, ...required(answers.shift(), 'item of answers')),
  )
  const lookUp = graphql('query Invitation($id: ID!) { getTenantByCode(id: $id) { id } }')
  const send = () => request(lookUp, { id: 'secret' }).catch((error) => error.code)
  const codes = [await send(), await send(), await send(), await send()]
  await server[Symbol.asyncDispose]()
  codes.push(await send())
  expect(codes).toEqual(['BAD_INPUT', 'INTERNAL', 'UNAVAILABLE', 'UNAVAILABLE', 'UNREACHABLE'])
  expect(logged.mock.calls).toEqual([
    ['Invitation failed: 200 INTERNAL, request r-1'],
    ['Invitation failed: 503 UNAVAILABLE, request r-2'],
    ['Invitation failed: 502 UNAVAILABLE'],
    ['Invitation failed: no response UNREACHABLE'],
  ])
})
