import { statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { Gauge, type Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { lastBackup } from '../db/backup/last.ts'
import type { Database } from '../db/open.ts'

interface Dependencies {
  config: Pick<Config, 'databaseUrl' | 'dataDir'>
  db: Pick<Database, 'execute'>
  registry: Registry
}

/** Adds metrics of memory, disk space and the time of the last backup. */
export function observeResources({ config, db, registry }: Dependencies): void {
  const gauge = (name: string, help: string, read: () => Promise<number | undefined>) =>
    new Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        const value = await read().catch(() => undefined)
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  gauge(
    'reeve_memory_limit_bytes',
    'Memory available to this process: the limit of its cgroup, or the memory of the machine',
    memoryLimit,
  )
  gauge(
    'reeve_backup_last_seconds',
    'Unix time of the last backup: by reeve backup (embedded database, 0 if none), or the last archived WAL (PostgreSQL)',
    () => (config.databaseUrl === undefined ? lastBackup(config.dataDir) : lastArchived(db)),
  )
  if (config.databaseUrl !== undefined) return
  gauge('reeve_disk_free_bytes', 'Free disk space of the embedded database', async () => {
    const { bavail, bsize } = await statfs(config.dataDir)
    return bavail * bsize
  })
  gauge('reeve_disk_size_bytes', 'Size of the file system of the embedded database', async () => {
    const { blocks, bsize } = await statfs(config.dataDir)
    return blocks * bsize
  })
}

/**
 * Returns the cgroup limit of this process, or the memory of the machine if there is no limit. Without a
 * limit, process.constrainedMemory() returns 0 or a value above the machine's memory.
 */
async function memoryLimit(): Promise<number> {
  const constrained = process.constrainedMemory()
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
}

/**
 * Returns when PostgreSQL last archived a WAL file, or undefined if it never did. Dumps made by other
 * programs are not detected.
 */
async function lastArchived(db: Pick<Database, 'execute'>): Promise<number | undefined> {
  const { rows } = await db.execute(
    'select extract(epoch from last_archived_time)::float8 as at from pg_stat_archiver',
  )
  return rows[0]?.at ?? undefined
}
