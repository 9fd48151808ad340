// npm run generate: rewrites what is made from something else and committed.
import { readFileSync, writeFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { privacyPage } from '../contract/privacy/page.ts'
import { writeTables } from '../server/db/generate.ts'
import { testDatabase } from '../server/testing/database.ts'
import { printedFields } from './fields.ts'
import { documentFiles, documentTypes } from './graphql-documents.ts'
import { graphqlTypes } from './graphql-types.ts'
import { commonPasswords, compressedPasswords } from './lib/common-passwords.ts'
import { printedIcons } from './lib/icons.ts'
import { writePrepared } from './lib/prepared-database.ts'
import { printedPinyin } from './vite/pinyin.ts'

console.log(`server/db/prepared ${(await writePrepared()) ? 'written' : 'is current'}`)
await using db = await testDatabase()
const changed = await writeTables(db)
console.log(`server/db/tables.ts ${changed ? 'rewritten' : 'is current'}`)

writeFileSync(new URL('../server/fields.generated.ts', import.meta.url), printedFields())
console.log('server/fields.generated.ts printed')
// The schema is loaded afterwards, so that it has the fields of new files.
const { printed } = await import('../server/schema.ts')

writeFileSync(new URL('../contract/schema.graphql', import.meta.url), printed())
console.log('contract/schema.graphql printed')
writeFileSync(new URL('../contract/introspection.generated.ts', import.meta.url), graphqlTypes(printed()))
console.log('contract/introspection.generated.ts printed')
for (const [folder, file] of Object.entries(documentFiles)) {
  writeFileSync(new URL(`../${file}`, import.meta.url), documentTypes(printed(), folder))
  console.log(`${file} printed`)
}
writeFileSync(new URL('../docs/privacy.md', import.meta.url), privacyPage())
console.log('docs/privacy.md printed')
writeFileSync(new URL('../web/app/palette/pinyin.generated.ts', import.meta.url), printedPinyin())
console.log('web/app/palette/pinyin.generated.ts printed')
writeFileSync(new URL('../web/ui/icons.generated.ts', import.meta.url), printedIcons())
console.log('web/ui/icons.generated.ts printed')
const passwords = 'server/accounts/passwords/common-passwords.generated.br'
const stored = new URL(`../${passwords}`, import.meta.url)
// Compressing takes seconds.
const isStored = brotliDecompressSync(readFileSync(stored)).toString() === commonPasswords()
if (!isStored) writeFileSync(stored, compressedPasswords())
console.log(`${passwords} ${isStored ? 'is current' : 'written'}`)
