import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

const folders = [
  'contract',
  'server',
  'cli',
  'web',
  'checks',
  'e2e',
  'bench',
  'scripts',
  'tests',
  'examples',
  'docs',
  '.ci',
  'deploy',
]
const notOurs =
  /(\/node_modules\/.*|^docs\/\.vitepress\/(cache|dist)\/.*|^docs\/package-lock\.json|\.generated\.(ts|br)|db\/tables\.ts|\.svg|\.png|\.ico)$/

export interface Source {
  /** Path relative to the repository root, with slashes, for example server/db/open.ts. */
  path: string
  text: string
  lines: string[]
}

/** All source files except generated ones. */
export const sources: Source[] = [
  ...readdirSync(root, { withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.(md|json|ts)$/.test(entry.name) && entry.name !== 'package-lock.json',
    )
    .map(({ name }) => name),
  ...folders.flatMap(filesIn),
]
  .filter((path) => !notOurs.test(path))
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, lines: text.split('\n') }
  })

function filesIn(folder: string): string[] {
  let entries: string[]
  try {
    entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
  } catch {
    return []
  }
  return entries.map((path) => path.replaceAll('\\', '/'))
}

export const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing\//.test(path)
export const isCode = (path: string): boolean => /\.(ts|tsx|js)$/.test(path)

/** Returns `path:line: text` for each matching line. */
export function findLines(from: Source[], pattern: RegExp): string[] {
  return from.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  )
}
