import pg from 'pg'

/** Statements on a connection of their own. */
export async function withClient<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  })
  client.on('error', () => {}) // whoever waits for a statement is told
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

export const makeDatabase = (url: string, password: string): Promise<unknown> =>
  withClient(url, async (client) => {
    await client.query(`create role reeve login password ${pg.escapeLiteral(password)}`)
    await client.query('create database reeve owner reeve')
  })
