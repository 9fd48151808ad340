import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import type { Database } from './open.ts'

describe('listen', () => {
  let db: Database
  beforeAll(async () => {
    db = await testDatabase()
  })
  afterAll(() => db.close())

  test('delivers a notification after the sending transaction commits, until the listener stops', async () => {
    const heard: string[] = []
    const other: string[] = []
    const stop = await db.listen('Orders & more', (payload) => heard.push(payload))
    const stopOther = await db.listen('Orders & more', (payload) => other.push(payload))
    const send = (payload: string) =>
      ({ sql: "select pg_notify('Orders & more', $1)", parameters: [payload] }) as never
    await db.transaction(async (tx) => {
      await tx.executeQuery(send('first'))
    })
    await db
      .transaction(async (tx) => {
        await tx.executeQuery(send('rolled back'))
        throw new Error('no')
      })
      .catch(() => {})
    await db.execute("select pg_notify('Orders & more', '二')")
    await db.execute("select pg_notify('another', 'x')")
    await expect.poll(() => heard).toEqual(['first', '二'])
    await stop()
    await db.execute("select pg_notify('Orders & more', 'last')")
    await expect.poll(() => other).toEqual(['first', '二', 'last'])
    expect(heard).toEqual(['first', '二'])
    await stopOther()
  })

  test('listens again after a lost connection, and reports that notifications may have been missed', async () => {
    const heard: string[] = []
    let gaps = 0
    const stop = await db.listen(
      'gap',
      (payload) => heard.push(payload),
      () => gaps++,
    )
    if (db.kind === 'postgres') {
      await db.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()",
      )
      await expect.poll(() => gaps, { timeout: 10_000 }).toBe(1)
    }
    await db.execute("select pg_notify('gap', 'back')")
    await expect.poll(() => heard).toEqual(['back'])
    await stop()
  })
})
