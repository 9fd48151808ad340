// npm run build: builds the console into dist/web. A running server continues to serve the console during the
// build.
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
 * Adds a comment to the entry script. In response, Chromium compiles the script in a background thread while
 * the script loads. Without the comment, Chromium compiles each function at its first call, and nearly all
 * functions of the entry are called at startup. Other browsers ignore the comment.
 */
function compileEntryAhead(): void {
  const page = readFileSync(join(buildFolder, 'index.html'), 'utf8')
  const entry = /<script type="module"[^>]* src="\/([^"]+)"/.exec(page)?.[1]
  if (!entry) throw new Error('The built index.html contains no script')
  const file = join(buildFolder, entry)
  writeFileSync(file, `//# allFunctionsCalledOnLoad\n${readFileSync(file, 'utf8')}`)
}
