// npm run generate: updates the generated files that are committed to the repository.
import { readFileSync, writeFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { privacyPages } from '../contract/privacy/page.ts'
import { writeTables } from '../server/db/generate.ts'
import { testDatabase } from '../server/testing/database.ts'
import { printedFields } from './fields.ts'
import { documentFiles, documentTypes, graphqlTypes } from './graphql-documents.ts'
import { commonPasswords, compressedPasswords } from './lib/common-passwords.ts'
import { iconFiles, printedIcons } from './lib/icons.ts'
import { writePrepared } from './lib/prepared-database.ts'
import { printedPinyin } from './vite/pinyin.ts'

const fileOf = (path: string) => new URL(`../${path}`, import.meta.url)
function write(path: string, content: string): void {
  writeFileSync(fileOf(path), content)
  console.log(`${path} written`)
}

console.log(`server/db/prepared ${(await writePrepared()) ? 'written' : 'is current'}`)
await using db = await testDatabase()
console.log(`server/db/tables.ts ${(await writeTables(db)) ? 'written' : 'is current'}`)
write('server/fields.generated.ts', printedFields())
// Import the schema only after the list of files has been written, so that it contains the fields of new
// files.
const schema = (await import('../server/schema.ts')).printed()
write('contract/schema.graphql', schema)
write('contract/introspection.generated.ts', graphqlTypes(schema))
for (const [folder, file] of Object.entries(documentFiles)) write(file, documentTypes(schema, folder))
for (const [path, content] of Object.entries(privacyPages())) write(path, content)
write('web/app/palette/pinyin.generated.ts', printedPinyin())
for (const file of Object.values(iconFiles)) write(file, printedIcons(file))
const passwords = 'server/accounts/passwords/common-passwords.generated.br'
// Compare the list with the stored one first, because compressing takes seconds.
const isCurrent = brotliDecompressSync(readFileSync(fileOf(passwords))).toString() === commonPasswords()
if (!isCurrent) writeFileSync(fileOf(passwords), compressedPasswords())
console.log(`${passwords} ${isCurrent ? 'is current' : 'written'}`)
