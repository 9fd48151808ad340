// npm run example NAME: runs a program of examples/ against a running server.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findNode } from './lib/node.js'
import { install, withNode } from './lib/prepare.js'
import { Fault, main, root, runTied } from './lib/run.js'

const [name = '', ...rest] = process.argv.slice(2)

void main(async () => {
  const names = readdirSync(join(root, 'examples')).filter((each) => each !== 'lib')
  const program = `examples/${name}/main.ts`
  if (!names.includes(name)) throw new Fault(`npm run example NAME: one of ${names.join(', ')}`)
  await install('example', name)
  const node = findNode()
  return runTied(node, [program, ...rest], { env: withNode(node) })
})
