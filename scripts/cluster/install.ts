import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureFaketime } from '../lib/clock.ts'
import { installPackages } from '../lib/debian.ts'
import { Fault } from '../lib/run.js'

const programs = {
  etcd: { path: '/usr/bin/etcd', package: 'etcd-server' },
  patroni: { path: '/usr/bin/patroni', package: 'patroni' },
  haproxy: { path: '/usr/sbin/haproxy', package: 'haproxy' },
  pgbouncer: { path: '/usr/sbin/pgbouncer', package: 'pgbouncer' },
  prometheus: { path: '/usr/bin/prometheus', package: 'prometheus' },
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

/** Throws a Fault that says what to do. */
export function ensureInstalled(): void {
  ensureFaketime()
  const missing: string[] = Object.values(programs)
    .filter(({ path }) => !existsSync(path))
    .map((program) => program.package)
  if (!postgresBinaries()) missing.push(...more)
  if (!missing.length) return
  installPackages([...new Set([...missing, ...more])])
  const failed = Object.values(programs).filter(({ path }) => !existsSync(path))
  if (failed.length)
    throw new Fault(`apt-get could not install ${failed.map((one) => one.package).join(', ')}.`)
}
