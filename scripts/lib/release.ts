import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readMigrations } from '../../server/db/migrate.ts'
import { makeTemplate } from '../../server/testing/database.ts'
import { type PostgresServer, startPostgres } from '../../server/testing/postgres.ts'
import { root } from './run.js'

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })

interface Release extends Disposable {
  tag: string
  /** Where its sources lie, over the packages and the built console of this checkout. */
  folder: string
}

/** The release before this checkout, by its tag, in a temporary folder; undefined where the checkout has no tag. */
export function previousRelease(): Release | undefined {
  let tag: string
  try {
    tag = git('describe', '--tags', '--abbrev=0', '--match', 'v*.*.*', 'HEAD').toString().trim()
  } catch {
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'reeve-release-'))
  git('archive', '--format=tar', '-o', join(folder, 'sources.tar'), tag)
  execFileSync('tar', ['-xf', join(folder, 'sources.tar'), '-C', folder])
  rmSync(join(folder, 'sources.tar'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'dist'))
  symlinkSync(join(root, 'dist', 'web'), join(folder, 'dist', 'web'))
  return { tag, folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

/**
 * A PostgreSQL on which the tests of another release find the tables of this one: a copy of them has the name under which
 * they look for the template of their own.
 */
export async function newestTablesFor(folder: string): Promise<PostgresServer & AsyncDisposable> {
  const server = await startPostgres()
  await makeTemplate(server.url, readMigrations(pathToFileURL(`${folder}/server/db/migrations/`)))
  return { ...server, [Symbol.asyncDispose]: () => server.stop() }
}
