// npm run docs: serves the documentation as a website with search. The first run installs the required
// packages. npm run docs -- build: writes the website to docs/.vitepress/dist.
import { existsSync } from 'node:fs'
import { findNode } from './lib/node.js'
import { main, root, run } from './lib/run.js'

void main(async () => {
  const vitepress = `${root}/docs/node_modules/vitepress/bin/vitepress.js`
  if (!existsSync(vitepress)) {
    const { npm_execpath: npm } = process.env
    const install = ['ci', '--prefix', 'docs', '--ignore-scripts']
    const code = await (npm ? run(process.execPath, [npm, ...install]) : run('npm', install))
    if (code !== 0) return code
  }
  const [command = 'dev', ...options] = process.argv.slice(2)
  return run(findNode(), [vitepress, command, 'docs', ...options])
})
