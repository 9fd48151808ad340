import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { postJson, send, startEdge } from '../testing/edge.ts'
import { createLog } from './log.ts'

const jwt = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
const secret = {
  password: 'correct horse battery',
  mobilePhoneCode: '483920',
  mobilePhone: '+8613812345678',
}
const secrets = [...Object.values(secret), '13812345678', jwt, 'opaque-refresh-token']

/** Returns the parsed log line that `write` produces. */
function logged(write: (log: ReturnType<typeof createLog>) => void) {
  const lines: string[] = []
  write(createLog({ logLevel: 'trace' }, { write: (line) => lines.push(line) }))
  expect(lines).toHaveLength(1)
  return { line: lines[0] ?? '', ...JSON.parse(lines[0] ?? '') }
}

describe('the log', () => {
  it('has one line per request, with the route instead of the URL', async () => {
    await using edge = await startEdge()
    const reply = await send(`${edge.url}/realms/reeve/.well-known/openid-configuration?code=483920`)
    await send(`${edge.url}/tenants/13812345678?q=secret`)
    await send(`${edge.url}/api/13812345678`)
    const lines = edge.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
    expect(lines).toMatchObject([
      {
        level: 'info',
        method: 'GET',
        route: '/realms/:realm/.well-known/openid-configuration',
        status: 200,
        ms: expect.any(Number),
        requestId: reply.headers['x-request-id'],
      },
      { route: '/*', status: 200 },
      { route: 'none', status: 404 },
    ])
  })

  it.each([
    ['none', '203.0.113.77:443', undefined],
    ['network', '203.0.113.77:443', '203.0.113.0/24'],
    ['network', '[2001:db8:1:2::9]:443', '2001:db8:1::/48'],
    ['full', '203.0.113.77:443', '203.0.113.77'],
    ['full', '2001:db8:1:2::9', '2001:db8:1:2::9'],
  ])(
    'with REEVE_LOG_CLIENT=%s, contains the client’s IP address %s as %s',
    async (detail, address, client) => {
      await using edge = await startEdge({ REEVE_LOG_CLIENT: detail, REEVE_TRUSTED_PROXIES: '127.0.0.1' })
      await send(`${edge.url}/login`, { headers: { 'X-Forwarded-For': address } })
      const line = edge.lines.map((each) => JSON.parse(each)).find(({ msg }) => msg === 'request')
      expect(line.client).toBe(client)
    },
  )

  it('contains no secrets of successful or failed requests', async () => {
    const fail = (input: unknown) => {
      const error = new Error(`insert failed for ${JSON.stringify(input)} Bearer ${jwt}`)
      return Promise.reject(
        Object.assign(error, { detail: `Key (+8613812345678)`, parameters: [secret.password] }),
      )
    }
    const accounts = {
      requestCode: async (input: unknown) =>
        fail({ ...(input as object), password: undefined, mobilePhoneCode: 0 }),
      checkLoginId: async () => ({ available: true }),
      register: async () => ({ id: '' }),
      resetPassword: async () => {},
    }
    await using edge = await startEdge({}, { accounts })
    const headers = { Authorization: `Bearer ${jwt}`, Cookie: 'reeve_device=opaque-refresh-token' }
    const query = `?access_token=${jwt}&phone=13812345678&token=opaque-refresh-token`
    for (const path of ['/RegisterCode', '/CheckLoginId', '/Register', '/nowhere', '/api/user/menu']) {
      await postJson(edge.url + path + query, secret, headers)
    }
    await send(`${edge.url}/realms/13812345678${query}`, { headers })
    const all = edge.lines.join('')
    expect(all).toContain('insert failed for')
    for (const hidden of secrets) expect(all).not.toContain(hidden)
  })

  it('contains no error if the client disconnects while sending the body', async () => {
    await using edge = await startEdge()
    const socket = connect(edge.port, '127.0.0.1')
    const head = ['Host: a', 'Content-Type: application/json', 'Content-Length: 9000', 'Expect: 100-continue']
    socket.write(`POST /RegisterCode HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
    const [begun] = await once(socket, 'data')
    expect(String(begun)).toContain('100 Continue')
    socket.destroy()
    await expect
      .poll(() => edge.lines.map((line) => JSON.parse(line)))
      .toMatchObject([{ level: 'info', msg: 'the client disconnected while sending the request' }])
  })

  it('hides secrets that code logs by mistake', () => {
    const { line } = logged((log) => {
      log.info({ ...secret, code: '483920', body: secret, headers: { authorization: `Bearer ${jwt}` } }, jwt)
    })
    for (const hidden of secrets) expect(line).not.toContain(hidden)
    const url = 'postgres://reeve:hunter2@db:5432/reeve'
    expect(logged((log) => log.info(`cannot reach ${url}`)).msg).toBe(
      'cannot reach postgres://reeve:[secret]@db:5432/reeve',
    )
    expect(logged((log) => log.info('to 13812345678, +8613812345678, +447911123456, +4712345678')).msg).toBe(
      'to 138****5678, +86138****5678, +4479****3456, +47****78',
    )
  })

  it('does not hide IDs, timestamps, ports and durations', () => {
    const id = '01976f3e-1381-7381-8123-138123456789'
    const entry = logged((log) => log.info({ id, at: 1_763_645_065_000, port: 3000 }, 'took 12.5 ms'))
    expect(entry).toMatchObject({ id, at: 1_763_645_065_000, port: 3000, msg: 'took 12.5 ms' })
  })

  it('contains the code, constraint and stack of a database error, but not its data', () => {
    const error = Object.assign(
      new Error('duplicate key value violates unique constraint "account_claim_pkey"'),
      {
        code: '23505',
        constraint: 'account_claim_pkey',
        detail: 'Key (kind, value)=(username, zhang.san) already exists.',
        parameters: ['zhang.san'],
        query: 'insert into account_claim',
      },
    )
    const { err, line } = logged((log) => log.error({ err: error }, 'failed'))
    expect(err).toMatchObject({ code: '23505', constraint: 'account_claim_pkey', stack: expect.any(String) })
    expect(line).not.toContain('zhang.san')
  })
})
