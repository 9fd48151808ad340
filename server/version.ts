import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { first } from '../contract/required.ts'
import manifest from '../package.json' with { type: 'json' }

/** The version in package.json: `0.3.0` for a release, `0.3.0-dev` between two releases. */
export const baseVersion: string = first(manifest.version.split('+', 1), 'version')

let version: string | undefined

/**
 * Returns the version of this program. Between two releases it includes a commit (`0.3.0-dev+1a2b3c4d`): the
 * commit that was packed in a package, the current commit in a checkout.
 */
export function programVersion(): string {
  version ??= isComplete(manifest.version) ? manifest.version : withCommit(manifest.version)
  return version
}

/** Whether the version is a release or already contains its commit. */
const isComplete = (text: string) => !text.includes('-') || text.includes('+')

function withCommit(text: string): string {
  const root = fileURLToPath(new URL('..', import.meta.url))
  // If this folder is not a git repository itself, git would describe a surrounding repository.
  if (!existsSync(`${root}/.git`)) return text
  try {
    const args = ['rev-parse', '--short=8', 'HEAD']
    const commit = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe', timeout: 5_000 })
    return `${text}+${commit.trim()}`
  } catch {
    return text
  }
}
