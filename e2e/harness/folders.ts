import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { migratedFolder } from '../../server/testing/database.ts'
import { startServer } from './server.ts'

/**
 * Returns a new data folder with a migrated database. With `demo`, the database contains the data set of `npm
 * run demo`.
 */
export async function newFolder(
  templates: string,
  { demo }: { demo?: boolean | undefined },
): Promise<string> {
  if (!demo) return migratedFolder({ jobs: true })
  const folder = mkdtempSync(join(tmpdir(), 'reeve-e2e-'))
  cpSync(await demoFolder(templates), folder, { recursive: true })
  return folder
}

/**
 * Returns the demo data folder that all test files of a run copy. The first test file that needs the folder
 * creates it. Test files in other workers wait until the folder is complete.
 */
async function demoFolder(templates: string): Promise<string> {
  const folder = join(templates, 'demo')
  const lock = join(templates, 'demo-lock')
  while (!existsSync(folder)) {
    if (mkdirSync(lock, { recursive: true }))
      await makeDemo(folder).finally(() => rmSync(lock, { recursive: true }))
    else await setTimeout(100)
  }
  return folder
}

async function makeDemo(folder: string): Promise<void> {
  if (existsSync(folder)) return
  const dataDir = await migratedFolder({ jobs: true })
  const server = await startServer({}, { demo: true, dataDir })
  await server.stop()
  renameSync(dataDir, folder)
}
