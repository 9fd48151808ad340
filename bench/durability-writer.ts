// Writes rows into a database until it is killed, and prints a row's number once the database has acknowledged it.
// Arguments: the folder of the embedded database, or the URL of a PostgreSQL.
import { pino } from 'pino'
import { openDatabase } from '../server/db/open.ts'

const writers = 8
const [target = ''] = process.argv.slice(2)
const where = target.startsWith('postgres') ? { url: target, dataDir: '' } : { dataDir: target }
const db = await openDatabase({ ...where, log: pino({ level: 'fatal' }) })
await db.execute('create table if not exists bench_row (id text primary key, note text not null)')
const run = `${process.pid}-${Date.now()}`
let next = 0

async function write(): Promise<void> {
  for (;;) {
    const id = `${run}-${next++}`
    // Two rows in a transaction: after a crash both are there or neither.
    await db.transaction(async (tx) => {
      for (const half of ['a', 'b']) {
        const parameters = [`${id}${half}`, 'x'.repeat(Math.random() * 2000)]
        await tx.executeQuery({ sql: 'insert into bench_row values ($1, $2)', parameters } as never)
      }
    })
    process.stdout.write(`${id}\n`)
  }
}

await Promise.all(Array.from({ length: writers }, write))
