import { expect } from 'vitest'
import { adminPassword, callAs } from './index.ts'
import type { Server } from './server.ts'

export interface TestAccount {
  /** Phone number in E.164 format. */
  username: string
  password: string
}

export const admin: TestAccount = { username: 'admin', password: adminPassword }

const password = 'three-grey-herons'
let phones = 0

/** Returns functions that act through the API as other users during a test. */
export function actors(server: () => Server) {
  const post = (path: string, body: unknown, headers = {}) =>
    fetch(server().url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  async function register(nickName: string): Promise<TestAccount> {
    phones += 1
    const mobilePhone = `+8613600${String(phones).padStart(6, '0')}`
    await post('/RegisterCode', { mobilePhone, purpose: 'register' })
    const mobilePhoneCode = await server().newestCode(mobilePhone)
    const answer = await post('/Register', { mobilePhone, mobilePhoneCode, password, nickName })
    expect(answer.status).toBe(201)
    return { username: mobilePhone, password }
  }

  const call = (who: TestAccount, query: string, variables = {}) => callAs(server(), who, query, variables)

  const apply = async (who: TestAccount, name: string): Promise<string> =>
    (
      await call(
        who,
        `mutation($name: String!, $phone: String!) {
          prepareTenant(name: $name, areaIds: ["330106"], contact: { name: "王", mobilePhone: $phone }) { id }
        }`,
        { name, phone: who.username },
      )
    ).prepareTenant.id

  const confirm = (id: string) => call(admin, 'mutation($id: ID!) { confirmTenant(id: $id) { id } }', { id })

  const invite = async (who: TestAccount, tenantId: string): Promise<string> =>
    (
      await call(
        who,
        'mutation($id: ID!) { createTenantJoinCode(tenantId: $id, expireAtByMinute: 60) { code } }',
        { id: tenantId },
      )
    ).createTenantJoinCode.code

  /** Grants permission codes of the platform to an account. */
  async function grant(who: TestAccount, codes: string[]) {
    const { auth } = await call(who, '{ auth { id } }')
    await call(
      admin,
      'mutation($id: ID!, $codes: [String!]!) { saveAuthCodeByOperator(operatorId: $id, codes: $codes) { id } }',
      { id: auth.id, codes },
    )
  }

  return {
    register,
    grant,
    call,
    apply,
    confirm,
    invite,
    reject: (id: string, reason: string) =>
      call(admin, 'mutation($id: ID!, $why: String!) { rejectTenant(id: $id, reject: $why) { id } }', {
        id,
        why: reason,
      }),
    /** Returns the id of the organization with this name. */
    tenantOf: async (name: string): Promise<string> =>
      (await call(admin, 'query($q: String) { queryTenant(q: $q) { data { id } } }', { q: name })).queryTenant
        .data[0].id,
    /** Creates a certified organization. Returns its id and an invitation code. */
    async organization(owner: TestAccount, name: string) {
      const id = await apply(owner, name)
      await confirm(id)
      return { id, code: await invite(owner, id) }
    },
  }
}
