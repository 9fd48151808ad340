import { totalmem } from 'node:os'
import pg from 'pg'
import { startPostgres } from '../../server/testing/postgres.ts'

/** A PostgreSQL cluster whose databases are retained between runs. */
export interface Cluster {
  /** Process id of the postmaster. */
  pid: number
  urlOf(database: string): string
  query(text: string, params?: unknown[]): Promise<pg.QueryResult>
  stop(): Promise<void>
}

/** Starts PostgreSQL with fsync on a data folder. Creates the folder if it is missing. */
export async function openCluster(folder: string): Promise<Cluster> {
  const gigabytes = Math.max(1, Math.floor(totalmem() / 2 ** 30))
  const postgres = await startPostgres({
    folder,
    durable: true,
    settings: {
      shared_buffers: `${Math.ceil(gigabytes / 4)}GB`,
      effective_cache_size: `${Math.ceil(gigabytes / 2)}GB`,
      // wal_level is minimal, because there are no backups or standbys. Checkpoints are rare, because a
      // checkpoint during a measurement would slow down the calls.
      wal_level: 'minimal',
      max_wal_senders: 0,
      max_wal_size: '8GB',
      checkpoint_timeout: '30min',
      jit: false,
    },
  })
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 })
  // When PostgreSQL stops, it closes idle connections. This is not an error.
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
