import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { required } from '../../contract/required.ts'
import { originalChecksums } from './migrations/checksums.ts'

export interface Migration {
  version: number
  name: string
  checksum: string
  text: string
}

const folder = new URL('./migrations/', import.meta.url)
const fileName = /^(\d{4})_([a-z0-9_]+)\.sql$/

/** Returns the migrations in server/db/migrations in order. Throws if a number is missing or occurs twice. */
export function readMigrations(from: URL = folder): Migration[] {
  const files = readdirSync(from).filter((file) => file.endsWith('.sql'))
  return files.sort().map((file, index) => {
    const [, version, name] = fileName.exec(file) ?? []
    if (Number(version) !== index + 1) throw new Error(`Migration ${file} must have the number ${index + 1}.`)
    const text = readFileSync(new URL(file, from), 'utf8').replaceAll('\r\n', '\n')
    return { version: index + 1, name: required(name, 'name'), checksum: checksumOf(text), text }
  })
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

// Matches a string literal, a quoted identifier or a comment.
const comments = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\//g

/**
 * Returns the checksum that databases store. Changed comments in an old migration do not change its checksum.
 */
function checksumOf(text: string): string {
  const bare = text.replace(comments, (token) => (/^(?:--|\/\*)/.test(token) ? '' : token))
  return originalChecksums[sha256(bare.replace(/\s+/g, ' ').trim())] ?? sha256(text)
}

// Matches a string literal, a quoted identifier, a dollar-quoted string, a comment, or a semicolon.
const tokens = /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|;/g

/** Splits SQL into its non-empty statements, without their semicolons. */
export function splitStatements(text: string): string[] {
  const ends = [...text.matchAll(tokens)].filter(([token]) => token === ';').map(({ index }) => index)
  const parts = [...ends, text.length].map((end, index) =>
    text.slice(index ? required(ends[index - 1], 'item of ends') + 1 : 0, end),
  )
  return parts.filter((part) => part.replace(/--[^\n]*/g, '').trim() !== '')
}
