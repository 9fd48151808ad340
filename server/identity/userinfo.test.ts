import { expect, test } from 'vitest'
import { newId } from '../core/id.ts'
import { insertPersonalTenants } from '../tenants/store.ts'
import { setUpAccount, useIdentity } from '../testing/identity.ts'
import type { TokenResponse } from './tokens.ts'

const server = useIdentity()

async function userinfo({ username, password }: { username: string; password: string }) {
  const { access_token: token } = (await (
    await server.token({ grant_type: 'password', username, password })
  ).json()) as TokenResponse
  const answer = await server.post('userinfo', {}, { authorization: `Bearer ${token}` })
  return (await answer.json()) as Record<string, unknown>
}

async function givenTenant(name: string, tenant: { ownerId: string; status?: string; expireAt?: Date }) {
  const id = newId()
  const { ownerId: owner_id, status = 'FINISH', expireAt: expire_at } = tenant
  await server.db.query.insertInto('tenant').values({ id, name, status, owner_id, expire_at }).execute()
  return id
}

test('userinfo returns the user’s organizations and permissions, but no permissions in an expired organization', async () => {
  const [account, other] = [await setUpAccount(server.db), await setUpAccount(server.db)]
  await server.db.transaction((tx) => insertPersonalTenants(tx, [{ id: account.id, name: '张三' }]))
  await server.db.query
    .updateTable('account')
    .set({ auth_codes: ['certification_audit'], email: 'zhang@example.com', email_verified: false })
    .where('id', '=', account.id)
    .execute()
  const finish = await givenTenant('甲', { ownerId: account.id })
  const expired = await givenTenant('乙', { ownerId: other.id, expireAt: new Date(Date.now() - 1_000) })
  const foreign = await givenTenant('丙', { ownerId: other.id })
  for (const tenant_id of [finish, expired]) {
    const held = { manager: true, display_name: '三', roles: ['EDITOR'], auth_codes: ['data_view'] }
    await server.db.query
      .insertInto('member')
      .values({ tenant_id, account_id: account.id, ...held })
      .execute()
  }
  await server.db.query.insertInto('member').values({ tenant_id: foreign, account_id: other.id }).execute()

  const seen = await userinfo(account)
  expect(seen).toMatchObject({
    sub: account.id,
    name: '张三',
    preferred_username: account.username,
    phone_number: account.mobilePhone,
    phone_number_verified: true,
    email: 'zhang@example.com',
    email_verified: false,
    admin: false,
    auth_codes: ['certification_audit'],
  })
  const common = { personal: false, display_name: '三', upload_audit: false }
  const [personal, ...organizations] = seen.tenants as { id: string }[]
  expect(personal).toMatchObject({
    id: account.id,
    personal: true,
    owner: true,
    status: 'FINISH',
    auth_codes: [],
  })
  expect(organizations.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
    {
      ...common,
      id: finish,
      name: '甲',
      status: 'FINISH',
      owner: true,
      manager: true,
      roles: ['VIEWER', 'OPERATOR', 'DEVELOPER', 'MANAGER'],
      auth_codes: ['data_view', 'data_upload', 'data_download', 'data_label', 'data_audit', 'data_delete'],
    },
    {
      ...common,
      id: expired,
      name: '乙',
      status: 'EXPIRED',
      owner: false,
      manager: false,
      roles: [],
      auth_codes: [],
    },
  ])
})
