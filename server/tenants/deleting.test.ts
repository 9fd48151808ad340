import { expect, test } from 'vitest'
import { newDevice } from '../testing/devices.ts'
import { ask, givenPerson, member, organization, outcome, refusal, stored } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

const app = useApp()
const admin = useAdmin(app)

const remove = 'mutation m($id: ID!) { deleteTenant(id: $id) }'
const mayDelete = 'query q($id: ID!) { getTenant(id: $id) { viewerCan { delete } } }'

const messagesTo = (accountId: string) =>
  app.db.query
    .selectFrom('message')
    .select(['template', 'params'])
    .where('account_id', '=', accountId)
    .where('template', '=', 'tenant.deleted')
    .execute()

test('lets an owner who is the only member delete the organization, even after it has expired', async () => {
  for (const status of ['FINISH', 'EXPIRED'] as const) {
    const { id, owner } = await organization(app, { owner: await givenPerson(app), status })
    expect(await ask(app, owner, mayDelete, { id })).toEqual({ viewerCan: { delete: true } })
    expect(await ask(app, owner, remove, { id })).toBe(true)
    expect((await stored(app, id)).tenant).toBeUndefined()
  }
})

test('does not let an owner delete an organization that has devices or other members', async () => {
  const place = await organization(app)
  await newDevice(app, admin, { tenantId: place.id })
  expect(await refusal(app, place.owner, remove, { id: place.id })).toBe('CONFLICT')
  const shared = await organization(app, { owner: await givenPerson(app), members: [await givenPerson(app)] })
  expect(await ask(app, shared.owner, mayDelete, { id: shared.id })).toEqual({ viewerCan: { delete: false } })
  expect(await refusal(app, shared.owner, remove, { id: shared.id })).toBe('FORBIDDEN')
  expect((await stored(app, shared.id)).tenant).toBeDefined()
})

test('notifies every member when an administrator deletes the organization', async () => {
  const place = await organization(app)
  const plain = await member(app, place)
  expect(await outcome(app, admin, remove, { id: place.id })).toBe('done')
  for (const { id } of [place.owner, plain])
    expect(await messagesTo(id)).toEqual([{ template: 'tenant.deleted', params: { tenant: place.name } }])
})
