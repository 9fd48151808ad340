import { rmSync } from 'node:fs'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { readMigrations } from '../../db/migrations.ts'
import { type Database, openDatabase } from '../../db/open.ts'
import { listDevices } from '../../devices/list/list.ts'
import { emptyDatabase, emptyFolder } from '../../testing/database.ts'
import { signCursors } from '../cursor.ts'
import { newId, noTenant } from '../id.ts'
import { fillPinyin } from '../search/pinyin.ts'
import { collisionsSince } from './collisions.ts'

const server = process.env.REEVE_TEST_DATABASE_URL
const log = pino({ level: 'silent' })

/** Opens a database without tables. */
async function openEmpty(): Promise<Database> {
  if (server) {
    const { url, drop } = await emptyDatabase(server)
    onTestFinished(drop)
    return openDatabase({ url, dataDir: '', log })
  }
  const dataDir = await emptyFolder()
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return openDatabase({ dataDir, log })
}

test('migration 57 accepts and reports existing names that collide, and makes names with any middle dot searchable', async () => {
  await using db = await openEmpty()
  signCursors(db.query, async () => 'key')
  const known = readMigrations()
  await migrate(
    db,
    known.slice(
      0,
      known.findIndex(({ name }) => name === 'names'),
    ),
  )
  const [one, two, person] = [newId(), newId(), newId()]
  const insertDevice = async (id: string, contact: string | null) => {
    await db.execute('insert into device_claim (tenant_id, id) values ($1, $2)', [noTenant, id])
    await db.execute('insert into device_presence (tenant_id, id) values ($1, $2)', [noTenant, id])
    await db.execute(
      `insert into device (tenant_id, id, name, contact_name, status) values ($1, $2, '泵', $3, 'ACTIVE')`,
      [noTenant, id, contact],
    )
  }
  for (const [id, name] of [
    [one, '城东 水务'],
    [two, '城东  水\u200b务'],
  ]) {
    await db.execute(`insert into tenant (id, name, status, owner_id) values ($1, $2, 'FINISH', $3)`, [
      id,
      name,
      person,
    ])
    await db.execute('insert into tenant_claim (tenant_id, name) values ($1, $2)', [id, name])
  }
  await db.execute(`insert into account (id, name, pinyin) values ($1, '古丽·江', $2)`, [
    person,
    'guli·jiang\ngl·j',
  ])
  await insertDevice('SN-1', '买买提·江')
  await insertDevice('sn-1', null)

  const ran = await migrate(db, known)
  expect(ran.map(({ name }) => name)).toContain('names')
  expect(await collisionsSince(db, ran)).toEqual([
    '2 organizations are called "城东  水\\u{200b}务", also written "城东 水务"',
    '2 devices have the ID "SN-1", also written "sn-1"',
  ])
  // The statements of the previous release still work after the migration.
  await insertDevice('SN-2', '买买提•江')
  for (const q of ['买买提江', '买买提・江']) {
    const { data } = await listDevices(db.query, { q, first: 0, pageSize: 10 })
    expect(data.map(({ id }) => id).sort(), q).toEqual(['SN-1', 'SN-2'])
  }
  await fillPinyin(db)
  const { rows } = await db.execute('select pinyin from account where id = $1', [person])
  expect(rows).toEqual([{ pinyin: 'gulijiang\nglj\n古丽江' }])
})
