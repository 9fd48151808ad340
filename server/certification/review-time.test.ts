import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ask, givenPerson, organization } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

const app = useApp()
const admin = useAdmin(app)

const confirm = 'mutation m($id: ID!) { confirmTenant(id: $id) { id } }'
const reject = 'mutation m($id: ID!) { rejectTenant(id: $id, reject: "no") { id } }'

test('returns the median review time only after ten recently decided requests', async () => {
  const person = await givenPerson(app)
  const usual = () => ask(app, person, '{ getReviewTime }')
  /** Creates a request that was decided `days` ago, `minutes` after its submission. */
  const decided = async (minutes: number, days = 1) => {
    const { id } = await organization(app, { owner: person, status: 'PREPARE' })
    await ask(app, admin, minutes % 2 ? reject : confirm, { id })
    await sql`update tenant_application set
      submitted_at = now() - ${days}::integer * interval '1 day' - ${minutes}::integer * interval '1 minute',
      decided_at = now() - ${days}::integer * interval '1 day' where tenant_id = ${id}`.execute(app.db.query)
    return id
  }
  for (let minutes = 1; minutes <= 9; minutes++) await decided(minutes * 10)
  // Requests do not count if they were decided long ago, are pending or were withdrawn.
  await decided(5, 31)
  await organization(app, { owner: person, status: 'PREPARE' })
  const withdrawn = await decided(7)
  await sql`update tenant_application set status = 'WITHDRAWN' where tenant_id = ${withdrawn}`.execute(
    app.db.query,
  )
  expect(await usual()).toBeNull()
  await decided(2_000)
  expect(await usual()).toBe(55)
})
