import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readMigrations } from '../../server/db/migrations.ts'
import { makeTemplate } from '../../server/testing/database.ts'
import { type PostgresServer, startPostgres } from '../../server/testing/postgres.ts'
import { root } from './run.js'

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })

const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))

/**
 * Whether the repository contains the commit. Source archives contain no commits, and shallow clones contain
 * only the newest one.
 */
function hasCommit(commit: string): boolean {
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
    return true
  } catch {
    return false
  }
}

interface Release extends Disposable {
  version: string
  /**
   * Folder with the sources of the release. Its packages and its built console are those of this checkout.
   */
  folder: string
}

/**
 * Extracts the release that precedes the current version in releases.json to a temporary folder. Returns
 * undefined if the commit of the release is missing.
 */
export function previousRelease(): Release | undefined {
  const releases: { version: string; commit: string }[] = read('releases.json')
  const { version: current } = read('package.json')
  const release = releases.findLast(({ version }) => version !== current)
  if (!release || !hasCommit(release.commit)) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'reeve-release-'))
  git('archive', '--format=tar', '-o', join(folder, 'sources.tar'), release.commit)
  execFileSync('tar', ['-xf', join(folder, 'sources.tar'), '-C', folder])
  rmSync(join(folder, 'sources.tar'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'dist'))
  symlinkSync(join(root, 'dist', 'web'), join(folder, 'dist', 'web'))
  return { version: release.version, folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

/**
 * Starts a PostgreSQL for the tests of another release. The template database has the name that these tests
 * expect, but contains the tables of this checkout.
 */
export async function newestTablesFor(folder: string): Promise<PostgresServer & AsyncDisposable> {
  const server = await startPostgres()
  await makeTemplate(server.url, readMigrations(pathToFileURL(`${folder}/server/db/migrations/`)))
  return { ...server, [Symbol.asyncDispose]: () => server.stop() }
}
