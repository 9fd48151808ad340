// npm start: install, build, serve; each step only where it is needed. With --demo: with a data set in a folder of its own.
import { createServer } from 'node:net'
import { findNode } from './lib/node.js'
import { buildConsole, install, withNode } from './lib/prepare.js'
import { main, runTied } from './lib/run.js'

const demo = process.argv.includes('--demo')

main(async () => {
  await install()
  const node = findNode()
  await buildConsole(node)
  if (!demo) return runTied(node, ['server/main.ts'], { env: withNode(node) })
  const dataDir = process.env.REEVE_DATA_DIR ?? './data-demo'
  const { REEVE_MQTT_URL: broker, REEVE_MQTT_PORT: port, HOST: host } = process.env
  const gateway = broker || port ? {} : { REEVE_MQTT_PORT: await devicePort() }
  // The programs of examples/ are on this machine.
  const networks = process.env.REEVE_WEBHOOK_NETWORKS ?? (host ? '' : '127.0.0.1')
  return runTied(node, ['server/demo/main.ts'], {
    env: withNode(node, { REEVE_DATA_DIR: dataDir, REEVE_WEBHOOK_NETWORKS: networks, ...gateway }),
  })
})

/** MQTT's own port, or any where a broker of this machine has it. */
function devicePort() {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve('0'))
    probe.listen({ port: 1883, host: '127.0.0.1' }, () => probe.close(() => resolve('1883')))
  })
}
