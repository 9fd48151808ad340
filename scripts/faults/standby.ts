import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPair } from '../../server/testing/programs/postgres-pair.ts'
import { withClient } from '../lib/client.ts'
import { startRelay } from '../lib/relay.ts'
import type { Fault } from './fault.ts'
import { demandCleanRefusals } from './restart.ts'
import { round, startScene, untilChange } from './scene.ts'

const portOf = (url: string) => Number(new URL(url).port)

export const primaryLost: Fault = {
  name: 'primary lost, its synchronous standby promoted, under load',
  async run(report, { rate }) {
    // Where the user that PostgreSQL runs as may enter.
    const folder = mkdtempSync(join(tmpdir(), 'reeve-pair-'))
    const { primary, standby } = await startPair(folder, { durable: true })
    // What an address that follows the primary is elsewhere.
    const relay = await startRelay(portOf(primary.url))
    const databaseUrl = Object.assign(new URL(primary.url), { port: relay.port }).href
    try {
      await using scene = await startScene(report, { rate, databaseUrl, judgeUrl: () => standby.url })
      await pause(5_000)
      scene.load.take()
      const lost = performance.now()
      await primary.crash()
      relay.cut()
      await withClient(standby.url, async (client) => {
        await client.query("alter system set synchronous_standby_names = ''")
        await client.query('select pg_reload_conf()')
        await client.query('select pg_promote()')
      })
      relay.target = portOf(standby.url)
      const without = await untilChange(scene, lost)
      report.within(without, 30_000, 'no change was acknowledged for')
      report.say(
        `${round(without)} without a change, kill -9 and pg_promote; npm run cluster:faults has Patroni do it`,
      )
      await pause(3_000)
      demandCleanRefusals(report, scene.load.take(), 15_000)
      await scene.judge()
    } finally {
      relay.close()
      await standby.stop()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
