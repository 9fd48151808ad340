import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { erasePersonal, withPersonal } from '../core/audit.ts'
import { newId } from '../core/id.ts'
import { migrate } from '../db/migrate.ts'
import { readMigrations } from '../db/migrations.ts'
import { useDatabase } from '../testing/use-database.ts'

const db = useDatabase()

const [person, admin, tenant] = [newId(), newId(), newId()]

/** Inserts an event in the format used before personal data was stored separately. */
const given = async (event: {
  actor: string | null
  type: string
  target: string
  changes: object
  ip?: string
}) => {
  const id = newId()
  await db.query
    .insertInto('audit_event')
    .values({
      tenant_id: tenant,
      id,
      actor_id: event.actor,
      action: 'UpdateOperator',
      target_type: event.type,
      target_id: event.target,
      ip: event.ip ?? null,
      success: true,
      changes: JSON.stringify(event.changes),
    })
    .execute()
  return id
}

const read = async (id: string) => {
  const event = await db.query
    .selectFrom('audit_event')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const [whole] = await withPersonal(db.query, [event])
  const seen = ({ ip, changes }: typeof event) => ({ ip, changes })
  return { stored: seen(event), whole: seen(required(whole, 'whole')) }
}

test('the migration moves personal data of audit events to an erasable table, and readers see the same events', async () => {
  const both = { name: ['旧', '新'], mobilePhone: ['+86 138****0000', null], enabled: [true, false] }
  const moved = await given({ actor: admin, type: 'account', target: person, changes: both, ip: '192.0.2.1' })
  const failed = await given({ actor: null, type: 'account', target: person, changes: {}, ip: '192.0.2.2' })
  const contact = await given({
    actor: person,
    type: 'tenant',
    target: tenant,
    changes: { name: ['组织', '新组织'], contactName: [null, '李明'] },
  })
  const system = { status: ['PRODUCED', 'ACTIVE'], name: ['a', 'b'] }
  const device = await given({ actor: null, type: 'device', target: 'EG1', changes: system, ip: '192.0.2.3' })

  const known = readMigrations()
  const { text } = required(
    known.find(({ name }) => name === 'closing'),
    'item of known',
  )
  const undone = `drop table audit_personal; drop index message_person; alter table message drop column person_id;
    drop index account_closing;
    alter table account drop column closes_at, drop column closed_by, drop column erased_at;`
  await migrate(db, [
    ...known,
    { version: known.length + 1, name: 'again', checksum: '', text: `${undone}${text}` },
  ])

  expect(await read(moved)).toEqual({
    stored: { ip: null, changes: { name: [null, null], mobilePhone: [null, null], enabled: [true, false] } },
    whole: { ip: '192.0.2.1', changes: both },
  })
  expect((await read(failed)).whole.ip).toBe('192.0.2.2')
  expect((await read(contact)).whole.changes).toEqual({
    name: ['组织', '新组织'],
    contactName: [null, '李明'],
  })
  // The data of this event belongs to no account, so it stays in the event.
  expect((await read(device)).stored).toEqual({ ip: '192.0.2.3', changes: system })
  await expect(db.execute("update audit_event set action = 'Forged'")).rejects.toMatchObject({
    code: '42501',
  })

  await db.transaction((tx) => erasePersonal(tx, { id: person }))
  // The IP address is personal data of the administrator, so erasing the other account does not delete it.
  expect((await read(moved)).whole).toEqual({
    ip: '192.0.2.1',
    changes: { name: [null, null], mobilePhone: [null, null], enabled: [true, false] },
  })
  expect((await read(failed)).whole.ip).toBeNull()
  expect((await read(contact)).whole.changes).toEqual({ name: ['组织', '新组织'], contactName: [null, null] })
})
