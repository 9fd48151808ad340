// The least that answers a call over HTTP: node:http, a pool, the statements of the call, their rows as JSON.
// PORT, DATABASE_URL. PUT /NAME tells the statements of a call, POST /NAME runs them.

import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { required } from '../../contract/required.ts'
import type { Statement } from './wire.ts'

const calls = new Map<string, Statement[]>()
const pool = new pg.Pool({ connectionString: required(process.env.DATABASE_URL, 'DATABASE_URL'), max: 16 })

/** Each text is prepared once on a connection. */
const names = new Map<string, string>()
function nameOf(text: string): string {
  if (!names.has(text)) names.set(text, `s${names.size}`)
  return required(names.get(text), 'item of names')
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

// A kept connection is not closed while a busy machine lets it wait.
const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
  try {
    if (request.method === 'PUT')
      calls.set(required(request.url, 'url'), (await json(request)) as Statement[])
    const rows =
      request.method === 'POST'
        ? await run(required(calls.get(required(request.url, 'url')), 'item of calls'))
        : []
    response.setHeader('content-type', 'application/json').end(JSON.stringify(rows))
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
