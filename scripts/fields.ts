import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const server = join(import.meta.dirname, '..', 'server')
/**
 * Matches a call at the start of a line that adds a type or a field to the GraphQL schema when the module is
 * loaded.
 */
const definition =
  /^(?:export const \w+ = )?(?:mutation|query|subscription|listExport|listImport|builder\.\w+)\b[(<]/m

/** Whether a source file defines types or fields of the GraphQL schema. */
export const definesFields = (text: string): boolean => definition.test(text)

/** Returns the paths, relative to server/, of the files that define types or fields of the GraphQL schema. */
export const fieldFiles = (): string[] =>
  readdirSync(server, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|^(?:core|testing)\//.test(path))
    .filter((path) => definesFields(readFileSync(join(server, path), 'utf8')))
    .sort()

/**
 * Returns the content of server/fields.generated.ts. It imports all files that define types or fields, so
 * loading it builds the whole schema.
 */
export const printedFields = (): string =>
  `// Printed by npm run generate.\n${fieldFiles()
    .map((path) => `import './${path}'\n`)
    .join('')}`
