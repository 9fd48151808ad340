import { expect, test } from 'vitest'
import { json, listen } from '../../testing/http-server.ts'
import { createAddresses } from './addresses.ts'
import { createPost } from './post.ts'

const message = { id: 'evt', body: '{}', secrets: [Buffer.alloc(32)] }
const faultOf = (url: string, ...networks: string[]) => createAddresses(networks).faultOf(new URL(url))

test.each([
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://10.1.2.3/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/',
  'https://198.18.0.1/',
  'https://0.0.0.0/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::7f00:1]/',
  'https://[64:ff9b::a00:1]/',
  'https://[2002:a00:1::]/',
  'https://[fc00::1]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://localhost/',
])('rejects %s as the URL of a webhook', async (url) => {
  expect(await faultOf(url)).toBe('webhook.address')
})

test('allows http URLs only for IP addresses in configured networks', async () => {
  expect(await faultOf('http://10.1.2.3/', '10.0.0.0/8')).toBe(null)
  expect(await faultOf('https://[fd00::5]/', 'fd00::/16')).toBe(null)
  expect(await faultOf('http://10.1.2.3/', '10.1.2.4')).toBe('webhook.address')
  expect(await faultOf('https://[::ffff:10.1.2.4]/', '10.1.2.4')).toBe(null)
  expect(await faultOf('https://203.0.114.7/')).toBe(null)
  expect(await faultOf('https://[2606:4700::1111]/')).toBe(null)
  expect(await faultOf('http://203.0.114.7/')).toBe('webhook.address')
  expect(await faultOf('https://nowhere.invalid/')).toBe('webhook.unknownHost')
})

test('connects to a host name only if it resolves to an allowed IP address', async () => {
  await using receiver = await listen((_received, response) => json(response, { thanks: true }))
  const { port } = new URL(`http://${receiver.host}`)
  const send = async (...networks: string[]) => {
    const post = createPost(createAddresses(networks))
    const { status, reason, answer } = await post(`http://localhost:${port}/`, message)
    post.close()
    return { status, reason, answer }
  }
  expect(await send()).toEqual({ status: null, reason: 'ADDRESS_REFUSED', answer: null })
  expect(receiver.received).toHaveLength(0)
  expect(await send('127.0.0.1')).toEqual({ status: 200, reason: null, answer: '{"thanks":true}' })
})

test('sends nothing if the host name of a webhook resolves to a private IP address at delivery', async () => {
  await using receiver = await listen((_received, response) => json(response, {}))
  const { port } = new URL(`http://${receiver.host}`)
  let address = '203.0.114.7'
  const addresses = createAddresses([], (_name, _options, done) => done(null, [{ address, family: 4 }]))
  const url = `https://hooks.example:${port}/`
  expect(await addresses.faultOf(new URL(url))).toBe(null)
  address = '127.0.0.1'
  const post = createPost(addresses)
  expect(await post(url, message)).toMatchObject({ status: null, reason: 'ADDRESS_REFUSED' })
  post.close()
  // If a host name resolves to both private and public addresses, a public one is used.
  const mixed = createAddresses([], (_name, _options, done) =>
    done(null, [
      { address: '10.0.0.1', family: 4 },
      { address: '203.0.114.7', family: 4 },
    ]),
  )
  mixed.lookupFor('https:')('hooks.example', { all: true }, (_error, found) =>
    expect(found).toEqual([{ address: '203.0.114.7', family: 4 }]),
  )
})

test('a delivery times out if the response does not arrive or does not end', async () => {
  await using receiver = await listen(({ url }, response) => {
    if (url === '/begun') response.writeHead(200).write('wait')
  })
  const post = createPost(createAddresses(['127.0.0.1']), 200)
  for (const path of ['/silent', '/begun'])
    expect(await post(`http://${receiver.host}${path}`, message)).toMatchObject({
      status: null,
      reason: 'TIMEOUT',
    })
  post.close()
})

test('stores the first 1,000 characters of an endless response, and rejects headers that are too large', async () => {
  await using receiver = await listen(({ url }, response) => {
    if (url === '/headers') return response.writeHead(200, { 'x-much': 'x'.repeat(100_000) }).end()
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
      response.once('drain', more)
    }
    more()
  })
  const post = createPost(createAddresses(['127.0.0.1']))
  const endless = await post(`http://${receiver.host}/`, message)
  expect([endless.status, endless.answer?.length]).toEqual([200, 1_000])
  expect(await post(`http://${receiver.host}/headers`, message)).toMatchObject({
    status: null,
    reason: 'HPE_HEADER_OVERFLOW',
  })
  post.close()
})

test('does not follow redirects, and stores only the first 1,000 characters of a long response', async () => {
  await using receiver = await listen(({ url }, response) =>
    url === '/moved' ? response.writeHead(302, { location: '/' }).end() : response.end('x'.repeat(1_000_000)),
  )
  const post = createPost(createAddresses(['127.0.0.1']))
  const send = (path: string) => post(`http://${receiver.host}${path}`, message)
  expect(await send('/moved')).toMatchObject({ status: 302, reason: null })
  expect((await send('/')).answer).toHaveLength(1_000)
  expect(receiver.received.map(({ url }) => url)).toEqual(['/moved', '/'])
  post.close()
})
