import { expect, test } from 'vitest'
import { newId } from '../core/id.ts'
import { adminTokens, newPhone, type Tokens } from '../testing/app.ts'
import { codeOf, withTotp } from '../testing/factors/totp.ts'
import { ask, givenPerson, organization, outcome } from '../testing/organizations.ts'
import { useApp } from '../testing/use-app.ts'

// What is grave asks for the second factor again, once in ten minutes; of who has none it asks nothing.

const app = useApp()

const growOld = () =>
  app.db.query
    .updateTable('session')
    .set({ authenticated_at: new Date(Date.now() - 601_000) })
    .execute()

const grave = async (admin: Tokens): Promise<Record<string, string>> => {
  const [owner, member, other] = [await givenPerson(app), await givenPerson(app), await givenPerson(app)]
  const { id } = await organization(app, { owner, members: [member] })
  const pending = await organization(app, { owner: other, status: 'PREPARE' })
  const program = await ask(
    app,
    admin,
    `mutation { createApplication(kind: SERVICE, name: "${newId()}") { application { id } } }`,
  )
  const application = program.application.id
  const password = '"seven quiet rivers"'
  return {
    changeTenantOwner: `(tenantId: "${id}", operatorId: "${member.id}") { id }`,
    deleteTenant: `(id: "${pending.id}")`,
    resetPasswordByAdmin: `(operatorId: "${member.id}", password: ${password})`,
    updateOperator: `(id: "${member.id}", mobilePhone: "${newPhone()}") { id }`,
    saveAuthCodeByOperator: `(operatorId: "${member.id}", codes: ["organization_list"]) { id }`,
    setAdmin: `(operatorId: "${member.id}", admin: true) { id }`,
    createServiceAccount: `(tenantId: "${id}", name: "一", authCodes: ["data_view"]) { secret }`,
    rotateApplicationSecret: `(id: "${application}") { secret }`,
    deleteApplication: `(id: "${application}")`,
    closeOperator: `(operatorId: "${other.id}")`,
  }
}

test('of who has none nothing is asked', async () => {
  const admin = await adminTokens(app)
  const calls = await grave(admin)
  await growOld()
  for (const [name, rest] of Object.entries(calls))
    expect([name, await outcome(app, admin, `mutation { ${name}${rest} }`)]).toEqual([name, 'done'])
})

test('of who has one it is asked, and one proof is good for all', async () => {
  const admin = await adminTokens(app)
  const { secret } = await withTotp(app, admin)
  const calls = await grave(admin)
  await growOld()
  for (const [name, rest] of Object.entries(calls))
    expect([name, await outcome(app, admin, `mutation { ${name}${rest} }`)]).toEqual([name, 'REAUTHENTICATE'])
  const code = await codeOf(app.db, secret)
  await ask(app, admin, `mutation { reauthenticate(factor: TOTP, factorCode: "${code}") }`)
  for (const [name, rest] of Object.entries(calls))
    expect([name, await outcome(app, admin, `mutation { ${name}${rest} }`)]).toEqual([name, 'done'])
})
