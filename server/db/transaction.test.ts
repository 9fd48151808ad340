import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import type { Database } from './open.ts'

describe('a transaction', () => {
  let db: Database
  beforeAll(async () => {
    db = await testDatabase()
  })
  afterAll(() => db.close())

  const codes = () => db.query.selectFrom('device_claim').select('id').orderBy('id').execute()
  const claim = (id: string) => ({ id, tenant_id: '00000000-0000-0000-0000-000000000000' })

  test('stores its changes when it commits', async () => {
    const result = await db.transaction(async (tx) => {
      await tx.insertInto('device_claim').values(claim('kept')).execute()
      return 'done'
    })
    expect(result).toBe('done')
    expect(await codes()).toEqual([{ id: 'kept' }])
  })

  test('that throws an error leaves no changes', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.insertInto('device_claim').values(claim('dropped')).execute()
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await codes()).toEqual([{ id: 'kept' }])
  })

  test('that ignores the error of a statement is rolled back and throws an error', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.insertInto('device_claim').values(claim('dropped')).execute()
      await tx
        .insertInto('device_claim')
        .values(claim('kept'))
        .execute()
        .catch(() => {})
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await codes()).toEqual([{ id: 'kept' }])
  })

  test('reports the name of a violated constraint', async () => {
    const insert = () =>
      db.query
        .insertInto('device_node')
        .values({ id: claim('node').tenant_id })
        .execute()
    await insert()
    const error = await insert().catch((e) => e)
    expect(error).toMatchObject({ code: '23505', constraint: 'device_node_pkey' })
  })

  test('refuses statements that would run outside the transaction', async () => {
    const outside: (() => Promise<unknown>)[] = [
      () => codes(),
      () => db.execute('select 1'),
      () => db.transaction(async () => {}),
      () => db.ping(),
    ]
    for (const run of outside) {
      const running = db.transaction(async (tx) => {
        await tx.insertInto('device_claim').values(claim('dropped')).execute()
        await run()
      })
      await expect(running).rejects.toThrow('Use only `tx` inside transaction()')
    }
    expect(await codes()).toEqual([{ id: 'kept' }])
  })

  test('does not refuse statements of other callers, or statements that run after the commit', async () => {
    const started = Promise.withResolvers<void>()
    const proceed = Promise.withResolvers<void>()
    const running = db.transaction(async () => {
      started.resolve()
      await proceed.promise
    })
    await started.promise
    const other = codes()
    proceed.resolve()
    await running
    expect(await other).toEqual([{ id: 'kept' }])

    // This work starts inside the transaction but runs its query after the commit, for example to send a
    // message.
    const after = Promise.withResolvers<void>()
    let later: Promise<unknown> | undefined
    await db.transaction(async () => {
      later = after.promise.then(codes)
    })
    after.resolve()
    expect(await later).toEqual([{ id: 'kept' }])
  })

  test('can run at the same time as 49 other transactions', async () => {
    const ids = Array.from({ length: 50 }, (_, index) => `many-${String(index).padStart(2, '0')}`)
    await Promise.all(
      ids.map((id) =>
        db.transaction(async (tx) => {
          await tx.insertInto('device_claim').values(claim(id)).execute()
          await tx
            .updateTable('device_claim')
            .set({ tenant_id: '00000000-0000-0000-0000-000000000001' })
            .where('id', '=', id)
            .execute()
        }),
      ),
    )
    const rows = await db.query
      .selectFrom('device_claim')
      .select('id')
      .where('tenant_id', '=', '00000000-0000-0000-0000-000000000001')
      .orderBy('id')
      .execute()
    expect(rows.map(({ id }) => id)).toEqual(ids)
  })

  test('that was begun in a failed query of several statements does not stay open', async () => {
    await expect(db.execute('begin; select 1 / 0; commit')).rejects.toThrow('division by zero')
    for (let tries = 0; tries < 3; tries++) {
      expect((await db.execute('select 1 as one')).rows).toEqual([{ one: 1 }])
    }
  })
})
