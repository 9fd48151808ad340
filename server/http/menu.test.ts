import { describe, expect, it } from 'vitest'
import { type MenuEntry, permittedMenu } from '../../contract/menu.ts'
import type { SessionRole } from '../../contract/permissions.ts'
import { send, startEdge } from '../testing/edge.ts'

const me = '01976f3e-0000-7000-8000-000000000001'
const ours = '01976f3e-0000-7000-8000-000000000002'
const elsewhere = '01976f3e-0000-7000-8000-000000000003'

interface Who {
  admin?: boolean
  authCodes?: string[]
  passwordChangeRequired?: boolean
  factorRequired?: boolean
  /** The user's membership in the organization `ours`. */
  membership?: { owner: boolean; manager: boolean; enters: boolean }
}

let remembered: string[] = []

async function menuOf(who: Who, tenantId?: string, env: Record<string, string> = {}) {
  await using edge = await startEdge(env, {
    menu: {
      loadViewer: async (token) =>
        token === 'live-token'
          ? {
              ...{ accountId: me, admin: false, authCodes: [], ...who },
              passwordChangeRequired: who.passwordChangeRequired ?? false,
              factorRequired: who.factorRequired ?? false,
            }
          : null,
      loadMembershipRole: async (_viewer, id) => (id === ours && who.membership) || null,
      remember: async (_viewer, id) => void remembered.push(id),
    },
  })
  const headers = { Authorization: 'Bearer live-token', ...(tenantId && { 'Tenant-Id': tenantId }) }
  return await send(`${edge.url}/api/user/menu`, { method: 'POST', headers })
}

const menuFor = (
  role: SessionRole,
  { admin = false, authCodes = [], personal = false, membership }: Who & { personal?: boolean } = {},
): MenuEntry[] => {
  const ownerOrManager = personal || membership?.owner || membership?.manager || false
  return JSON.parse(JSON.stringify(permittedMenu({ role, admin, authCodes, personal, ownerOrManager })))
}

const member = { owner: false, manager: false, enters: true }

describe('POST /api/user/menu', () => {
  it.each<[string, Who, string | undefined, SessionRole]>([
    ['a user who requests no organization', {}, undefined, 'user'],
    ['a user in the personal space, requested as SELF', {}, 'SELF', 'user'],
    ['a user in the personal space, requested by account ID', {}, me, 'user'],
    ['a member', { membership: member }, ours, 'user'],
    ['a manager', { membership: { ...member, manager: true } }, ours, 'organizationAdmin'],
    ['an owner', { membership: { ...member, owner: true } }, ours, 'organizationAdmin'],
    ['an administrator who requests no organization', { admin: true }, undefined, 'selfAdmin'],
    ['an administrator in an organization', { admin: true, membership: member }, ours, 'adminPlus'],
    [
      'an administrator who owns the organization',
      { admin: true, membership: { ...member, owner: true } },
      ours,
      'adminPlus',
    ],
    ['a user with a permission code', { authCodes: ['organization_list'] }, undefined, 'user'],
  ])('returns the pages for the role of %s', async (_who, who, tenantId, role) => {
    const reply = await menuOf(who, tenantId)
    expect(reply.status).toBe(200)
    const personal = tenantId !== ours
    expect(JSON.parse(reply.body)).toEqual(menuFor(role, { ...who, personal }))
    expect(reply.body).toContain('/accountInfo/index')
    expect(reply.body.includes('/organizational-management/devices"')).toBe(!personal)
    const { owner, manager } = who.membership ?? member
    expect(reply.body.includes('/organizational-management/webhooks"')).toBe(owner || manager)
  })

  it('returns the administrator pages to the owner of the organization in a private deployment', async () => {
    const env = { REEVE_SINGLE_ORGANIZATION: 'Ours' }
    const reply = await menuOf({ membership: { ...member, owner: true } }, ours, env)
    expect(JSON.parse(reply.body)).toEqual(
      menuFor('privateAdmin', { membership: { ...member, owner: true } }),
    )
  })

  it.each([elsewhere, 'not-an-id', "' or 1=1", '../'])(
    'responds NOT_FOUND for the organization %s',
    async (tenantId) => {
      const reply = await menuOf({ membership: member }, tenantId)
      expect(reply.json()).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    },
  )

  it.each<[string, Who, string | undefined, string[]]>([
    ['an organization of the caller', { membership: member }, ours, [ours]],
    ['the personal space as SELF', {}, 'SELF', [me]],
    ['the personal space by account ID', {}, me, [me]],
    ['no organization', {}, undefined, []],
    ['an organization that the caller can only view', { membership: { ...member, enters: false } }, ours, []],
    ['an organization to which the caller does not belong', {}, elsewhere, []],
    ['the personal space before a required password change', { passwordChangeRequired: true }, 'SELF', []],
  ])(
    'stores the requested organization only if the caller can switch to it: %s',
    async (_what, who, tenantId, expected) => {
      remembered = []
      await menuOf(who, tenantId)
      expect(remembered).toEqual(expected)
    },
  )

  it('responds PASSWORD_CHANGE_REQUIRED if the caller must change the password', async () => {
    expect((await menuOf({ passwordChangeRequired: true })).json()).toMatchObject({
      status: 403,
      code: 'PASSWORD_CHANGE_REQUIRED',
    })
  })

  it('responds FACTOR_REQUIRED if the second factor is missing, unless the password must be changed first', async () => {
    expect((await menuOf({ factorRequired: true })).json()).toMatchObject({
      status: 403,
      code: 'FACTOR_REQUIRED',
    })
    expect((await menuOf({ factorRequired: true, passwordChangeRequired: true })).json()).toMatchObject({
      code: 'PASSWORD_CHANGE_REQUIRED',
    })
  })

  it.each([undefined, 'Bearer dead-token', 'Bearer ', 'Basic bGl2ZS10b2tlbg==', 'live-token'])(
    'rejects the Authorization header “%s”',
    async (authorization) => {
      await using edge = await startEdge()
      const headers: Record<string, string> = authorization ? { Authorization: authorization } : {}
      const reply = await send(`${edge.url}/api/user/menu`, { method: 'POST', headers })
      expect(reply.json()).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
      expect(reply.headers['www-authenticate']).toBe('Bearer')
    },
  )
})
