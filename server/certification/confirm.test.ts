import { beforeAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import type { Person } from '../testing/app.ts'
import { auditEvents } from '../testing/audit.ts'
import { ask, givenPerson, organization, outcome, stored } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

// Tests approving an organization and configuring it in the same request.

const app = useApp()
const admin = useAdmin(app)
let certifier: Person
let owner: Person
beforeAll(async () => {
  certifier = await givenPerson(app, ['certification_audit'])
  owner = await givenPerson(app)
})

const confirm = `mutation m($id: ID!, $expireAt: DateTime, $internal: Boolean, $uploadAudit: Boolean) {
  confirmTenant(id: $id, expireAt: $expireAt, internal: $internal, uploadAudit: $uploadAudit) {
    status expireAt internal uploadAudit } }`
const plain = 'mutation m($id: ID!) { confirmTenant(id: $id) { status expireAt internal uploadAudit } }'
const messages = '{ queryMessage { data { title content } } }'
const inOneYear = () => new Date(Date.now() + 365 * 86_400_000).toISOString()

test('an approval that sets expiry date, internal flag and upload review is recorded, and the owner is notified', async () => {
  const { id, name } = await organization(app, { owner, status: 'PREPARE' })
  const expireAt = inOneYear()
  const set = { expireAt, internal: true, uploadAudit: true }
  expect(await ask(app, certifier, confirm, { id, ...set })).toEqual({ status: 'FINISH', ...set })
  const { tenant } = await stored(app, id)
  expect(tenant).toMatchObject({
    expire_at: new Date(expireAt),
    internal: true,
    upload_audit: true,
    modifier_id: certifier.id,
  })
  const events = await auditEvents(app.db, ['actor_id', 'changes'], {
    target_id: id,
    action: 'ConfirmTenant',
  })
  expect(events).toEqual([
    {
      actor_id: certifier.id,
      changes: {
        status: ['PREPARE', 'FINISH'],
        expireAt: [null, expireAt],
        internal: [false, true],
        uploadAudit: [false, true],
      },
    },
  ])
  const [message] = (await ask(app, owner, messages)).data
  expect(message.content).toContain(name)
  expect(message.content).toContain(`有效期至 ${expireAt.slice(0, 10)}`)
})

test('an approval without expiry date, internal flag and upload review leaves these settings unchanged', async () => {
  const untouched = await organization(app, { owner, status: 'PREPARE' })
  expect(await ask(app, certifier, plain, { id: untouched.id })).toEqual({
    status: 'FINISH',
    expireAt: null,
    internal: false,
    uploadAudit: false,
  })
  expect((await ask(app, owner, messages)).data[0].content).not.toContain('有效期')
  const given = await organization(app, { owner, status: 'PREPARE' })
  const expireAt = inOneYear()
  await app.db.query
    .updateTable('tenant')
    .set({ expire_at: new Date(expireAt), internal: true, upload_audit: true })
    .where('id', '=', given.id)
    .execute()
  expect(await ask(app, certifier, confirm, { id: given.id, internal: null, uploadAudit: null })).toEqual({
    status: 'FINISH',
    expireAt,
    internal: true,
    uploadAudit: true,
  })
})

test('refuses to approve with an expiry date in the past, and leaves the request pending', async () => {
  const { id } = await organization(app, { owner, status: 'PREPARE' })
  const { body } = await app.graphql(certifier.access_token, confirm, {
    id,
    expireAt: new Date(Date.now() - 1_000).toISOString(),
    internal: true,
  })
  expect(body.errors[0].extensions).toMatchObject({
    code: 'BAD_INPUT',
    fields: { expireAt: '有效期须晚于现在' },
  })
  expect((await stored(app, id)).tenant).toMatchObject({ status: 'PREPARE', internal: false })
  await app.db.query
    .updateTable('tenant')
    .set({ expire_at: new Date(Date.now() - 1_000) })
    .where('id', '=', id)
    .execute()
  expect(await outcome(app, certifier, plain, { id })).toBe('BAD_INPUT')
  expect((await stored(app, id)).tenant).toMatchObject({ status: 'PREPARE' })
  expect(await ask(app, certifier, confirm, { id, expireAt: null })).toMatchObject({
    status: 'FINISH',
    expireAt: null,
  })
})

test('refuses an approval by an applicant or by a user without certification_audit, and changes nothing', async () => {
  const lister = await givenPerson(app, ['organization_list'])
  const { id } = await organization(app, { owner: certifier, status: 'PREPARE' })
  const set = { id, internal: true, expireAt: inOneYear() }
  // An applicant cannot approve their own organization, even with certification_audit. A viewer with only
  // organization_list cannot approve any organization.
  for (const who of [certifier, lister]) expect(await outcome(app, who, confirm, set)).toBe('FORBIDDEN')
  expect(await outcome(app, owner, confirm, set)).toBe('NOT_FOUND')
  expect((await stored(app, id)).tenant).toMatchObject({
    status: 'PREPARE',
    internal: false,
    expire_at: null,
  })
  expect(await outcome(app, admin, confirm, set)).toBe('done')
})

test('applies one of two concurrent approvals and refuses the other', async () => {
  const { id } = await organization(app, { owner, status: 'PREPARE' })
  const ends = [inOneYear(), new Date(Date.now() + 86_400_000).toISOString()]
  const outcomes = await Promise.all(
    ends.map((expireAt, index) => outcome(app, index ? admin : certifier, confirm, { id, expireAt })),
  )
  expect(outcomes.toSorted()).toEqual(['CONFLICT', 'done'])
  expect(required((await stored(app, id)).tenant, 'tenant').expire_at).toEqual(
    new Date(required(ends[outcomes.indexOf('done')], 'item of ends')),
  )
})
