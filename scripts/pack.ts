// npm pack: what the package holds beside the launcher of `reeve`, in dist/program, laid out as in the checkout: the server
// and its commands as JavaScript, since Node strips no types below node_modules, and the console, built.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { dumpFile } from '../server/testing/database.ts'
import { programVersion } from '../server/version.ts'
import { buildConsole } from './lib/prepare.js'
import { root } from './lib/run.js'

const program = join(root, 'dist', 'program')
const notServed = /\.test\.ts$|\/testing\/|^server\/(demo\/|db\/generate\.ts)/

await buildConsole(process.execPath)
rmSync(program, { recursive: true, force: true })
cpSync(join(root, 'dist', 'web'), join(program, 'dist', 'web'), { recursive: true })

const files = globSync('{cli,server,contract}/**/*.{ts,sql}', { cwd: root })
for (const file of files.map((path) => path.replaceAll('\\', '/')).filter((path) => !notServed.test(path))) {
  const text = readFileSync(join(root, file), 'utf8')
  const target = join(program, file.replace(/\.ts$/, '.js'))
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, file.endsWith('.ts') ? toJavaScript(text) : text)
}

writeFileSync(
  join(program, 'server/db/database.tar.gz'),
  gzipSync(readFileSync(await dumpFile()), { level: 9 }),
)

// The nearest package of every module in there; its version is the program's.
const { name, type } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
writeFileSync(join(program, 'package.json'), JSON.stringify({ name, version: programVersion(), type }))

/** What Node itself makes of it when it runs it, line for line, so that a stack says where; with its files' new names. */
function toJavaScript(text: string): string {
  return stripTypeScriptTypes(text).replace(/(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g, '$1$2.js$1')
}
