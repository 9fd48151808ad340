import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { pino } from 'pino'
import { createJobs } from '../core/jobs/jobs.ts'
import { migrate } from '../db/migrate.ts'
import { type Database, openDatabase } from '../db/open.ts'
import { preparedName } from '../db/prepared/prepared.ts'

const log = pino({ level: 'silent' })
const cache = fileURLToPath(new URL('../../node_modules/.cache/reeve/', import.meta.url))
const prepared = preparedName()
const packageFile = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
const queueVersion: string = JSON.parse(packageFile).dependencies['pg-boss']

export interface Contents {
  /**
   * Whether to include the tables of the job queues. Creating these tables takes 0.4 s of CPU time, which a
   * server would otherwise need at its first start.
   */
  jobs?: boolean
}

/**
 * Returns the path of a tar file that contains the data folder of a migrated but otherwise empty database.
 * The file is cached until the migrations or PGlite change.
 */
export async function dumpFile({ jobs = false }: Contents = {}): Promise<string> {
  const file = join(cache, `${prepared}${jobs ? `-jobs-${queueVersion}` : ''}.tar`)
  if (!existsSync(file)) await makeDump(file, jobs)
  return file
}

async function makeDump(file: string, jobs: boolean): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reeve-test-'))
  try {
    const db = await openDatabase({ dataDir, log })
    await migrate(db)
    if (jobs) await createQueueTables(db)
    await db.close()
    const pglite = await PGlite.create({
      fs: new NodeFS(join(dataDir, 'postgres')),
      startParams: [...PGlite.defaultStartParams, '-c', 'wal_recycle=off'],
    })
    // Keep the dump small: leave only one empty WAL file in the data folder.
    await pglite.exec('select pg_switch_wal()')
    await pglite.exec('checkpoint')
    const dump = await pglite.dumpDataDir('none')
    await pglite.close()
    mkdirSync(cache, { recursive: true })
    for (const old of readdirSync(cache)) if (!old.includes(prepared)) rmSync(join(cache, old))
    // Several test files may create the dump at the same time. Each of them writes a file of its own, and the
    // last rename wins.
    const unfinished = `${file}.${process.pid}.${randomUUID()}`
    writeFileSync(unfinished, new Uint8Array(await dump.arrayBuffer()))
    renameSync(unfinished, file)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export async function createQueueTables(db: Database): Promise<void> {
  const jobs = createJobs({ db, log })
  await jobs.start()
  await jobs.stop()
}
