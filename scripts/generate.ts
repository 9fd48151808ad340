// npm run generate: rewrites what is made from something else and committed.
import { writeTables } from '../server/db/generate.ts'
import { testDatabase } from '../server/testing/database.ts'

await using db = await testDatabase()
const changed = await writeTables(db)
console.log(`server/db/tables.ts ${changed ? 'rewritten' : 'is current'}`)
