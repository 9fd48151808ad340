import { expect } from 'vitest'
import { newId } from '../core/id.ts'
import { type Answer, adminTokens, type Person, type TestApp, type Tokens } from './app.ts'

export const contact = { name: '李明', mobilePhone: '13800138000', email: 'li@example.com' }

type Caller = Pick<Tokens, 'access_token'>

/** The value of a call's one field; fails where the call was refused. */
export async function ask(
  app: TestApp,
  who: Caller,
  document: string,
  variables?: Record<string, unknown>,
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of it is what it is about
): Promise<any> {
  const { body } = await app.graphql(who.access_token, document, variables)
  expect(body.errors, document).toBeUndefined()
  return Object.values(body.data)[0]
}

/** The code of a refusal; fails where the call was not refused. */
export async function refusal(
  app: TestApp,
  who: Caller,
  document: string,
  variables?: Record<string, unknown>,
): Promise<string> {
  const answer: Answer = await app.graphql(who.access_token, document, variables)
  expect(answer.body.errors, document).toBeDefined()
  return answer.body.errors[0].extensions.code
}

export const prepare = `mutation prepareTenant($name: String!, $areaIds: [ID!]! = [], $contact: ContactInput!) {
  prepareTenant(name: $name, areaIds: $areaIds, contact: $contact) { id name status } }`

let names = 0
export const newName = (): string => `组织 ${process.pid} ${names++} ${newId().slice(-6)}`

export interface Organization {
  id: string
  name: string
  owner: Person
}

/** An organization that was applied for and confirmed. */
export async function organization(app: TestApp, owner?: Person): Promise<Organization> {
  const applicant = owner ?? (await app.person())
  const { id, name } = await ask(app, applicant, prepare, { name: newName(), contact })
  await ask(app, await adminTokens(app), 'mutation m($id: ID!) { confirmTenant(id: $id) { id } }', { id })
  return { id, name, owner: applicant }
}

/** A new account that its owner has added. */
export async function member(
  app: TestApp,
  { id, owner }: Organization,
  { manager = false, person }: { manager?: boolean; person?: Person } = {},
): Promise<Person> {
  const added = person ?? (await app.person())
  const variables = { id, operator: added.id }
  const call = (name: string) =>
    ask(
      app,
      owner,
      `mutation m($id: ID!, $operator: ID!) { ${name}(tenantId: $id, operatorId: $operator) { id } }`,
      variables,
    )
  await call('addTenantOperator')
  if (manager) await call('addTenantManager')
  return added
}

/** Rows and counters of one organization as the database has them. */
export async function stored(app: TestApp, id: string) {
  const tenant = await app.db.query.selectFrom('tenant').selectAll().where('id', '=', id).executeTakeFirst()
  const seats = await app.db.query
    .selectFrom('tenant_operator')
    .selectAll()
    .where('tenant_id', '=', id)
    .execute()
  return { tenant, seats }
}

/** One owner with a seat, no manager too much, counters that equal the rows. */
export async function expectSound(app: TestApp, id: string): Promise<void> {
  const { tenant, seats } = await stored(app, id)
  expect(tenant).toMatchObject({
    operator_count: seats.length,
    manager_count: seats.filter(({ manager }) => manager).length,
  })
  expect(seats.filter((seat) => seat.operator_id === tenant!.owner_id)).toMatchObject([{ manager: false }])
}
