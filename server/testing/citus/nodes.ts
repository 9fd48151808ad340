import pg from 'pg'
import { required } from '../../../contract/required.ts'

/**
 * Calls `run` with a connection to each server that needs the test database. The connections use the
 * administrator's credentials in the URL. On Citus, these servers are the coordinator and its workers.
 */
export async function onEveryNode(
  server: string,
  run: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  for (const url of await nodesOf(server)) await asAdministrator(url, run)
}

export async function asAdministrator<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

/**
 * Sets up Citus in a new database on the coordinator and its workers. The workers are added to the database
 * unless `wanted` is false. Does nothing if the database in the URL has no workers.
 */
export async function joinNodes(server: string, name: string, wanted = true): Promise<void> {
  const [coordinator, ...workers] = await nodesOf(server)
  if (!workers.length) return
  for (const url of [required(coordinator, 'coordinator'), ...workers])
    await asAdministrator(at(url, name), (client) => client.query('create extension if not exists citus'))
  await asAdministrator(at(required(coordinator, 'coordinator'), name), async (client) => {
    const address = (url: string) => [new URL(url).hostname, Number(new URL(url).port || 5432)]
    await client.query(
      'select citus_set_coordinator_host($1, $2)',
      address(required(coordinator, 'coordinator')),
    )
    for (const url of wanted ? workers : []) await client.query('select citus_add_node($1, $2)', address(url))
  })
}

const known = new Map<string, Promise<string[]>>()

function nodesOf(server: string): Promise<string[]> {
  const found = known.get(server) ?? asAdministrator(server, readNodes(server))
  known.set(server, found)
  return found
}

const readNodes = (server: string) => async (client: pg.Client) => {
  const { rowCount } = await client.query("select from pg_extension where extname = 'citus'")
  if (!rowCount) return [server]
  const { rows } = await client.query('select node_name, node_port from citus_get_active_worker_nodes()')
  return [server, ...rows.map(({ node_name, node_port }) => at(server, undefined, node_name, node_port))]
}

function at(server: string, database?: string, host?: string, port?: number): string {
  const url = new URL(server)
  if (database) url.pathname = `/${database}`
  if (host) url.hostname = host
  if (port) url.port = String(port)
  return url.href
}
