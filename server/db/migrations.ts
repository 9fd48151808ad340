import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

export interface Migration {
  version: number
  name: string
  checksum: string
  text: string
}

const folder = new URL('./migrations/', import.meta.url)
const fileName = /^(\d{4})_([a-z0-9_]+)\.sql$/

/** The files of server/db/migrations, in order. Throws where a number is missing or there twice. */
export function readMigrations(from: URL = folder): Migration[] {
  const files = readdirSync(from).filter((file) => file.endsWith('.sql'))
  return files.sort().map((file, index) => {
    const [, version, name] = fileName.exec(file) ?? []
    if (Number(version) !== index + 1) throw new Error(`Migration ${file} is not number ${index + 1}.`)
    const text = readFileSync(new URL(file, from), 'utf8').replaceAll('\r\n', '\n')
    const checksum = createHash('sha256').update(text).digest('hex')
    return { version: index + 1, name: name!, checksum, text }
  })
}
