// Inserts rows one after another into an embedded database and says so after each, for a trace of its system calls.
// Arguments: folder, number of rows.
import { writeSync } from 'node:fs'
import { pino } from 'pino'
import { openDatabase } from '../server/db/open.ts'

const [dataDir = '', rows = '100'] = process.argv.slice(2)
await using db = await openDatabase({ dataDir, log: pino({ level: 'fatal' }) })
await db.execute('create table bench_row (n int primary key)')
for (let n = 0; n < Number(rows); n++) {
  await db.execute('insert into bench_row values ($1)', [n])
  writeSync(1, `acknowledged ${n}\n`)
}
