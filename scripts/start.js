// npm start: installs packages and builds the console if necessary, then starts the server. --demo: starts it
// with demo data in a separate data folder.
import { createServer } from 'node:net'
import { join } from 'node:path'
import { findNode } from './lib/node.js'
import { buildConsole, install, withNode } from './lib/prepare.js'
import { main, root, runAllTied, runTied } from './lib/run.js'

const demo = process.argv.includes('--demo')

void main(async () => {
  await install('start')
  const node = findNode()
  await buildConsole(node)
  // Node.js stores compiled code when the server stops, which saves a second of CPU at the next start.
  const cache = {
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node'),
  }
  if (!demo) return runTied(node, ['server/main.ts'], { env: withNode(node, cache) })
  const dataDir = process.env.REEVE_DATA_DIR ?? './data-demo'
  const { REEVE_MQTT_URL: broker, REEVE_MQTT_PORT: port, HOST: host } = process.env
  const gateway = broker || port ? {} : { REEVE_MQTT_PORT: await devicePort() }
  // Allow webhook URLs on this machine, because the example programs receive webhooks there.
  const networks = process.env.REEVE_WEBHOOK_NETWORKS ?? (host ? '' : '127.0.0.1')
  const env = withNode(node, {
    ...cache,
    REEVE_DATA_DIR: dataDir,
    REEVE_WEBHOOK_NETWORKS: networks,
    ...gateway,
  })
  const server = { args: ['server/demo/main.ts'], env }
  const { PORT: listen = '3000' } = process.env
  // With port 0, the port is known only after the server has started, so no demo devices are started.
  if (listen === '0') return runAllTied(node, [server])
  const url = `http://${host && host !== '0.0.0.0' ? host : '127.0.0.1'}:${listen}`
  const fleet = ['scripts/devices/demo.ts', '--url', url, '--credentials', join(dataDir, 'devices.json')]
  return runAllTied(node, [server, { args: fleet, env }])
})

/** Returns the standard MQTT port, or 0 (any free port) if the standard port is in use. */
function devicePort() {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve('0'))
    probe.listen({ port: 1883, host: '127.0.0.1' }, () => probe.close(() => resolve('1883')))
  })
}
