import { describe, expect, it } from 'vitest'
import { first } from '../../contract/required.ts'
import type { RequestInfo } from '../core/request.ts'
import { postJson, startEdge } from '../testing/edge.ts'
import { ipMatcher, preferredLocale } from './request.ts'

/** Returns the caller information that the server derives from these headers, sent from 127.0.0.1. */
async function seen(env: Record<string, string>, headers: Record<string, string>) {
  const infos: RequestInfo[] = []
  await using edge = await startEdge(env, {
    accounts: {
      requestCode: async () => ({ expiresIn: 0, resendAfter: 0 }),
      checkLoginId: async (_input, info) => {
        infos.push(info)
        return { available: true }
      },
      register: async () => ({ id: '' }),
      resetPassword: async () => {},
    },
  })
  const reply = await postJson(`${edge.url}/CheckLoginId`, {}, headers)
  expect(reply.headers['x-request-id']).toBe(infos[0]?.id)
  return first(infos, 'infos')
}

const forged = {
  'X-Forwarded-For': '203.0.113.7',
  'X-Forwarded-Host': 'evil.example.com',
  'X-Forwarded-Proto': 'https',
  Forwarded: 'for=203.0.113.7;host=evil.example.com',
  'X-Request-Id': 'chosen-outside',
}

describe('the IP address of the caller', () => {
  it('is the address of the connection if no trusted proxies are configured, even with forwarding headers', async () => {
    const info = await seen({}, forged)
    expect(info).toMatchObject({ ip: '127.0.0.1', network: '127.0.0.1' })
    expect(info.id).not.toBe('chosen-outside')
  })

  it('is the address of the connection if the forwarding headers do not come from a trusted proxy', async () => {
    expect(await seen({ REEVE_TRUSTED_PROXIES: '10.0.0.0/8' }, forged)).toMatchObject({ ip: '127.0.0.1' })
  })

  it('is the address that a trusted proxy reports', async () => {
    const info = await seen({ REEVE_TRUSTED_PROXIES: '127.0.0.0/8' }, forged)
    expect(info).toMatchObject({ ip: '203.0.113.7', network: '203.0.113.7', id: 'chosen-outside' })
  })

  it('is the last address in X-Forwarded-For that does not belong to a trusted proxy', async () => {
    const headers = { 'X-Forwarded-For': '198.51.100.1, 203.0.113.7, 10.0.0.9' }
    const info = await seen({ REEVE_TRUSTED_PROXIES: '127.0.0.1 10.0.0.0/8' }, headers)
    expect(info.ip).toBe('203.0.113.7')
  })

  it.each([
    ['203.0.113.8:61598', '203.0.113.8'],
    ['203.0.113.9:61598, 10.0.0.6:443', '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9:61598,"10.0.0.6:443"', '203.0.113.9'],
    ['[2001:db8::2]', '2001:db8::2'],
    ['[2001:db8::3]:443', '2001:db8::3'],
    ['[2001:db8::4]:443, [fd00::6]:443', '2001:db8::4'],
    ['"[2001:db8::5]:443"', '2001:db8::5'],
    ['"203.0.113.12"', '203.0.113.12'],
    ['[::ffff:203.0.113.13]:80', '203.0.113.13'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('is read from the X-Forwarded-For header %s as %s', async (header, ip) => {
    const trusted = { REEVE_TRUSTED_PROXIES: '127.0.0.1 10.0.0.0/8 fd00::/8' }
    expect((await seen(trusted, { 'X-Forwarded-For': header })).ip).toBe(ip)
  })

  it('is the address of the proxy if the proxy reports no valid address', async () => {
    const info = await seen({ REEVE_TRUSTED_PROXIES: '127.0.0.1' }, { 'X-Forwarded-For': 'unknown' })
    expect(info.ip).toBe('127.0.0.1')
  })

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7', '203.0.113.7'],
  ])('is read from %s as %s and belongs to the network %s', async (address, ip, network) => {
    const info = await seen({ REEVE_TRUSTED_PROXIES: '127.0.0.1' }, { 'X-Forwarded-For': address })
    expect(info).toMatchObject({ ip, network })
  })
})

it('a request gets a new ID if the proxy sends a malformed request ID', async () => {
  const info = await seen({ REEVE_TRUSTED_PROXIES: '127.0.0.1' }, { 'X-Request-Id': 'a b"c' })
  expect(info.id).toMatch(/^[\da-f-]{36}$/)
})

describe('ipMatcher', () => {
  it('matches IP addresses and ranges, including IPv4-mapped IPv6 addresses', () => {
    const listed = ipMatcher(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32'])
    expect(['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.1', '2001:db8::1'].map(listed)).not.toContain(false)
    expect(['11.0.0.1', '192.0.2.2', '2001:db9::1', 'nonsense', '', undefined].map(listed)).not.toContain(
      true,
    )
  })
})

describe('preferredLocale', () => {
  it.each([
    [undefined, 'zh-CN'],
    ['', 'zh-CN'],
    ['*', 'zh-CN'],
    ['fr-FR', 'zh-CN'],
    ['en', 'en-US'],
    ['en-GB,en;q=0.9', 'en-US'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
    ['fr, en;q=0.7, zh;q=0.6', 'en-US'],
    ['en;q=0.5, zh-TW;q=0.8', 'zh-CN'],
    ['EN-us ; q=1', 'en-US'],
    ['en;q=0', 'zh-CN'],
    ['en;q=x', 'zh-CN'],
  ])('for the Accept-Language header “%s” returns %s', (header, locale) => {
    expect(preferredLocale(header)).toBe(locale)
  })
})
