import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether a program is there, Debian's package of it installed where this user may. */
export function isInstalled(program: string, name: string): boolean {
  if (existsSync(program)) return true
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    })
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', name)
  return existsSync(program)
}
