import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ask, givenPerson, outcome } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

const app = useApp()
const admin = useAdmin(app)

const list = '{ listSigningKey { id status createDateTime retireDateTime endDateTime } }'
const rotate = (leaked: boolean) => `mutation { rotateSigningKey(leaked: ${leaked}) { id status } }`

test('lists the signing key first, and previous keys with the end of their status', async () => {
  const security = await givenPerson(app, ['security_management'])
  const [first] = await ask(app, security, list)
  expect(first).toMatchObject({ status: 'SIGNS', retireDateTime: null, endDateTime: null })

  const made = await ask(app, security, rotate(false))
  expect(made).toEqual({ id: expect.not.stringMatching(first.id), status: 'SIGNS' })
  const [now, before] = await ask(app, admin, list)
  expect(now).toMatchObject(made)
  expect(before).toMatchObject({ id: first.id, status: 'PUBLISHED' })
  const after = (key: typeof before) => Date.parse(key.endDateTime) - Date.parse(key.retireDateTime)
  expect(after(before)).toBe(900_000)

  await app.db.query
    .updateTable('secret_key')
    .set({ retired_at: sql`retired_at - interval '16 minutes'` })
    .where('id', '=', first.id)
    .execute()
  const [, retained] = await ask(app, admin, list)
  expect(retained).toMatchObject({ id: first.id, status: 'KEPT' })
  expect(after(retained)).toBe(91 * 86_400_000)
})

test('hides the keys from everyone else', async () => {
  expect(await outcome(app, await givenPerson(app, ['account_management']), list)).toBe('FORBIDDEN')
})

test('deletes all previous keys after a leak and signs the caller out', async () => {
  const security = await givenPerson(app, ['security_management'])
  const { id } = await ask(app, security, rotate(true))
  expect(await outcome(app, security, list)).toBe('UNAUTHENTICATED')
  const rest = await app.db.query
    .selectFrom('secret_key')
    .select('id')
    .where('kind', '=', 'signing')
    .execute()
  expect(rest).toEqual([{ id }])
})
