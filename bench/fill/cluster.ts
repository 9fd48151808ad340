import { totalmem } from 'node:os'
import pg from 'pg'
import { startPostgres } from '../../server/testing/postgres.ts'

/** A PostgreSQL whose databases are kept between runs. */
export interface Cluster {
  /** The process that all others of it are children of. */
  pid: number
  urlOf(database: string): string
  query(text: string, params?: unknown[]): Promise<pg.QueryResult>
  stop(): Promise<void>
}

/** Starts it on the folder, which is made where it is missing. Durable, as the product asks of a PostgreSQL. */
export async function openCluster(folder: string): Promise<Cluster> {
  const gigabytes = Math.max(1, Math.floor(totalmem() / 2 ** 30))
  const postgres = await startPostgres({
    folder,
    durable: true,
    settings: {
      shared_buffers: `${Math.ceil(gigabytes / 4)}GB`,
      effective_cache_size: `${Math.ceil(gigabytes / 2)}GB`,
      // No backups are taken of it, and a checkpoint in the midst of a figure would be one of the disk.
      wal_level: 'minimal',
      max_wal_senders: 0,
      max_wal_size: '8GB',
      checkpoint_timeout: '30min',
      jit: false,
    },
  })
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 })
  // An idle connection that the stopping server ends is not an error of the bench.
  pool.on('error', () => undefined)
  return {
    pid: postgres.pid(),
    urlOf(database) {
      const url = new URL(postgres.url)
      url.pathname = `/${database}`
      return url.href
    },
    query: (text, params) => pool.query(text, params),
    async stop() {
      await pool.end()
      await postgres.stop()
    },
  }
}
