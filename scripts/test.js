// npm test: installs the packages if necessary and runs the stages of scripts/lib/stages.ts. Arguments select
// stages: `npm test -- lint types`
import { findNode } from './lib/node.js'
import { install, withNode } from './lib/prepare.js'
import { main, runTied } from './lib/run.js'

void main(async () => {
  await install('test')
  const node = findNode()
  return runTied(node, ['scripts/lib/stages.ts', ...process.argv.slice(2)], { env: withNode(node) })
})
