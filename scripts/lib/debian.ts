import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { Fault, note } from './run.js'

/** Installs from Debian, without starting any of it as a service. Throws a Fault that says what to do where this user may not. */
export function installPackages(names: readonly string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Fault(`Debian packages are missing. Run apt-get install ${names.join(' ')}`)
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
