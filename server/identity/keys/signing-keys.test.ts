import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { nextKeysSign } from '../../testing/identity.ts'
import { ask, givenPerson, outcome } from '../../testing/organizations.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'

const app = useApp()
const admin = useAdmin(app)

const list =
  '{ listSigningKey { id algorithm status createDateTime signDateTime retireDateTime endDateTime } }'
const rotate = (leaked: boolean) => `mutation { rotateSigningKey(leaked: ${leaked}) { id status } }`

test('lists each signing key with its status and the time at which this status ends', async () => {
  const security = await givenPerson(app, ['security_management'])
  const signing = await ask(app, security, list)
  expect(signing).toMatchObject([
    { algorithm: 'ES256', status: 'SIGNS', retireDateTime: null, endDateTime: null },
    { algorithm: 'RS256', status: 'SIGNS', retireDateTime: null, endDateTime: null },
  ])
  const [first] = signing
  const statusOf = async (id: string) =>
    (await ask(app, admin, list)).find((key: { id: string }) => key.id === id)

  const created = await ask(app, security, rotate(false))
  expect(created).toEqual({ id: expect.not.stringMatching(first.id), status: 'NEXT' })
  const next = await statusOf(created.id)
  expect(Date.parse(next.signDateTime) - Date.parse(next.createDateTime)).toBe(300_000)
  expect(await statusOf(first.id)).toMatchObject({ status: 'SIGNS', endDateTime: next.signDateTime })

  // A second rotation replaces the keys that have not signed yet.
  const again = await ask(app, security, rotate(false))
  expect(await statusOf(created.id)).toBeUndefined()
  await nextKeysSign(app.db)
  expect(await statusOf(again.id)).toMatchObject({ status: 'SIGNS', endDateTime: null })
  const published = await statusOf(first.id)
  const after = (key: typeof first) => Date.parse(key.endDateTime) - Date.parse(key.retireDateTime)
  expect([published.status, after(published)]).toEqual(['PUBLISHED', 900_000])

  await app.db.query
    .updateTable('secret_key')
    .set({ retired_at: sql`retired_at - interval '16 minutes'` })
    .where('id', '=', first.id)
    .execute()
  const retained = await statusOf(first.id)
  expect([retained.status, after(retained)]).toEqual(['KEPT', 91 * 86_400_000])
})

test('returns FORBIDDEN if a caller without security_management lists the signing keys', async () => {
  expect(await outcome(app, await givenPerson(app, ['account_management']), list)).toBe('FORBIDDEN')
})

test('replacing leaked signing keys deletes all previous keys and signs the caller out', async () => {
  const security = await givenPerson(app, ['security_management'])
  const { id } = await ask(app, security, rotate(true))
  expect(await outcome(app, security, list)).toBe('UNAUTHENTICATED')
  const rest = await app.db.query
    .selectFrom('secret_key')
    .select('id')
    .where('kind', 'like', 'signing%')
    .execute()
  expect(rest).toHaveLength(2)
  expect(rest).toContainEqual({ id })
})
