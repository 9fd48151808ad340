import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { Fault, note } from './run.js'

/**
 * Installs Debian packages without starting their services. If this user is not root, throws a Fault that
 * contains the command to run.
 */
export function installPackages(names: readonly string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Fault(`Debian packages are missing. To install them, run: apt-get install ${names.join(' ')}`)
  note(`Installing ${names.join(', ')} …`)
  const policy = '/usr/sbin/policy-rc.d'
  const free = !existsSync(policy)
  if (free) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', ...names],
    ])
      spawnSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
  } finally {
    if (free) rmSync(policy)
  }
}
