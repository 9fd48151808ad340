// A minimal HTTP server with node:http and a connection pool, configured by PORT and DATABASE_URL. PUT /NAME
// stores the SQL statements of a case. POST /NAME runs these statements and returns their rows as JSON.

import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { required } from '../../contract/required.ts'
import type { Statement } from './wire.ts'

const calls = new Map<string, Statement[]>()
const pool = new pg.Pool({ connectionString: required(process.env.DATABASE_URL, 'DATABASE_URL'), max: 16 })

/** Maps the text of each statement to the name of its prepared statement. */
const names = new Map<string, string>()
function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return name
}

async function run(statements: readonly Statement[]): Promise<unknown[][]> {
  const client = await pool.connect()
  try {
    const results = statements.map(({ text, params }) =>
      params.length ? client.query({ name: nameOf(text), text, values: params }) : client.query(text),
    )
    return (await Promise.all(results)).map((result) => result.rows)
  } finally {
    client.release()
  }
}

// Idle connections stay open, because a busy machine can pause a caller for longer than the default timeout.
const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
  try {
    const url = required(request.url, 'url')
    if (request.method === 'PUT') calls.set(url, (await json(request)) as Statement[])
    const rows = request.method === 'POST' ? await run(required(calls.get(url), url)) : []
    response.setHeader('content-type', 'application/json').end(JSON.stringify(rows))
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
