import { expect } from 'vitest'
import { first, required } from '../../contract/required.ts'
import type { TenantStatus } from '../../contract/states.ts'
import { hashPassword } from '../accounts/passwords/hash.ts'
import { insertAccount } from '../accounts/store.ts'
import { resolveAreas } from '../areas/store.ts'
import { submitCertification } from '../certification/store.ts'
import { newId } from '../core/id.ts'
import { addMember, setManagers } from '../tenants/members.ts'
import { insertPersonalTenants, insertTenant } from '../tenants/store.ts'
import { newPhone, type Person, type TestApp, type Tokens } from './app.ts'

export const contact = { name: '李明', mobilePhone: '13800138000', email: 'li@example.com' }

type Caller = Pick<Tokens, 'access_token'>

/**
 * Sends a GraphQL request with a single field and returns the value of the field. Fails if the request is
 * refused.
 */
export async function ask(
  app: Pick<TestApp, 'graphql'>,
  who: Caller,
  document: string,
  variables?: Record<string, unknown>,
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of it is what it is about
): Promise<any> {
  const { body } = await app.graphql(who.access_token, document, variables)
  expect(body.errors, document).toBeUndefined()
  return Object.values(body.data)[0]
}

/** Sends a GraphQL request and returns the error code, or `done` if the request succeeds. */
export async function outcome(
  app: Pick<TestApp, 'graphql'>,
  who: Caller,
  document: string,
  variables?: Record<string, unknown>,
): Promise<string> {
  const { body } = await app.graphql(who.access_token, document, variables)
  return body.errors?.[0].extensions?.code ?? (body.errors ? body.errors[0].message : 'done')
}

/** Sends a GraphQL request and returns the error code. Fails if the request succeeds. */
export async function refusal(...call: Parameters<typeof outcome>): Promise<string> {
  const code = await outcome(...call)
  expect(code).not.toBe('done')
  return code
}

const password = 'correct horse battery'
let hashed: Promise<string> | undefined
let names = 0
const unique = () => `${process.pid}-${names++}-${newId().slice(-6)}`

/** Creates signed-in accounts. Creating even many accounts is fast, because no codes or messages are sent. */
export async function people(app: TestApp, size: number, authCodes: string[] = []): Promise<Person[]> {
  hashed ??= hashPassword(password)
  const passwordHash = await hashed
  return Promise.all(
    Array.from({ length: size }, async () => {
      const [id, phone, username] = [newId(), newPhone(), `u${unique()}`]
      await app.db.transaction(async (tx) => {
        await insertAccount(tx, {
          id,
          name: `用户${phone.slice(-4)}`,
          username,
          mobilePhone: phone,
          passwordHash,
        })
        await insertPersonalTenants(tx, [{ id, name: username }])
      })
      if (authCodes.length)
        await app.db.query
          .updateTable('account')
          .set({ auth_codes: authCodes })
          .where('id', '=', id)
          .execute()
      const { status, body } = await app.token({ grant_type: 'password', username, password })
      if (status !== 200) throw new Error(`The sign-in failed: ${status} ${JSON.stringify(body)}`)
      return { ...body, id, phone, password }
    }),
  )
}

/** Creates one signed-in account. */
export const givenPerson = async (app: TestApp, authCodes: string[] = []): Promise<Person> =>
  first(await people(app, 1, authCodes), 'people')

export const newName = (): string => `组织 ${unique()}`

export interface Organization<Owner = Person> {
  id: string
  name: string
  owner: Owner
}

interface OrganizationInput<Owner> {
  owner: Owner
  managers?: { id: string }[]
  members?: { id: string }[]
  status?: TenantStatus
  name?: string
}

/**
 * Creates an organization with the given status. By default, the organization is certified (FINISH), and its
 * owner is a new account.
 */
export async function organization<Owner extends { id: string } = Person>(
  app: TestApp,
  given?: OrganizationInput<Owner>,
): Promise<Organization<Owner>> {
  const { managers = [], members = [], status = 'FINISH', name = newName() } = given ?? {}
  const owner = given?.owner ?? ((await givenPerson(app)) as unknown as Owner)
  const tenantId = newId()
  await app.db.transaction(async (tx) => {
    await insertTenant(tx, {
      id: tenantId,
      name,
      status: status === 'EXPIRED' ? 'FINISH' : status,
      owner_id: owner.id,
      creator_id: owner.id,
      contact_name: contact.name,
      contact_mobile_phone: `+86${contact.mobilePhone}`,
      contact_email: contact.email,
      areas: await resolveAreas(tx, ['330106']),
      ...(status === 'EXPIRED' && { expire_at: new Date(Date.now() - 1_000) }),
      ...(status === 'REJECT' && { reject: '名称不清楚' }),
    })
    for (const { id: accountId } of [owner, ...managers, ...members])
      await addMember(tx, { tenantId, accountId })
    if (status === 'PREPARE') await submitCertification(tx, tenantId)
    await setManagers(
      tx,
      tenantId,
      managers.map(({ id }) => id),
      true,
    )
  })
  return { id: tenantId, name, owner }
}

/**
 * Adds an account to the organization, with the same mutations that the owner would use. Creates the account
 * unless `person` is given.
 */
export async function member(
  app: TestApp,
  { id, owner }: Organization,
  { manager = false, person }: { manager?: boolean; person?: Person } = {},
): Promise<Person> {
  const added = person ?? (await givenPerson(app))
  for (const field of ['addTenantOperator', ...(manager ? ['addTenantManager'] : [])])
    await ask(
      app,
      owner,
      `mutation m($id: ID!, $who: ID!) { ${field}(tenantId: $id, operatorId: $who) { id } }`,
      {
        id,
        who: added.id,
      },
    )
  return added
}

/** Returns the stored rows of an organization. */
export async function stored(app: TestApp, id: string) {
  const { query } = app.db
  const tenant = await query.selectFrom('tenant').selectAll().where('id', '=', id).executeTakeFirst()
  const members = await query
    .selectFrom('member')
    .selectAll()
    .where('tenant_id', '=', id)
    .orderBy('account_id')
    .execute()
  const codes = await query
    .selectFrom('tenant_join_code')
    .selectAll()
    .where('tenant_id', '=', id)
    .orderBy('id')
    .execute()
  return { tenant, members, codes }
}

/**
 * Asserts that the organization has exactly one owner, who is a member but not a manager, and that its
 * counters match its rows.
 */
export async function expectSound(app: TestApp, id: string): Promise<void> {
  const { tenant, members } = await stored(app, id)
  expect(tenant).toMatchObject({
    member_count: members.length,
    manager_count: members.filter(({ manager }) => manager).length,
  })
  expect(members.filter((member) => member.account_id === required(tenant, 'tenant').owner_id)).toMatchObject(
    [{ manager: false }],
  )
}
