import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { last } from '../../../contract/required.ts'
import { emptyFolder } from '../../testing/database.ts'
import { migrate } from '../migrate.ts'
import { readMigrations } from '../migrations.ts'
import { openDatabase } from '../open.ts'
import { backupBefore, migrateWithBackup } from './embedded.ts'
import { restoreFolder } from './restore.ts'

const log = pino({ level: 'silent' })

async function openAt(dataDir: string) {
  const db = await openDatabase({ dataDir, log })
  onTestFinished(() => db.close())
  return db
}

test('backs up an embedded database before a newer version of the server migrates it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-before-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const dataDir = join(folder, 'data')
  renameSync(await emptyFolder(), dataDir)
  const db = await openAt(dataDir)
  const all = readMigrations()
  const newest = last(all, 'all')
  const file = backupBefore(dataDir, newest)
  await migrate(db, all.slice(0, -1))
  await migrateWithBackup(db, dataDir, log)
  expect(existsSync(file)).toBe(true)

  const restored = join(folder, 'restored')
  await restoreFolder(file, restored, { replace: false, onProgress: () => {} })
  const before = await openAt(restored)
  const { rows } = await before.execute('select max(version) as version from migration')
  expect(rows).toEqual([{ version: newest.version - 1 }])
})

test('does not back up a new database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-before-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await migrateWithBackup(await openAt(join(folder, 'data')), join(folder, 'data'), log)
  expect(readdirSync(folder)).toEqual(['data'])
})

/** Creates the data folder that remains if a restore is interrupted while it replaces the database. */
async function interruptedReplacement() {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-replaced-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const dataDir = join(folder, 'data')
  renameSync(await emptyFolder(), dataDir)
  const db = await openDatabase({ dataDir, log })
  await db.execute('create table kept ()')
  await db.close()
  renameSync(join(dataDir, 'postgres'), join(dataDir, 'postgres.replaced'))
  return dataDir
}

test('if a restore was interrupted, the next start opens the database that the restore was about to replace', async () => {
  const db = await openAt(await interruptedReplacement())
  expect((await db.execute('select * from kept')).rows).toEqual([])
})

test('a restore from a damaged file keeps the database that an earlier, interrupted restore was about to replace', async () => {
  const dataDir = await interruptedReplacement()
  const damaged = join(dataDir, 'damaged.backup')
  writeFileSync(damaged, 'not a backup')
  await expect(restoreFolder(damaged, dataDir, { replace: true, onProgress: () => {} })).rejects.toThrow()
  const db = await openAt(dataDir)
  expect((await db.execute('select * from kept')).rows).toEqual([])
})
