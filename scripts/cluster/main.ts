// npm run cluster: starts a cluster on this machine. It consists of etcd, two PostgreSQL instances with
// Patroni, PgBouncer, HAProxy, three Reeve servers and Prometheus.
import { findNode } from '../lib/node.js'
import { buildConsole } from '../lib/prepare.js'
import { main, note } from '../lib/run.js'
import { startCluster } from './cluster.ts'

void main(async () => {
  await buildConsole(findNode())
  const began = performance.now()
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(0)} s`
  const cluster = await startCluster({ progress: (step) => note(`${seconds().padStart(5)}  ${step}`) })
  const { urls, adminPassword, folder } = cluster
  const stopping = new Promise<void>((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  })
  console.log(`
Reeve     ${urls.console}, administrator: admin, ${adminPassword}
Devices   ${urls.devices}
Metrics   ${urls.prometheus}
Servers   ${Object.values(urls.servers).join(', ')}
Patroni   ${Object.values(urls.patroni).join(', ')}
Logs      ${folder}

Ready after ${seconds()}. Ctrl-C stops everything and deletes the folder.`)
  await stopping
  note('Stopping …')
  await cluster.stop()
  return 0
})
