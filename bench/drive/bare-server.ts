// The least that answers a call over HTTP: node:http, a pool, the statements of the call, their rows as JSON.
// PORT, DATABASE_URL; CALLS: a file with the statements of each call by its name, which POST /NAME asks for.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import pg from 'pg'
import type { Statement } from './wire.ts'

const read = () =>
  new Map(Object.entries(JSON.parse(readFileSync(process.env.CALLS!, 'utf8')) as Record<string, Statement[]>))
let calls = new Map<string, Statement[]>()
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: 16 })

/** Each text is prepared once on a connection. */
const names = new Map<string, string>()
function nameOf(text: string): string {
  if (!names.has(text)) names.set(text, `s${names.size}`)
  return names.get(text)!
}

const server = createServer(async (request, response) => {
  const name = decodeURIComponent(request.url!.slice(1))
  // The file gets more while this runs.
  if (name && !calls.has(name)) calls = read()
  const client = await pool.connect()
  try {
    const results = (calls.get(name) ?? []).map(({ text, params }) =>
      params.length ? client.query({ name: nameOf(text), text, values: params }) : client.query(text),
    )
    const rows = (await Promise.all(results)).map((result) => result.rows)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(rows))
  } catch (error) {
    response.writeHead(500).end(String(error))
  } finally {
    client.release()
  }
})
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
