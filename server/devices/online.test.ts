import { beforeAll, expect, test } from 'vitest'
import type { Tokens } from '../testing/app.ts'
import { ask, givenPerson, type Organization, organization, refusal } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'
import { sweepDevices } from './sweep.ts'

const app = useApp()
const admin = useAdmin(app)
let owned: Organization
beforeAll(async () => {
  owned = await organization(app)
})

const hour = 3_600_000
const now = Date.now()
const instants = [now - 50 * hour, now - 26 * hour, now - 2 * hour, now + 2 * hour].map((at) =>
  new Date(at).toISOString(),
)
const peaks =
  'query ($tenantId: ID, $instants: [DateTime!]!) { queryDeviceOnline(tenantId: $tenantId, instants: $instants) { fromDateTime toDateTime peak } }'
const seen = async (who: Tokens, tenantId: string | null) =>
  (await ask(app, who, peaks, { tenantId, instants })).map((each: { peak: number | null }) => each.peak)

test('reports the peak number of online devices for each interval, per organization and in total', async () => {
  const come = (tenantId: string, number: number) =>
    app.db.execute(
      `insert into device_presence (tenant_id, id, online)
       select $1, gen_random_uuid()::text, true from generate_series(1, $2::integer)`,
      [tenantId, number],
    )
  const go = (tenantId: string, number: number) =>
    app.db.execute(
      `update device_presence set online = false where (tenant_id, id) in (
         select tenant_id, id from device_presence where tenant_id = $1 and online limit $2)`,
      [tenantId, number],
    )
  const other = await organization(app)
  await come(owned.id, 5)
  await come(other.id, 2)
  await sweepDevices(app.db)
  // Moves the recorded counts back by a day.
  await app.db.query
    .updateTable('device_online')
    .set({ hour: new Date(Math.floor(now / hour - 25) * hour) })
    .execute()
  await go(owned.id, 4)
  await sweepDevices(app.db)
  await come(owned.id, 2)
  await sweepDevices(app.db)
  await go(owned.id, 1)
  await sweepDevices(app.db)

  // The peak of the first day is null, because no counts are stored for that day.
  expect(await seen(admin, null)).toEqual([null, 7, 5])
  expect(await seen(admin, owned.id)).toEqual([null, 5, 3])
  expect(await seen(owned.owner, owned.id)).toEqual([null, 5, 3])
  const quiet = await organization(app)
  expect(await seen(quiet.owner, quiet.id)).toEqual([null, 0, 0])
  expect((await ask(app, admin, peaks, { instants }))[0]).toEqual({
    fromDateTime: instants[0],
    toDateTime: instants[1],
    peak: null,
  })
})

test('hides the number of online devices from strangers, and the total from organization owners', async () => {
  const stranger = await givenPerson(app)
  const accountManager = await givenPerson(app, ['account_management'])
  expect(await refusal(app, stranger, peaks, { instants })).toBe('FORBIDDEN')
  expect(await refusal(app, stranger, peaks, { tenantId: owned.id, instants })).toBe('FORBIDDEN')
  expect(await refusal(app, owned.owner, peaks, { instants })).toBe('FORBIDDEN')
  expect(await seen(accountManager, null)).toHaveLength(3)
  expect(await refusal(app, admin, peaks, { instants: instants.toReversed() })).toBe('BAD_INPUT')
})
