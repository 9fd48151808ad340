import { expect, test } from 'vitest'
import { awaitLogin, type PassedLogin } from './opener.ts'

const trusted = ['https://portal.example', 'https://other.example']
const login = { type: 'reeve:login', access_token: 'a', refresh_token: 'r', tenantId: 't' }

function open() {
  const said: unknown[] = []
  const taken: PassedLogin[] = []
  const opener = { postMessage: (message: unknown, origin: string) => void said.push([message, origin]) }
  let listener: ((event: MessageEvent) => void) | undefined
  const stop = awaitLogin(trusted, (each) => taken.push(each), {
    opener: opener as never,
    addEventListener: (_type, add) => {
      listener = add
    },
    removeEventListener: () => {
      listener = undefined
    },
  })
  const say = (data: unknown, origin = trusted[0], source: unknown = opener) =>
    listener?.({ data, origin, source } as MessageEvent)
  return { said, taken, say, stop }
}

test('notifies the opener at each trusted origin only', () => {
  expect(open().said).toEqual(trusted.map((origin) => [{ type: 'reeve:ready' }, origin]))
})

test('accepts the first login of the opener, and only once', () => {
  const { taken, say } = open()
  say(login)
  say({ ...login, access_token: 'b' })
  expect(taken).toEqual([
    { tokens: { access_token: 'a', refresh_token: 'r' }, tenantId: 't', origin: trusted[0] },
  ])
})

test('ignores other windows, other origins and other messages', () => {
  const { taken, say, stop } = open()
  say(login, 'https://evil.example')
  say(login, 'https://portal.example.evil.example')
  say(login, trusted[0], {})
  say(login, trusted[0], null)
  for (const other of [
    null,
    7,
    'reeve:login',
    {},
    { ...login, type: 'other' },
    { ...login, access_token: 1 },
  ])
    say(other)
  expect(taken).toEqual([])
  stop()
  say(login)
  expect(taken).toEqual([])
})
