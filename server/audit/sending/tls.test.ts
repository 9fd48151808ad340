import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasOpenssl, makeAuthority } from '../../testing/programs/openssl.ts'
import { parseTarget } from './targets.ts'

// Tests syslog over TLS. Node must trust the certificate authority of the target
// (docs/operations/audit-log.md).

const line = (text: string) => ({ at: new Date(0), kind: 'SignIn', success: true, text })

describe.skipIf(!hasOpenssl())('syslog over TLS', () => {
  const known = getCACertificates('default')
  let trusted: ReturnType<typeof makeAuthority>
  let stranger: ReturnType<typeof makeAuthority>
  beforeAll(() => {
    trusted = makeAuthority()
    stranger = makeAuthority()
    setDefaultCACertificates([...known, trusted.certificate])
  })
  afterAll(() => {
    setDefaultCACertificates(known)
    trusted.remove()
    stranger.remove()
  })

  /**
   * Starts a receiver on localhost with a certificate. The receiver collects its connections and the received
   * data.
   */
  async function receiver(certificate: { key: string; cert: string }, meet = (_: TLSSocket) => {}) {
    let received = ''
    const server = createServer(certificate, (socket) => {
      socket.on('error', () => {})
      socket.setEncoding('utf8').on('data', (text) => {
        received += text
      })
      meet(socket)
    })
    server.on('tlsClientError', () => {})
    server.listen(0, 'localhost')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const send = parseTarget(`syslogs://localhost:${(server.address() as AddressInfo).port}`)
    return { send, received: () => received }
  }

  test('sends events to a receiver whose certificate authority is trusted', async () => {
    const { send, received } = await receiver(trusted.issue('localhost'))
    await send([line('{"position":1}'), line('{"position":2}')])
    expect(received().match(/"position":\d/g)).toEqual(['"position":1', '"position":2'])
  })

  test.each([
    ['is for another name', () => trusted.issue('siem.example'), /does not match certificate's altnames/],
    [
      'is signed by an untrusted authority',
      () => stranger.issue('localhost'),
      /unable to verify|self-signed/,
    ],
  ])('sends nothing to a receiver whose certificate %s', async (_, certificate, why) => {
    const { send, received } = await receiver(certificate())
    await expect(send([line('{"position":1}')])).rejects.toThrow(why)
    expect(received()).toBe('')
  })

  test('counts events as sent only after a slow receiver has read all of them', async () => {
    const socket = Promise.withResolvers<TLSSocket>()
    const { send, received } = await receiver(trusted.issue('localhost'), (one) => {
      one.pause()
      socket.resolve(one)
    })
    // The lines do not fit into the buffers between sender and receiver, so the sender must wait for the
    // receiver.
    const lines = Array.from({ length: 200 }, (_, index) =>
      line(JSON.stringify({ index, text: 'x'.repeat(1e5) })),
    )
    let sent = false
    const sending = send(lines).then(() => {
      sent = true
    })
    const slow = await socket.promise
    expect(sent).toBe(false)
    slow.resume()
    await sending
    expect(received().match(/"index":\d+/g)).toEqual(lines.map((_, index) => `"index":${index}`))
  })
})
