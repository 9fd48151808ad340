import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { first, required } from '../../../contract/required.ts'
import { json, listen } from '../../testing/http-server.ts'
import { codeMessage, failureOf, noticeMessage, silent, templateParams } from '../../testing/outgoing.ts'
import { parseTransport } from './parse.ts'

const file = join(tmpdir(), `reeve-messages-${process.pid}`, 'messages.jsonl')
afterEach(() => rmSync(join(file, '..'), { recursive: true, force: true }))

test('the transport `log:` writes the whole message to the log', async () => {
  const lines: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(line) })
  await parseTransport('log:', 'sms').send(codeMessage, log)
  expect(JSON.parse(first(lines, 'lines')).msg).toBe(
    'SMS to +8613800138000: 【Reeve】您的验证码是 204816，用于登录，5 分钟内有效。请勿告诉他人；如非本人操作，请忽略。',
  )
})

test.each([`file:${file}`, pathToFileURL(file).href])(
  'a transport with the URL %s writes one line per message to the file',
  async (address) => {
    const transport = parseTransport(address, 'sms')
    await transport.send(codeMessage, silent)
    await transport.send(noticeMessage, silent)

    const lines = readFileSync(file, 'utf8').split('\n')
    expect(lines).toHaveLength(3)
    const [code, notice] = lines.slice(0, 2).map((line) => JSON.parse(line))
    expect(Object.keys(code)).toEqual(['channel', 'to', 'template', 'code', 'text', 'at'])
    expect(code).toMatchObject({ channel: 'sms', to: '+8613800138000', template: 'code', code: '204816' })
    expect(Math.abs(Date.now() - Date.parse(code.at))).toBeLessThan(60_000)
    expect(notice).toMatchObject({ template: 'password.changed', code: null, text: noticeMessage.text })
    expect(statSync(file).mode & 0o077).toBe(0)
  },
)

test('does not mix the lines of concurrent messages in the file', async () => {
  const transport = parseTransport(`file:${file}`, 'sms')
  await Promise.all(Array.from({ length: 50 }, () => transport.send(codeMessage, silent)))
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).code)).toEqual(Array(50).fill('204816'))
})

test('signs a webhook request as Standard Webhooks requires, with the same webhook-id for all attempts', async () => {
  const secret = randomBytes(32)
  await using hook = await listen((_, response) => json(response, {}))
  const transport = parseTransport(`http://${hook.host}/sms?x=1#whsec_${secret.toString('base64')}`, 'sms')
  await transport.send(codeMessage, silent)
  await transport.send(codeMessage, silent)

  for (const { url, headers, body } of hook.received) {
    expect(url).toBe('/sms?x=1')
    const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const expected = createHmac('sha256', secret).update(content).digest()
    const [version, signature] = String(headers['webhook-signature']).split(',')
    expect(version).toBe('v1')
    expect(timingSafeEqual(Buffer.from(required(signature, 'signature'), 'base64'), expected)).toBe(true)
    expect(headers['webhook-id']).toBe(codeMessage.id)
    expect(JSON.parse(body)).toMatchObject({ channel: 'sms', to: '+8613800138000', code: '204816' })
  }
})

test.each([
  [500, 'retry'],
  [429, 'retry'],
  [400, 'refused'],
  [302, 'refused'],
])('treats the HTTP status %i of a webhook as %s', async (status, kind) => {
  await using hook = await listen((_, response) => response.writeHead(status, { location: '/' }).end())
  const sending = parseTransport(`http://${hook.host}/`, 'sms').send(codeMessage, silent)
  expect(await failureOf(sending)).toEqual([kind, `HTTP ${status}`])
  expect(hook.received).toHaveLength(1)
})

test('retries if the webhook closes the connection or cannot be reached', async () => {
  await using mute = await listen((_, response) => response.destroy())
  const send = (host: string) => failureOf(parseTransport(`http://${host}/`, 'sms').send(codeMessage, silent))
  expect(await send(mute.host)).toEqual(['retry', 'no response: ECONNRESET'])
  const closed = mute.host
  await mute[Symbol.asyncDispose]()
  expect(await send(closed)).toEqual(['retry', 'no response: ECONNREFUSED'])
})

const mail = { ...codeMessage, channel: 'mail' as const, to: 'li@example.com' }

async function smtp(options: ConstructorParameters<typeof SMTPServer>[0] = {}) {
  const mails: { from: string; to: string[]; text: string; user?: unknown }[] = []
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      password === 'p@ss' ? done(null, { user: username }) : done(new Error('no')),
    async onData(stream, { envelope, user }, done) {
      let text = ''
      for await (const chunk of stream) text += chunk
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), text, user })
      done()
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  return {
    mails,
    address: (user = '') => `smtp://${user}127.0.0.1:${port}/?from=Reeve%20%3Creeve@example.org%3E`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

test('sends an email as plain text and HTML, with the same Message-ID at each attempt', async () => {
  await using server = await smtp()
  const transport = parseTransport(server.address('reeve:p%40ss@'), 'mail')
  await transport.send(mail, silent)
  await transport.send(mail, silent)

  expect(server.mails).toHaveLength(2)
  for (const { from, to, text, user } of server.mails) {
    expect([from, to, user]).toEqual(['reeve@example.org', ['li@example.com'], 'reeve'])
    expect(text).toContain(`Message-ID: <${codeMessage.id}@example.org>`)
    expect(text).toContain('Content-Type: text/plain; charset=utf-8')
    expect(text).toContain('Content-Type: text/html; charset=utf-8')
    const encoded = [...text.matchAll(/base64\r\n\r\n([A-Za-z\d+/=\r\n]+)/g)].map(([, part]) =>
      required(part, 'part'),
    )
    expect(Buffer.from(first(encoded, 'encoded'), 'base64').toString()).toContain(codeMessage.text)
  }
})

test('retries after a temporary SMTP error, but not after a permanent one', async () => {
  const refuse = (responseCode: number) => ({
    onRcptTo: (_: unknown, __: unknown, done: (error?: Error) => void) =>
      done(Object.assign(new Error('no'), { responseCode })),
  })
  await using busy = await smtp(refuse(450))
  await using strict = await smtp(refuse(550))
  const send = (address: string) => failureOf(parseTransport(address, 'mail').send(mail, silent))
  expect(await send(busy.address())).toEqual(['retry', 'SMTP 450 EENVELOPE'])
  expect(await send(strict.address())).toEqual(['refused', 'SMTP 550 EENVELOPE'])
  expect(await send(busy.address('reeve:wrong@'))).toEqual(['retry', 'SMTP 535 EAUTH'])
})

test('never sends an email to a remote SMTP server without encryption', async () => {
  // The server listens on all interfaces, so that the test can reach it by an address that is not a loopback
  // address.
  const talk: string[] = []
  const server = createServer((socket) => {
    socket.write('220 plain ESMTP\r\n')
    socket.on('data', (data) => {
      talk.push(String(data))
      socket.write(/^EHLO/.test(String(data)) ? '250 plain\r\n' : '502 no\r\n')
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const { port } = server.address() as { port: number }
  const sending = parseTransport(`smtp://reeve:p@0.0.0.0:${port}/?from=reeve@example.org`, 'mail').send(
    mail,
    silent,
  )
  expect((await failureOf(sending))[0]).toBe('retry')
  expect(talk.join('')).not.toMatch(/AUTH|MAIL FROM/)
  await new Promise((resolve) => server.close(resolve))
})

const aliyun = `aliyun://id:secret@dysmsapi.aliyuncs.com/?${templateParams}`

test.each([
  ['sms', 'must be log:, file:PATH, aliyun:…, tencent:… or an https: URL', 'carrier-pigeon:'],
  ['sms', 'must be log:, file:PATH, aliyun:…, tencent:… or an https: URL', 'nothing'],
  ['sms', 'must be log:, file:PATH, aliyun:…', 'smtp://mail.example.com/?from=a@b.c'],
  ['mail', 'must be log:, file:PATH, smtp:…, smtps:… or an https: URL', aliyun],
  ['sms', 'must contain the path of a file', 'file:'],
  ['sms', 'must be an https: URL unless the host is a loopback address', 'http://hooks.example.com/'],
  ['sms', 'must be an https: URL such as', 'https://'],
  ['sms', 'must have its secret after #', 'https://u:p@hooks.example.com/'],
  ['sms', 'must end with # and a secret whsec_…', 'https://hooks.example.com/#short'],
  ['sms', 'must be of the form aliyun://ID:SECRET@dysmsapi.aliyuncs.com/', 'aliyun://dysmsapi.aliyuncs.com/'],
  [
    'sms',
    'must have the parameters sign, template.code',
    'aliyun://id:secret@dysmsapi.aliyuncs.com/?template.password.changed=x',
  ],
  ['sms', 'has unknown parameters: colour', `${aliyun}&colour=red`],
  ['sms', 'must have the parameter app with the SmsSdkAppId', aliyun.replace('aliyun:', 'tencent:')],
  ['mail', 'must encode % as %25 in its username and password', 'smtp://u:50%@mail.example.com/?from=a@b.c'],
  ['mail', 'must have a from parameter', 'smtp://mail.example.com'],
  ['mail', 'must have an email address as its from parameter', 'smtp://mail.example.com/?from=nobody'],
  ['mail', 'must be of the form smtp://', 'smtp://'],
] as const)('rejects an invalid URL for %s and reports that it %s', (channel, clause, address) => {
  const parse = () => parseTransport(address, channel)
  expect(parse).toThrow(clause)
  expect(parse).not.toThrow(/secret@|:p@/)
})
