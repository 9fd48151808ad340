import { expect, test } from 'vitest'
import { applicationKinds } from '../states.ts'
import { configurationsOf } from './configurations.ts'

const registration = {
  ...{ origin: 'https://reeve.example', realm: 'reeve', clientId: '0199-client', usesKey: false },
  ...{ redirectUris: ['https://portal.example/callback'], scopes: ['openid', 'profile'] },
} as const

test.each(applicationKinds)('sample configurations for %s contain the issuer and the client id', (kind) => {
  for (const { name, text } of configurationsOf({ ...registration, kind })) {
    expect(text, name).toContain('https://reeve.example')
    expect(text, name).toContain('0199-client')
    expect(text, name).not.toContain('undefined/')
  }
})

test('sample configurations exist for eleven libraries and programs', () => {
  const names = applicationKinds.flatMap((kind) =>
    configurationsOf({ ...registration, kind }).map(({ name }) => name),
  )
  expect([...new Set(names)].sort()).toEqual([
    ...['Apache mod_auth_openidc', 'Auth.js', 'Authlib', 'Grafana', 'Spring Security', 'curl', 'go-oidc'],
    ...['keycloak-js', 'oauth2-proxy', 'oidc-client-ts', 'openid-client'],
  ])
})

test('a sample configuration uses a private key instead of the secret if the application has a key', () => {
  const [first] = configurationsOf({ ...registration, kind: 'SERVER', usesKey: true })
  expect(first?.text).toContain('PrivateKeyJwt(key)')
  expect(first?.text).not.toContain('REEVE_SECRET')
})
