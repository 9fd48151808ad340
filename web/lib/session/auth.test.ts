import { describe, expect, test } from 'vitest'
import { account, tenant } from '../../testing/sampleSession.ts'
import { type Auth, deriveSession } from './auth.ts'

const member = (tenantId: string, as?: 'owner' | 'manager'): Auth['authInfo']['tenantInfos'][number] => ({
  tenantId,
  displayName: null,
  roles: [],
  authCodes: [],
  owner: as === 'owner',
  manager: as === 'manager',
})

describe('the session role', () => {
  const tenants = [
    tenant('t1'),
    tenant('t2'),
    tenant('t3'),
    tenant('t4', { status: 'PREPARE' }),
    tenant('t5', { status: 'EXPIRED' }),
  ]
  const authInfo = {
    authCodes: ['certification_audit'],
    tenantInfos: [
      member('t1', 'owner'),
      member('t2', 'manager'),
      member('t3'),
      member('t4', 'owner'),
      member('t5', 'owner'),
    ],
  }

  test.each([
    ['an administrator in the personal organization', 'selfAdmin', true, 'me'],
    ['an administrator in an organization', 'adminPlus', true, 't3'],
    ['a user in the personal organization', 'user', false, 'me'],
    ['an owner', 'organizationAdmin', false, 't1'],
    ['a manager', 'organizationAdmin', false, 't2'],
    ['a member', 'user', false, 't3'],
    ['the owner of an expired organization', 'user', false, 't5'],
  ])('of %s is %s', (_who, role, admin, id) => {
    const session = deriveSession(account({ admin, authInfo, tenants }), { id, name: 'x' }, 'platform')
    expect(session.role).toBe(role)
    expect(session.tenantId).toBe(id)
    // With the role `organizationAdmin`, the session also has a permission code of the same name.
    expect(session.authCodes).toEqual(
      role === 'organizationAdmin' ? ['certification_audit', 'organizationAdmin'] : ['certification_audit'],
    )
  })

  test('of the owner of an organization is privateAdmin in a private deployment', () => {
    expect(deriveSession(account({ authInfo, tenants }), { id: 't1', name: 'x' }, 'private')).toMatchObject({
      role: 'privateAdmin',
      authCodes: ['certification_audit', 'organizationAdmin'],
    })
  })
})

describe('the current organization', () => {
  const tenants = [tenant('t1'), tenant('t4', { status: 'PREPARE' })]

  test.each([
    ['nothing', null, null],
    ['the marker of the personal organization', 't1', 'SELF'],
    ['an organization that the account does not belong to', 't9', '别的组织'],
    ['an organization that is not certified yet', 't4', '组织 t4'],
  ])('is the personal organization if the browser stores %s', (_what, id, name) => {
    expect(deriveSession(account({ tenants }), { id, name }, 'platform').tenantId).toBe('me')
  })

  test('can be the personal organization, or any certified organization of the account', () => {
    const session = deriveSession(account({ tenants }), { id: null, name: null }, 'platform')
    expect(session.tenants.map((each) => [each.id, each.personal])).toEqual([
      ['me', true],
      ['t1', false],
    ])
  })
})
