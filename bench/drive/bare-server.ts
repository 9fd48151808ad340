// The least that answers a call over HTTP: node:http, a pool, the statements of the call, their rows as JSON.
// PORT, DATABASE_URL; CALLS: a file with the statements of each call, which GET or POST /N asks for.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import pg from 'pg'
import type { Statement } from './wire.ts'

const calls = JSON.parse(readFileSync(process.env.CALLS!, 'utf8')) as Statement[][]
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: 16 })

const server = createServer(async (request, response) => {
  const number = Number(request.url!.slice(1))
  const client = await pool.connect()
  try {
    const results = (calls[number] ?? []).map(({ text, params }, index) =>
      params.length ? client.query({ name: `${number} ${index}`, text, values: params }) : client.query(text),
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
