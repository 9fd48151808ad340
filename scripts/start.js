// npm start: install, build, serve; each step only where it is needed. With --demo: with a data set in a folder of its own.
import { buildConsole, findNode, install, withNode } from './lib/prepare.js'
import { main, runTied } from './lib/run.js'

const demo = process.argv.includes('--demo')

main(async () => {
  await install()
  const node = findNode()
  await buildConsole(node)
  if (!demo) return runTied(node, ['server/main.ts'], { env: withNode(node) })
  const dataDir = process.env.REEVE_DATA_DIR ?? './data-demo'
  return runTied(node, ['server/demo/main.ts'], { env: withNode(node, { REEVE_DATA_DIR: dataDir }) })
})
