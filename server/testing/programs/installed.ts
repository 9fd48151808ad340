import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Whether a program is installed. If it is missing, its Debian package is installed first, provided that the
 * current user is allowed to.
 */
export function isInstalled(program: string, name: string): boolean {
  if (existsSync(program)) return true
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const apt = (...args: string[]) =>
    // Two test files can install packages at the same time.
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    })
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', name)
  return existsSync(program)
}
