import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fault, note } from '../lib/run.js'

const programs = {
  etcd: { path: '/usr/bin/etcd', package: 'etcd-server' },
  patroni: { path: '/usr/bin/patroni', package: 'patroni' },
  haproxy: { path: '/usr/sbin/haproxy', package: 'haproxy' },
  pgbouncer: { path: '/usr/sbin/pgbouncer', package: 'pgbouncer' },
  prometheus: { path: '/usr/bin/prometheus', package: 'prometheus' },
  faketime: { path: '/usr/bin/faketime', package: 'faketime' },
} as const
// Patroni speaks to both by modules that Debian only recommends.
const more = ['postgresql', 'python3-etcd', 'python3-psycopg2']

export type Program = keyof typeof programs
export const pathOf = (program: Program): string => programs[program].path

/** The newest PostgreSQL's programs of Debian; undefined where there is none. */
export function postgresBinaries(): string | undefined {
  const folder = '/usr/lib/postgresql'
  const versions = existsSync(folder) ? readdirSync(folder) : []
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0]
  return newest && join(folder, newest, 'bin')
}

/** Installs from Debian what is missing, without starting any of it as a service. Throws a Fault that says what to do. */
export function ensureInstalled(): void {
  const missing = Object.values(programs)
    .filter(({ path }) => !existsSync(path))
    .map((program): string => program.package)
  if (!postgresBinaries()) missing.push(...more)
  if (!missing.length) return
  const command = `apt-get install ${[...new Set([...missing, ...more])].join(' ')}`
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Fault(`The cluster needs programs of Debian that are not here: ${command}`)
  note(`Installing ${missing.join(', ')} …`)
  const policy = '/usr/sbin/policy-rc.d'
  const free = !existsSync(policy)
  if (free) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    for (const args of [['update', '-qq'], `${command} -y -qq --no-install-recommends`.split(' ').slice(1)])
      spawnSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
  } finally {
    if (free) rmSync(policy)
  }
  if (
    missing.some((name) =>
      Object.values(programs).some((one) => one.package === name && !existsSync(one.path)),
    )
  )
    throw new Fault(`apt-get could not install them: ${command}`)
}
