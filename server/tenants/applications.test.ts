import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminTokens, startApp, type TestApp, type Tokens } from '../testing/app.ts'
import { ask, contact, expectSound, newName, prepare } from '../testing/organizations.ts'

let app: TestApp
let admin: Tokens
beforeAll(async () => {
  app = await startApp()
  admin = await adminTokens(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const byId = (name: string, more = '') => `mutation m($id: ID!${more && ', $reject: String!'}) {
  ${name}(id: $id${more}) ${name === 'deleteTenant' ? '' : '{ id name status reject }'} }`
const confirm = byId('confirmTenant')
const reject = byId('rejectTenant', ', reject: $reject')
const again = byId('rePrepareTenant')
const get = 'query getTenant($id: ID!) { getTenant(id: $id) { id name status reject } }'

test('who applies is told why not, mends it, applies again and is confirmed', async () => {
  const person = await app.person()
  const { id } = await ask(app, person, prepare, { name: newName(), contact })
  expect(await ask(app, person, get, { id })).toMatchObject({ status: 'PREPARE' })
  expect(await ask(app, admin, reject, { id, reject: ' 名称不清楚 ' })).toMatchObject({ status: 'REJECT' })
  expect(await ask(app, person, get, { id })).toMatchObject({ status: 'REJECT', reject: '名称不清楚' })
  expect(await ask(app, person, again, { id })).toMatchObject({ status: 'PREPARE' })
  expect(await ask(app, admin, confirm, { id })).toMatchObject({ status: 'FINISH', reject: null })
  await expectSound(app, id)
})
