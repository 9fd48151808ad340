import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../core/id.ts'
import { testDatabase } from '../../testing/database.ts'
import { faultsOf, seal, writeEvents } from '../../testing/record/seals.ts'
import { asSuperuser } from '../../testing/record/superuser.ts'
import { assignPositions } from './assign-positions.ts'
import { readStoredSeals, sealLine } from './stored-seals.ts'

// Manipulates the audit log like an attacker with full access to the database, and checks which faults the
// verification reports.

const folder = mkdtempSync(join(tmpdir(), 'reeve-seals-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Creates a database with three seals, which cover the positions 1 to 4, 5 to 8 and 9 to 12. */
async function sealed() {
  const db = await testDatabase()
  const account = newId()
  await db.query.insertInto('account').values({ id: account, name: '王明' }).execute()
  const events: string[] = []
  for (const _ of [1, 2, 3]) events.push(...(await writeEvents(db, account, 4)))
  const seals = await db.query.selectFrom('audit_seal').selectAll().orderBy('number').execute()
  expect(seals.map(({ first, count }) => [first, count])).toEqual([
    [1, 4],
    [5, 4],
    [9, 4],
  ])
  expect(await faultsOf(db)).toEqual([])
  const file = join(folder, `${account}.jsonl`)
  writeFileSync(file, seals.map((each) => `Nov 23 reeve: ${sealLine(each)}\n`).join(''))
  const at = (position: number) => `'${events[position - 1]}'`
  return { db, account, at, storedSeals: await readStoredSeals(file) }
}
type Scene = Awaited<ReturnType<typeof sealed>>

const stored = 'update audit_place set position ='
const storedSeals = 'personal data of account ACCOUNT in an event'

/** Findings for tampering that only externally stored seals can reveal: none. */
const quiet: string[] = []

test.each<[what: string, does: (scene: Scene) => string[], says: string[]]>([
  [
    'an event is changed',
    ({ at }) => [`update audit_event set action = 'SignOut' where id = ${at(3)}`],
    ['changed an event 3'],
  ],
  [
    'the stored changes and the actor of events are replaced',
    ({ at }) => [
      `update audit_event set changes = '{"try": [null, 8]}' where id = ${at(6)}`,
      `update audit_event set actor_id = gen_random_uuid() where id = ${at(7)}`,
    ],
    ['changed an event 6', 'changed an event 7'],
  ],
  [
    'the time of an event is changed',
    ({ at }) => [
      `update audit_event set date_time = date_time - interval '1 microsecond' where id = ${at(3)}`,
    ],
    [expect.stringMatching(/^changed the time of an event, to 20.* 3$/), expect.stringMatching(/^inserted/)],
  ],
  [
    'an event is removed',
    ({ at }) => [`delete from audit_event where id = ${at(12)}`],
    ['removed an event 12'],
  ],
  [
    'an event is removed with its position',
    ({ at }) => [
      `delete from audit_event where id = ${at(5)}`,
      `delete from audit_place where event_id = ${at(5)}`,
    ],
    ['removed the position of an event 5'],
  ],
  [
    'an event is inserted without the server',
    ({ at }) => [
      `insert into audit_event select tenant_id, gen_random_uuid(), date_time, actor_id, action, target_type, target_id, ip, success, changes from audit_event where id = ${at(5)}`,
    ],
    [expect.stringMatching(/^inserted an event of 20.* that was never sealed$/)],
  ],
  [
    'an event is inserted with the id of another event',
    ({ at }) => [
      `insert into audit_event select gen_random_uuid(), id, date_time, actor_id, 'Forged', target_type, target_id, ip, success, changes from audit_event where id = ${at(5)}`,
    ],
    ['inserted a second event with the same id 5'],
  ],
  [
    'an event is inserted at the position of another event',
    ({ at }) => [
      `insert into audit_event select tenant_id, '00000000-0000-4000-8000-000000000000', date_time, actor_id, action, target_type, target_id, ip, success, changes from audit_event where id = ${at(5)}`,
      `insert into audit_place select 5, date_time + interval '1 second', '00000000-0000-4000-8000-000000000000', personal, hash from audit_place where event_id = ${at(5)}`,
    ],
    expect.arrayContaining(['inserted a second event at the same position 5']),
  ],
  [
    'an event is inserted at an unassigned position',
    ({ at }) => [
      `insert into audit_event select tenant_id, '00000000-0000-4000-8000-000000000000', date_time, actor_id, action, target_type, target_id, ip, success, changes from audit_event where id = ${at(5)}`,
      `insert into audit_place select 1000000, date_time, '00000000-0000-4000-8000-000000000000', personal, hash from audit_place where event_id = ${at(5)}`,
    ],
    ['inserted an event at a position that was never assigned 1000000'],
  ],
  [
    'two events swap their positions',
    ({ at }) => [`${stored} 15 - position where event_id in (${at(7)}, ${at(8)})`],
    [
      'reordered an event that was sealed at position 8 7',
      'reordered an event that was sealed at position 7 8',
    ],
  ],
  [
    'an event and the hash of its position are changed',
    ({ at }) => [
      `update audit_event set success = false where id = ${at(6)}`,
      `update audit_place set hash = sha256('what would fit') where event_id = ${at(6)}`,
    ],
    ['changed an event 6'],
  ],
  [
    'personal data is changed, removed and added',
    ({ at, account }) => [
      `update audit_personal set ip = '203.0.113.1' where event_id = ${at(1)}`,
      `delete from audit_personal where event_id = ${at(2)}`,
      `insert into audit_personal (date_time, event_id, account_id, ip) select date_time, event_id, gen_random_uuid(), ip from audit_personal where event_id = ${at(3)}`,
      `update audit_personal set salt = gen_random_uuid() where event_id = ${at(4)} and account_id = '${account}'`,
    ],
    [
      `changed ${storedSeals} 1`,
      `removed ${storedSeals} 2`,
      `changed ${storedSeals} 3`,
      `changed ${storedSeals} 4`,
    ],
  ],
  [
    'a seal is changed',
    () => [`update audit_seal set sealed_at = sealed_at - interval '1 hour' where number = 2`],
    ['changed seal 2: its hash does not match its content'],
  ],
  [
    'the signature of one seal and the key id of another seal are changed',
    () => [
      "update audit_seal set signature = sha256('')||sha256('') where number = 1",
      "update audit_seal set key_id = 'none' where number = 2",
    ],
    [
      'changed seal 1: its signature cannot be verified with its signing key',
      'changed seal 2: its signing key is missing',
    ],
  ],
  ['a seal is removed', () => ['delete from audit_seal where number = 2'], ['removed seal 2']],
  ['the first seal is removed', () => ['delete from audit_seal where number = 1'], ['removed seal 1']],
  ['the last seal is removed', () => ['delete from audit_seal where number = 3'], ['removed seal 3']],
  [
    'the last seal and every trace of its events are removed, if seals were stored externally',
    ({ at }) => [
      `delete from audit_event where id in (${[9, 10, 11, 12].map(at)})`,
      'delete from audit_place where position > 8',
      'delete from audit_seal where number = 3',
      'update audit_head set position = 8, sealed = 8, seal_number = 2, seal_hash = (select hash from audit_seal where number = 2)',
    ],
    quiet,
  ],
])('verification detects that %s', async (_, does, says) => {
  const scene = await sealed()
  await using db = scene.db
  await asSuperuser(db, ...does(scene))
  const found = (await faultsOf(db)).map((each) => each.replace(/account [\da-f-]{36}/, 'account ACCOUNT'))
  expect(found).toEqual(says)
  const compared = await faultsOf(db, { storedSeals: scene.storedSeals })
  if (says === quiet) expect(compared).toEqual(['removed seal 3, which is stored externally'])
  else expect(compared).toEqual(expect.arrayContaining(await faultsOf(db)))
})

test('verification detects a complete forgery with the signing key only if it compares externally stored seals', async () => {
  const { db, at, storedSeals } = await sealed()
  await using _ = db
  await asSuperuser(
    db,
    `update audit_event set action = 'SignOut' where id = ${at(6)}`,
    'truncate audit_seal, audit_place, audit_pending',
    "update audit_head set position = 0, sealed = 0, seal_number = 0, seal_hash = decode(repeat('00', 32), 'hex')",
    'insert into audit_pending select date_time, id from audit_event',
  )
  await seal(db)
  expect(await faultsOf(db)).toEqual([])
  expect(await faultsOf(db, { storedSeals })).toEqual([
    'changed seal 1: it differs from the externally stored seal',
    'removed seal 2, which is stored externally',
    'removed seal 3, which is stored externally',
  ])
})

test('reports an event that was forged together with its position, because the seal no longer matches', async () => {
  const { db, at } = await sealed()
  await using _ = db
  await asSuperuser(
    db,
    `update audit_event set action = 'SignOut' where id = ${at(6)}`,
    'truncate audit_place, audit_pending',
    'update audit_head set position = 0',
    'insert into audit_pending select date_time, id from audit_event',
  )
  await assignPositions(db, 1_000)
  expect(await faultsOf(db)).toEqual([
    'changed events at positions 5 to 8, together with the hashes of their positions',
  ])
})

test('rejects a file of stored seals that is empty or has a damaged seal', async () => {
  const { db } = await sealed()
  await using _ = db
  const line = sealLine(
    await db.query.selectFrom('audit_seal').selectAll().where('number', '=', 1).executeTakeFirstOrThrow(),
  )
  const file = join(folder, 'bad.jsonl')
  for (const [text, says] of [
    ['nothing\n', 'contains no seal'],
    [`other\n${line.replace('"count":4', '"count":3')}\n`, 'Line 2 of'],
    [line.slice(0, 80), 'Line 1 of'],
  ] as const) {
    writeFileSync(file, text)
    await expect(readStoredSeals(file)).rejects.toThrow(says)
  }
})
