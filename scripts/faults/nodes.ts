import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { last, required } from '../../contract/required.ts'
import { adminPassword, type Server } from '../../e2e/harness/server.ts'
import { startPostgres } from '../../server/testing/postgres.ts'
import { judgeAt } from '../lib/judge.ts'
import { type Load, startLoad } from '../lib/load.ts'
import type { Fault } from './fault.ts'
import { newFolder, round, settingsOfNodes, startHere } from './scene.ts'

const count = 3
/** Requests a second: the first of them that nodes, database and callers carry together on this machine. */
const rates = [200, 150, 100, 75, 50, 25] as const
const leastRate = last(rates, 'rates')
/** Milliseconds between two looks of the proxy. */
const look = 250

interface Node {
  env: Record<string, string>
  dataDir: string
  server: Server
  ready: boolean
}

/** What a proxy does: sends requests in turn to those that say that they are ready. */
function startProxy(nodes: readonly Node[]): { url(): string; stop(): void } {
  let turn = 0
  const timer = setInterval(() => {
    for (const node of nodes)
      fetch(`${node.server.url}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
        async (answer) => {
          await answer.text()
          node.ready = answer.ok
        },
        (error) => {
          // One that is slow to answer is busy, not gone.
          if (error.name !== 'TimeoutError') node.ready = false
        },
      )
  }, look)
  return {
    url() {
      const ready = nodes.filter((node) => node.ready)
      turn += 1
      return (ready[turn % ready.length] ?? required(nodes[turn % nodes.length], 'item of nodes')).server.url
    },
    stop: () => clearInterval(timer),
  }
}

async function carriedRate(load: Load): Promise<number> {
  for (const rate of rates) {
    load.pace(rate)
    await pause(2_000)
    load.take()
    await pause(4_000)
    if (load.take().slowest < 1_000) return rate
    // What waits is answered before fewer are asked.
    load.pace(1)
    do await pause(3_000)
    while (load.take().slowest > 500)
  }
  load.pace(leastRate)
  return leastRate
}

export const nodesStopped: Fault = {
  name: 'SIGTERM to each of three nodes in turn, under keep-alive',
  async run(report) {
    const postgres = await startPostgres({ durable: true })
    const nodes: Node[] = []
    try {
      for (const env of await settingsOfNodes(postgres.url, count)) {
        const dataDir = newFolder()
        nodes.push({ env, dataDir, server: await startHere(env, { dataDir }), ready: true })
      }
      const proxy = startProxy(nodes)
      const load = await startLoad({ url: proxy.url, adminPassword }, leastRate)
      const rate = await carriedRate(load)
      const began = performance.now()
      load.take()
      for (const node of nodes) {
        await pause(3_000)
        await node.server.stop()
        node.server = await startHere(node.env, { dataDir: node.dataDir })
        while (!node.ready) await pause(look)
      }
      await pause(3_000)
      const { requests, failed, reasons, slowest } = load.take()
      const seconds = (performance.now() - began) / 1_000
      await load[Symbol.asyncDispose]()
      proxy.stop()
      const why = [...reasons].map(([reason, times]) => `${times} × ${reason}`).join(', ')
      report.demand(failed === 0, `${failed} of ${requests} requests failed: ${why}`)
      report.say(
        `${requests} requests, ${Math.round(requests / seconds)} a second, the slowest ${round(slowest)}`,
      )
      report.say(
        `${rate} a second asked: ${rate === rates[0] ? 'carried on' : 'the most that nodes, database and callers carried on'} ${availableParallelism()} cores before any fault`,
      )
      report.count(load.history, await judgeAt(postgres.url, load.history))
    } finally {
      await Promise.all(nodes.map(({ server }) => server.stop()))
      await postgres.stop()
    }
  },
}
