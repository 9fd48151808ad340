import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { first } from '../contract/required.ts'
import manifest from '../package.json' with { type: 'json' }

/** The version in package.json, such as `0.3.0` for a release or `0.3.0-dev` between two releases. */
export const baseVersion: string = first(manifest.version.split('+', 1), 'version')

let version: string | undefined

/**
 * Returns the version of this program. Between two releases it includes a commit, for example
 * `0.3.0-dev+1a2b3c4d`. In a package, this is the commit from which the package was built. In a checkout, it
 * is the current commit.
 */
export function programVersion(): string {
  version ??= isComplete(manifest.version) ? manifest.version : withCommit(manifest.version)
  return version
}

/**
 * Whether the version is complete without a commit, because it belongs to a release or already contains a
 * commit.
 */
const isComplete = (text: string) => !text.includes('-') || text.includes('+')

function withCommit(text: string): string {
  const root = fileURLToPath(new URL('..', import.meta.url))
  // Without this check, git would return the commit of a surrounding repository if this folder is not a git
  // repository itself.
  if (!existsSync(`${root}/.git`)) return text
  try {
    const args = ['rev-parse', '--short=8', 'HEAD']
    const commit = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe', timeout: 5_000 })
    return `${text}+${commit.trim()}`
  } catch {
    return text
  }
}
