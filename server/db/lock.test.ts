import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Child, startChild } from '../testing/child.ts'
import { prepareFolder } from './durable-fs.ts'
import { openDatabase } from './open.ts'

const log = pino({ level: 'silent' })
const owner = `
  import { pino } from ${JSON.stringify(import.meta.resolve('pino'))}
  import { openDatabase } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)}
  const db = await openDatabase({ dataDir: process.argv[1], log: pino({ level: 'silent' }) })
  await db.execute('create table if not exists note (text text)')
  await db.execute('insert into note values ($1)', ['kept'])
  console.log('open')
  process.stdin.resume()
`

// Only the embedded database has a folder.
describe.skipIf(process.env.REEVE_TEST_DATABASE_URL)('the folder of an embedded database', () => {
  let dataDir: string
  const children: Child[] = []
  const start = () => {
    const child = startChild(owner, [dataDir])
    children.push(child)
    return child
  }
  const made = mkdtempSync(join(tmpdir(), 'reeve-lock-'))
  beforeAll(async () => {
    await (await openDatabase({ dataDir: made, log })).close()
  })
  afterAll(() => rmSync(made, { recursive: true }))
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'reeve-lock-'))
    cpSync(made, dataDir, { recursive: true })
  })
  afterEach(async () => {
    for (const child of children.splice(0)) {
      child.process.kill('SIGKILL')
      await child.exited
    }
    rmSync(dataDir, { recursive: true })
  })

  test('is refused to a second process, which names the first', async () => {
    const first = start()
    expect(await first.line()).toBe('open')
    await expect(openDatabase({ dataDir, log })).rejects.toThrow(`process ${first.process.pid}`)
    const second = start()
    await expect(second.line()).rejects.toThrow(`process ${first.process.pid}`)
    expect(await second.exited).toBe(1)
  })

  test('is refused to a second database in the same process, until the first is closed', async () => {
    const first = await openDatabase({ dataDir, log })
    await expect(openDatabase({ dataDir, log })).rejects.toThrow(`process ${process.pid}`)
    await first.close()
    const second = await openDatabase({ dataDir, log })
    await second.close()
  })

  test('is taken over from a killed process, with all that it had written', async () => {
    const first = start()
    await first.line()
    first.process.kill('SIGKILL')
    await first.exited
    const db = await openDatabase({ dataDir, log })
    expect((await db.execute('select text from note')).rows).toEqual([{ text: 'kept' }])
    await db.close()
  })

  test('is not held by whoever now has the number of a process that was killed', async () => {
    writeFileSync(join(dataDir, 'lock.owner'), `process ${process.pid}`)
    const db = await openDatabase({ dataDir, log })
    await db.close()
  })

  test('goes to one of several that start at once', async () => {
    const starting = [start(), start(), start()]
    const results = await Promise.all(starting.map((child) => child.line().catch(() => 'refused')))
    expect(results.sort()).toEqual(['open', 'refused', 'refused'])
  })

  test('is made anew where the first start was killed half-way', async () => {
    rmSync(join(dataDir, 'postgres'), { recursive: true })
    prepareFolder(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18')
    const db = await openDatabase({ dataDir, log })
    expect((await db.execute('select 1 as one')).rows).toEqual([{ one: 1 }])
    await db.close()
  })
})
