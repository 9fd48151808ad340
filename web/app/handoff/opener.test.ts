import { expect, test } from 'vitest'
import { awaitLogin, type HandedOverLogin } from './opener.ts'

const trusted = ['https://portal.example', 'https://other.example']
const login = { type: 'reeve:login', access_token: 'a', refresh_token: 'r', tenantId: 't' }

function open() {
  const sent: unknown[] = []
  const accepted: HandedOverLogin[] = []
  const opener = { postMessage: (message: unknown, origin: string) => void sent.push([message, origin]) }
  let listener: ((event: MessageEvent) => void) | undefined
  const stop = awaitLogin(trusted, (each) => accepted.push(each), {
    opener: opener as never,
    addEventListener: (_type, add) => {
      listener = add
    },
    removeEventListener: () => {
      listener = undefined
    },
  })
  const post = (data: unknown, origin = trusted[0], source: unknown = opener) =>
    listener?.({ data, origin, source } as MessageEvent)
  return { sent, accepted, post, stop }
}

test('posts the ready message only to trusted origins', () => {
  expect(open().sent).toEqual(trusted.map((origin) => [{ type: 'reeve:ready' }, origin]))
})

test('accepts only the first login that the opener posts', () => {
  const { accepted, post } = open()
  post(login)
  post({ ...login, access_token: 'b' })
  expect(accepted).toEqual([
    { tokens: { access_token: 'a', refresh_token: 'r' }, tenantId: 't', origin: trusted[0] },
  ])
})

test('ignores messages from other windows and untrusted origins, and messages of other types or formats', () => {
  const { accepted, post, stop } = open()
  post(login, 'https://evil.example')
  post(login, 'https://portal.example.evil.example')
  post(login, trusted[0], {})
  post(login, trusted[0], null)
  for (const other of [
    null,
    7,
    'reeve:login',
    {},
    { ...login, type: 'other' },
    { ...login, access_token: 1 },
  ])
    post(other)
  expect(accepted).toEqual([])
  stop()
  post(login)
  expect(accepted).toEqual([])
})
