import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import type { Database } from './open.ts'

// The embedded database and a PostgreSQL server must return the same values.
describe('the database driver', () => {
  let db: Database
  beforeAll(async () => {
    db = await testDatabase()
  })
  afterAll(() => db.close())

  const time = new Date('2026-11-20T13:24:23.123Z')
  const cases: [expression: string, value: unknown][] = [
    ['true', true],
    ['1::int2', 1],
    ['-7::int4', -7],
    ['9007199254740991::int8', 9007199254740991],
    ['9007199254740993::int8', 9007199254740993n],
    ['(select count(*) from generate_series(1, 3))', 3],
    ['(select sum(n) from generate_series(1, 3) n)', 6],
    ['1.50::numeric', '1.50'],
    ['1.5::float4', 1.5],
    ['0.1::float8 + 0.2', 0.30000000000000004],
    ["'2026-11-20'::date", '2026-11-20'],
    ["'13:24:23'::time", '13:24:23'],
    ["'2026-11-20 21:24:23.123+08'::timestamptz", time],
    ["interval '1 day 2 hours'", '1 day 02:00:00'],
    ["'\\x00ff'::bytea", Buffer.from([0, 255])],
    ["''::bytea", Buffer.alloc(0)],
    ['\'{"a": [1, "二", null]}\'::jsonb', { a: [1, '二', null] }],
    ["'[1, 2]'::json", [1, 2]],
    ["'null'::jsonb", null],
    ['\'"text"\'::jsonb', 'text'],
    ["'0192d3a0-0000-7000-8000-000000000000'::uuid", '0192d3a0-0000-7000-8000-000000000000'],
    ["array['a', 'with \"quotes\", and comma', null, '']", ['a', 'with "quotes", and comma', null, '']],
    ["'{}'::text[]", []],
    ['array[1, null, 3]::int4[]', [1, null, 3]],
    ['array[1, 2]::int8[]', [1, 2]],
    ['array[true, false]', [true, false]],
    [
      'array[[1, 2], [3, 4]]',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["array['2026-11-20 13:24:23.123Z']::timestamptz[]", [time]],
    ['array[\'{"a":1}\']::jsonb[]', [{ a: 1 }]],
    ["array['\\x01']::bytea[]", [Buffer.from([1])]],
    ["array['0192d3a0-0000-7000-8000-000000000000']::uuid[]", ['0192d3a0-0000-7000-8000-000000000000']],
    ["'10.0.0.1'::inet", '10.0.0.1'],
    ['null::int4', null],
  ]

  test.each(cases)('converts %s to the expected JavaScript value', async (expression, value) => {
    const { rows } = await db.execute(`select ${expression} as value`)
    expect(rows).toEqual([{ value }])
    // A statement with a parameter is prepared, which uses a different code path of the driver.
    const prepared = await db.execute(`select ${expression} as value where $1`, [true])
    expect(prepared.rows).toEqual([{ value }])
  })

  test('returns the same values that were written', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index))
    const written = {
      id: 'round-trip',
      kind: "a 'quoted' 字 \\ \n text",
      value: JSON.stringify([{ deep: [1] }]),
      created_at: time,
      signs_at: time,
    }
    await db.query.insertInto('secret_key').values(written).execute()
    const row = await db.query
      .selectFrom('secret_key')
      .selectAll()
      .where('id', '=', written.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ ...written, value: [{ deep: [1] }], retired_at: null })

    const { rows } = await sql<{ bytes: Buffer; list: string[]; date: Date }>`
      select ${bytes}::bytea as bytes, ${['a', '{"b"}', 'NULL', '']}::text[] as list, ${time}::timestamptz as date
    `.execute(db.query)
    expect(rows).toEqual([{ bytes, list: ['a', '{"b"}', 'NULL', ''], date: time }])
    expect(Buffer.isBuffer(rows[0]?.bytes)).toBe(true)
  })

  test('returns the number of changed rows', async () => {
    const insert = await db.execute(
      'insert into device_claim select n::text, gen_random_uuid() from generate_series(1, 5) n',
    )
    expect(insert.rowCount).toBe(5)
    const update = await db.query
      .updateTable('device_claim')
      .set({ tenant_id: '00000000-0000-0000-0000-000000000000' })
      .where('id', '>', '2')
      .executeTakeFirst()
    expect(update.numUpdatedRows).toBe(3n)
  })

  test('accepts and returns a text of one million characters', async () => {
    const text = '字'.repeat(1_000_000)
    const { rows } = await db.execute('select $1::text as text', [text])
    expect(rows[0].text === text).toBe(true)
  })

  test('sorts text by bytes if the query uses the collation "C"', async () => {
    const { rows } = await db.execute(
      `select array_agg(v order by v collate "C") as sorted from unnest($1::text[]) v`,
      [['b', 'A', 'ä', 'a', '字']],
    )
    expect(rows[0].sorted).toEqual(['A', 'a', 'b', 'ä', '字'])
  })

  test('returns the rows of all statements of a query', async () => {
    expect(await db.execute('select 1 as n; select 2 as n')).toEqual({
      rows: [{ n: 1 }, { n: 2 }],
      rowCount: 1,
    })
  })
})
