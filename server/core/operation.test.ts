import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import type { Database } from '../db/open.ts'
import { loadViewerRow } from '../sessions/store.ts'
import { lockTarget } from '../tenants/relations.ts'
import { givenPerson, type Organization, organization } from '../testing/organizations.ts'
import { useApp } from '../testing/use-app.ts'
import type { Services } from './context.ts'
import { admit } from './operation.ts'
import type { Viewer } from './viewer.ts'

const app = useApp()
const services = {
  reloadViewer: (db: Database['query'], { accountId, sessionId }: Viewer) =>
    loadViewerRow(db, { accountId, sessionId }, 'offered'),
} as unknown as Services

/**
 * Returns a reviewer whose permissions were loaded when the request arrived, and a function that executes the
 * request.
 */
async function reviewing({ id }: Organization) {
  const { id: accountId } = await givenPerson(app, ['certification_audit'])
  const session = await app.db.query
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const viewer = required(
    await loadViewerRow(app.db.query, { accountId, sessionId: session.id }, 'offered'),
    'result of loadViewerRow',
  )
  const turn = () =>
    app.db.transaction((tx) =>
      admit(
        { can: 'TENANT_REVIEW', target: (tx, _input, viewer) => lockTarget(tx, id, viewer) },
        { tx, context: { services }, viewer, input: {} },
      ),
    )
  return { accountId, turn }
}

test('a request is rejected if its caller loses the permission or the session after the request arrives', async () => {
  const tenant = await organization(app, { owner: await givenPerson(app), status: 'PREPARE' })
  const { query } = app.db
  const one = await reviewing(tenant)
  expect((await one.turn()).target.row.id).toBe(tenant.id)
  await query.updateTable('account').set({ auth_codes: [] }).where('id', '=', one.accountId).execute()
  await expect(one.turn()).rejects.toMatchObject({ code: 'NOT_FOUND' })

  const two = await reviewing(tenant)
  await query
    .updateTable('session')
    .set({ ended_at: new Date() })
    .where('account_id', '=', two.accountId)
    .execute()
  await expect(two.turn()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
