import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contact, givenPerson, newName } from '../../testing/organizations.ts'
import { freePort } from '../../testing/postgres.ts'
import { useApp } from '../../testing/use-app.ts'

// A trigger in the database waits for a lock that the test holds. Each request thus stops at a known point,
// where the test kills the server that executes the request.

const onServer = test.runIf(process.env.REEVE_TEST_DATABASE_URL)
const [port, secondPort] = [String(await freePort()), String(await freePort())]
const app = useApp({ PORT: port, REEVE_PUBLIC_URL: `http://127.0.0.1:${port}` })
const credential = 7201955499
beforeAll(() =>
  app.db.execute(`create function wait_for_test() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${credential}); return new; end $$`),
)
beforeEach(() => app.db.execute('drop trigger if exists held on kept_answer').then(() => {}))
afterAll(() => app.db.execute('drop trigger if exists held on kept_answer').then(() => {}))

const query = `mutation m($name: String!, $contact: ContactInput!) {
  prepareTenant(name: $name, areaIds: ["330106"], contact: $contact) { id } }`
const waiting = "select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()"
const until = (sql: string, rows: number) =>
  expect.poll(async () => (await app.db.execute(sql)).rowCount).toBe(rows)

/**
 * Sends a request to a second server and blocks the request while its result is being stored. With `insert`,
 * the request is blocked before the commit. With `update`, it is blocked after the commit.
 */
async function heldAt(event: 'insert' | 'update', run: (call: Held) => Promise<void>): Promise<void> {
  const person = await givenPerson(app)
  const headers = { 'idempotency-key': randomUUID() }
  const variables = { name: newName(), contact }
  await app.db.execute(
    `create trigger held before ${event} on kept_answer for each row execute function wait_for_test()`,
  )
  const server = await app.another({ PORT: secondPort })
  await app.db.hold(async (connection) => {
    await connection.query(`select pg_advisory_lock(${credential})`)
    const answer = fetch(`${server.url}/api/services/backend/actions/graphql`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        authorization: `Bearer ${person.access_token}`,
      },
      body: JSON.stringify({ query, variables }),
    }).then(
      () => 'answered',
      () => 'cut',
    )
    await until(waiting, 1)
    await run({
      repeat: () => app.graphql(person.access_token, query, variables, headers),
      organizations: async () =>
        (await app.db.execute('select from tenant where not personal and owner_id = $1', [person.id]))
          .rowCount,
      async kill() {
        await server.kill?.()
        expect(await answer).toBe('cut')
      },
      async release() {
        await connection.query(`select pg_advisory_unlock(${credential})`)
        await until(waiting, 0)
      },
    })
  })
}

interface Held {
  repeat(): ReturnType<typeof app.graphql>
  organizations(): Promise<number>
  kill(): Promise<void>
  release(): Promise<void>
}

onServer(
  'a retry is refused while the first attempt runs, and takes effect once if the server is killed before the commit',
  () =>
    heldAt('insert', async ({ repeat, organizations, kill, release }) => {
      const early = await repeat()
      expect([early.status, early.body.errors[0].extensions]).toEqual([
        409,
        { code: 'CONFLICT', retryAfter: 1 },
      ])
      await kill()
      await release()
      // The change is never made twice, whether or not the killed server committed its transaction.
      await expect.poll(async () => (await repeat()).status).toBe(200)
      expect(await organizations()).toBe(1)
    }),
)

onServer(
  'if the server is killed after the commit, a retry gets the stored response and changes nothing',
  () =>
    heldAt('update', async ({ repeat, organizations, kill, release }) => {
      expect(await organizations()).toBe(1)
      await kill()
      await release()
      const { body } = await repeat()
      expect(body.data.prepareTenant.id).toBeTruthy()
      expect((await repeat()).body).toEqual(body)
      expect(await organizations()).toBe(1)
    }),
)
