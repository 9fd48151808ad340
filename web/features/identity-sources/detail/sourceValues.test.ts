import { expect, test } from 'vitest'
import type { Source } from '../sources.ts'
import { changeOf, creationOf, isKey, newValues, valuesOf } from './sourceValues.ts'

const source: Source = {
  ...{ id: 'i1', key: 'sso', kind: 'OIDC', name: '统一认证', icon: '/api/icons/a', enabled: true },
  ...{ clientId: 'reeve', issuer: 'https://sso.example.com', createDateTime: '2026-11-01T00:00:00Z' },
  redirectUri: 'https://id.example.com/realms/reeve/broker/sso/endpoint',
  loginUrl: 'https://id.example.com/login/sso',
  settings: {
    ...{ agentId: null, scopes: ['profile', 'phone'], firstSignIn: 'CREATE', trustFactor: true },
    ...{ signIns: 3, identities: 2, failingSince: null, problem: null, problemCode: null },
    tenants: [{ id: 't1', name: '港口' }],
    accountTenant: { id: 't1', name: '港口' },
    ...{ accountRoles: [], accountAuthCodes: ['device_read'] },
  },
}

test('suggests a key that is not taken', () => {
  expect(newValues('FEISHU', []).key).toBe('feishu')
  expect(newValues('OIDC', ['sso', 'sso-2']).key).toBe('sso-3')
  expect(isKey('sso-3')).toBe(true)
  expect(isKey('')).toBe(true)
  for (const wrong of ['a', 'SSO', 'a--b', '-a', 'a_b', 'x'.repeat(33)]) expect(isKey(wrong)).toBe(false)
})

test('sends only credentials that were changed', () => {
  const values = valuesOf(source)
  expect(changeOf(source, values)).toEqual({
    ...{ id: 'i1', name: '统一认证' },
    input: {
      ...{ icon: '/api/icons/a', scopes: ['profile', 'phone'], trustFactor: true, firstSignIn: 'CREATE' },
      ...{ tenantIds: ['t1'], accountTenantId: 't1', accountRoles: [], accountAuthCodes: ['device_read'] },
    },
  })
  expect(changeOf(source, { ...values, clientSecret: ' new ', clientId: 'other' })).toMatchObject({
    ...{ clientId: 'other', clientSecret: 'new' },
  })
})

test('removes the settings of created accounts if no accounts are created', () => {
  const values = { ...valuesOf(source), firstSignIn: 'PHONE' as const, everyone: true, icon: null }
  expect(changeOf(source, values).input).toMatchObject({
    ...{ icon: '', tenantIds: [], accountTenantId: '', accountAuthCodes: [] },
  })
})

test('creates a source with the settings of its kind', () => {
  const values = {
    ...newValues('WECOM', []),
    name: ' 企业微信 ',
    clientId: 'ww1',
    clientSecret: 's',
    agentId: '7',
  }
  expect(creationOf('WECOM', values, false)).toEqual({
    ...{ kind: 'WECOM', enabled: false, name: '企业微信', clientId: 'ww1', clientSecret: 's', issuer: null },
    input: {
      ...{ key: 'wecom', icon: '', agentId: '7', firstSignIn: 'PHONE', tenantIds: [] },
      ...{ accountTenantId: '', accountRoles: [], accountAuthCodes: [] },
    },
  })
})
