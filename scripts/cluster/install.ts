import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from '../lib/debian.ts'
import { Fault } from '../lib/run.js'

const programs = {
  etcd: { path: '/usr/bin/etcd', package: 'etcd-server' },
  patroni: { path: '/usr/bin/patroni', package: 'patroni' },
  haproxy: { path: '/usr/sbin/haproxy', package: 'haproxy' },
  pgbouncer: { path: '/usr/sbin/pgbouncer', package: 'pgbouncer' },
  prometheus: { path: '/usr/bin/prometheus', package: 'prometheus' },
  faketime: { path: '/usr/bin/faketime', package: 'faketime' },
} as const
// Debian packages of PostgreSQL and of the Python modules with which Patroni connects to etcd and PostgreSQL.
// The modules are listed because Debian's patroni package only recommends them.
const databasePackages = ['postgresql', 'python3-etcd', 'python3-psycopg2']

export const pathOf = (program: keyof typeof programs): string => programs[program].path

/**
 * Returns the folder with the programs of the newest PostgreSQL from Debian, or undefined if none is
 * installed.
 */
export function postgresBinaries(): string | undefined {
  const folder = '/usr/lib/postgresql'
  const versions = existsSync(folder) ? readdirSync(folder) : []
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0]
  return newest && join(folder, newest, 'bin')
}

/** Installs missing programs. Throws a Fault if they cannot be installed. */
export function ensureInstalled(): void {
  const missing = () => Object.values(programs).filter(({ path }) => !existsSync(path))
  if (!missing().length && postgresBinaries()) return
  installPackages([...missing().map((program) => program.package), ...databasePackages])
  if (missing().length)
    throw new Fault(
      `apt-get could not install ${missing()
        .map((program) => program.package)
        .join(', ')}.`,
    )
}

/**
 * Returns environment variables that move the clock of a process by `by`, for example '+1h'. Timeouts are not
 * affected.
 */
export function movedClock(by: string): Record<string, string> {
  const path = execFileSync(pathOf('faketime'), ['-f', by, 'sh', '-c', 'echo $LD_PRELOAD'], {
    encoding: 'utf8',
  })
  return { LD_PRELOAD: path.trim(), FAKETIME: by, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}
