import pg from 'pg'

/** Runs `run` with a new database connection, which is closed afterwards. */
export async function withClient<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  })
  client.on('error', () => {}) // The pending statement also fails with this error.
  try {
    await client.connect()
    return await run(client)
  } finally {
    await client.end().catch(() => {})
  }
}

export const takesStatements = (url: string): Promise<boolean> =>
  withClient(url, (client) => client.query('select 1')).then(
    () => true,
    () => false,
  )
