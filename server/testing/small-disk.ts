import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk extends Disposable {
  folder: string
  /** Fills the file system until no space is left. */
  fill(): void
  /** Frees the space that `fill` has used. */
  clear(): void
}

/**
 * Mounts a small in-memory file system. Returns undefined if the current user is not allowed to mount a file
 * system.
 */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder)
      execFileSync('fallocate', ['--length', `${bavail * bsize}`, filler])
    },
    clear: () => truncateSync(filler),
    [Symbol.dispose]() {
      execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' })
      rmSync(folder, { recursive: true })
    },
  }
}
