import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../open.ts'
import { openInMemory } from '../pglite.ts'
import { unpack } from './unpack.ts'

const folder = mkdtempSync(join(tmpdir(), 'reeve-unpack-'))
afterAll(() => rmSync(folder, { recursive: true }))

const facts = `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
  current_setting('TimeZone') as zone, current_setting('data_checksums') as checksums,
  (select datcollate from pg_database where datname = current_database()) as collation,
  (select count(*)::int from pg_class where relnamespace = 'pg_catalog'::regnamespace) as relations,
  (select count(*)::int from pg_proc) as functions, (select count(*)::int from pg_type) as types`

test('an unpacked database equals one that initdb of this PGlite makes, and only its user can read it', async () => {
  const unpacked = await openDatabase({ dataDir: folder, log: pino({ level: 'silent' }) })
  const { rows } = await unpacked.execute(facts)
  await unpacked.close()
  const made = await openInMemory()
  await made.exec("set timezone = 'UTC'")
  expect(rows).toEqual((await made.query(facts)).rows)
  await made.close()
  const path = join(folder, 'postgres')
  for (const name of readdirSync(path)) expect(statSync(join(path, name)).mode & 0o077).toBe(0)
})

test('a name that leads out of the folder is refused', () => {
  const header = Buffer.alloc(1024)
  header.write('../outside', 0)
  header.write('00000000000', 124)
  header.write('0', 156)
  expect(() => unpack(gzipSync(header), folder)).toThrow('must not contain ../outside')
})
