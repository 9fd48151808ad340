import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { first } from '../../contract/required.ts'
import type { Tokens } from '../testing/app.ts'
import { ask, givenPerson, organization } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

// Tests `Auth.lastTenantId`, the organization of the account's last session.
const app = useApp()
const admin = useAdmin(app)

type Caller = Pick<Tokens, 'access_token'>

const enter = async ({ access_token }: Caller, tenantId?: string): Promise<number> =>
  (
    await fetch(`${app.url}/api/user/menu`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, ...(tenantId && { 'tenant-id': tenantId }) },
    })
  ).status
const last = async (who: Caller): Promise<string | null> =>
  (await ask(app, who, '{ auth { lastTenantId } }')).lastTenantId
const member = async () => {
  const person = await givenPerson(app)
  return { person, tenant: await organization(app, { owner: person }) }
}

test('lastTenantId is the organization that the user opened last, or null before the user opens one', async () => {
  const { person, tenant } = await member()
  expect(await last(person)).toBeNull()
  expect(await enter(person)).toBe(200)
  expect(await last(person)).toBeNull()
  expect(await enter(person, tenant.id)).toBe(200)
  expect(await last(person)).toBe(tenant.id)
  expect(await enter(person, 'SELF')).toBe(200)
  expect(await last(person)).toBe(person.id)
})

test('opening the same organization again does not write lastTenantId to the database', async () => {
  const { person, tenant } = await member()
  const version = async () =>
    first(
      (
        await sql<{ xmin: string }>`select xmin::text from account where id = ${person.id}`.execute(
          app.db.query,
        )
      ).rows,
      'rows',
    ).xmin
  await enter(person, tenant.id)
  const written = await version()
  await enter(person, tenant.id.toUpperCase())
  await ask(app, person, '{ auth { lastTenantId } }')
  expect(await version()).toBe(written)
})

test('lastTenantId can be an expired organization', async () => {
  const { person, tenant } = await member()
  await enter(person, tenant.id)
  await app.db.query
    .updateTable('tenant')
    .set({ expire_at: sql`now() - interval '1 second'` })
    .where('id', '=', tenant.id)
    .execute()
  expect(await last(person)).toBe(tenant.id)
  await enter(person, 'SELF')
  await enter(person, tenant.id)
  expect(await last(person)).toBe(tenant.id)
})

test('lastTenantId is null after the user has been removed from that organization', async () => {
  const { person: owner, tenant } = await member()
  const person = await givenPerson(app)
  const call = (field: string) =>
    ask(app, owner, `mutation { ${field}(tenantId: "${tenant.id}", operatorId: "${person.id}") { id } }`)
  await call('addTenantOperator')
  await enter(person, tenant.id)
  expect(await last(person)).toBe(tenant.id)
  await call('removeTenantOperator')
  expect(await last(person)).toBeNull()
  expect(await enter(person, tenant.id)).toBe(404)
  expect(await last(person)).toBeNull()
})

test('lastTenantId is null after the organization was deleted', async () => {
  const { person, tenant } = await member()
  await enter(person, tenant.id)
  await ask(app, admin, `mutation { deleteTenant(id: "${tenant.id}") }`)
  expect(await last(person)).toBeNull()
})

test('opening an organization without being a member sets lastTenantId for administrators, but not for other users', async () => {
  const { person: owner, tenant } = await member()
  const own = await organization(app, { owner })
  expect(await enter(admin, tenant.id)).toBe(200)
  expect(await last(admin)).toBe(tenant.id)

  const stranger = await givenPerson(app)
  await enter(stranger, 'SELF')
  expect(await enter(stranger, tenant.id)).toBe(404)
  expect(await last(stranger)).toBe(stranger.id)

  // The account can read all organizations but is not a member of any.
  const reader = await givenPerson(app, ['organization_list'])
  await enter(reader, 'SELF')
  expect(await enter(reader, own.id)).toBe(200)
  expect(await last(reader)).toBe(reader.id)
})

test('if two sessions switch organizations at the same time, lastTenantId is one of the two organizations', async () => {
  const { person, tenant } = await member()
  const other = await organization(app, { owner: person })
  const places = Array.from({ length: 20 }, (_, index) => (index % 2 ? tenant.id : other.id))
  expect(await Promise.all(places.map((place) => enter(person, place)))).toEqual(places.map(() => 200))
  expect([tenant.id, other.id]).toContain(await last(person))
})
