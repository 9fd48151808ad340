// npm run build: builds the console into dist/web. A server that runs there goes on serving its visitors.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { compress } from './console/compress.ts'
import { moveBuild } from './console/move.ts'
import { buildFolder, consoleFolder, consoleSources, stampConsole, unstampConsole } from './lib/prepare.js'
import { main, root } from './lib/run.js'

void main(async () => {
  process.env.NODE_ENV = 'production'
  unstampConsole()
  const sources = consoleSources()
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'error' })
  compileEntryAhead()
  await compress(buildFolder, 'fast')
  moveBuild(buildFolder, consoleFolder)
  stampConsole(sources)
})

/**
 * Chromium compiles a script with this line in a background thread while it loads, instead of function by function when
 * they are called. A start calls nearly all functions of the entry. Other browsers see a comment.
 */
function compileEntryAhead(): void {
  const page = readFileSync(join(buildFolder, 'index.html'), 'utf8')
  const entry = /<script type="module"[^>]* src="\/([^"]+)"/.exec(page)?.[1]
  if (!entry) throw new Error('The built page names no script')
  const file = join(buildFolder, entry)
  writeFileSync(file, `//# allFunctionsCalledOnLoad\n${readFileSync(file, 'utf8')}`)
}
