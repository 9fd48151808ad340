import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { recordAudit } from '../core/audit.ts'
import { newId } from '../core/id.ts'
import { migrate } from '../db/migrate.ts'
import { readMigrations } from '../db/migrations.ts'
import { insertTenant, updateTenant } from '../tenants/store.ts'
import { useDatabase } from '../testing/use-database.ts'

const db = useDatabase()

const [applicant, reviewer] = [newId(), newId()]

/** Inserts an organization in the format used before the table of certifications existed. */
async function given(
  name: string,
  status: string,
  actions: string[],
  more: { owner?: string; reject?: string } = {},
) {
  const id = newId()
  await db.transaction(async (tx) => {
    await insertTenant(tx, {
      id,
      name,
      status: 'PREPARE',
      owner_id: applicant,
      creator_id: applicant,
      contact_name: '李明',
      contact_mobile_phone: '+8613800138000',
      reference: 'HT-1',
    })
    for (const action of actions)
      await recordAudit(tx, {
        tenantId: id,
        actorId: action.includes('repare') ? applicant : reviewer,
        action,
        targetType: 'tenant',
        targetId: id,
        ip: null,
        success: true,
      })
    const { owner: owner_id = applicant, reject = null } = more
    await updateTenant(tx, id, { status, owner_id, reject, modifier_id: applicant })
  })
  return id
}

test('the migration adds existing organization requests to the review queue, with the reviewer from the audit log', async () => {
  await given('waiting', 'PREPARE', ['PrepareTenant'])
  await given('rejected', 'REJECT', ['PrepareTenant', 'RejectTenant'], { reject: '名称不清楚' })
  await given('handed over', 'FINISH', ['PrepareTenant', 'ConfirmTenant'], { owner: newId() })
  await given('created', 'FINISH', ['CreateTenant'])
  await given('without an event', 'REJECT', [])

  const known = readMigrations()
  const { text } = required(
    known.find(({ name }) => name === 'applications'),
    'item of known',
  )
  const again = {
    version: known.length + 1,
    name: 'again',
    checksum: '',
    // Recreate a function that an index of this migration needs and that a later migration has dropped.
    text: `drop table tenant_application;
      create function search_form(value text) returns text language sql immutable as 'select value';${text}`,
  }
  await migrate(db, [...known, again])

  const rows = await db.query.selectFrom('tenant_application').selectAll().orderBy('name').execute()
  const handedIn = { number: 1, applicant_id: applicant, contact_name: '李明', reference: 'HT-1' }
  expect(rows).toMatchObject([
    {
      ...handedIn,
      name: 'handed over',
      status: 'FINISH',
      decider_id: reviewer,
      decided_at: expect.any(Date),
    },
    { ...handedIn, name: 'rejected', status: 'REJECT', decider_id: reviewer, reject: '名称不清楚' },
    { ...handedIn, name: 'waiting', status: 'PREPARE', decider_id: null, decided_at: null, reject: null },
    {
      ...handedIn,
      name: 'without an event',
      status: 'REJECT',
      decider_id: null,
      decided_at: expect.any(Date),
    },
  ])
})
