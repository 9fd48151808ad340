import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../../server/testing/postgres.ts'
import type { Fault } from './fault.ts'
import { collecting, type Held, heldBy, lacksHeld } from './held.ts'
import { round, startScene } from './scene.ts'

const samples = 12
/** MB and descriptors by which the last third may be above the first. */
const [heapGrowth, residentGrowth, descriptorGrowth] = [10, 40, 10]

const least = (all: readonly Held[], of: keyof Held) => Math.min(...all.map((sample) => sample[of]))

export const mixedLoad: Fault = {
  name: 'mixed load',
  lacks: lacksHeld,
  async run(report, { rate, hours }) {
    const postgres = await startPostgres({ durable: true })
    try {
      await using scene = await startScene(report, { rate, databaseUrl: postgres.url, env: collecting })
      // Its code is compiled and its connections are open before what it holds is compared.
      await pause(20_000)
      scene.load.take()
      const all: Held[] = []
      for (let taken = 0; taken < samples; taken += 1) {
        await pause((hours * 3_600_000) / samples)
        all.push(await heldBy(scene))
      }
      const { requests, failed, slowest } = scene.load.take()
      const third = samples / 3
      const [first, last] = [all.slice(0, third), all.slice(-third)]
      const grown = (of: keyof Held) => least(last, of) - least(first, of)
      report.demand(failed === 0, `${failed} of ${requests} requests failed`)
      report.demand(
        grown('heap') <= heapGrowth,
        `memory after collection grew by ${grown('heap').toFixed(1)} MB`,
      )
      report.demand(
        grown('resident') <= residentGrowth,
        `resident memory grew by ${Math.round(grown('resident'))} MB`,
      )
      report.demand(grown('descriptors') <= descriptorGrowth, `${grown('descriptors')} more descriptors`)
      const from = (of: keyof Held, digits = 0) =>
        `${least(first, of).toFixed(digits)} → ${least(last, of).toFixed(digits)}`
      report.say(
        `${Math.round(hours * 60)} minutes, ${requests} requests, the slowest ${round(slowest)}; first third → last: ` +
          `heap after collection ${from('heap', 1)} MB, resident ${from('resident')} MB, descriptors beside callers’ ${from('descriptors')}`,
      )
      await scene.judge()
    } finally {
      await postgres.stop()
    }
  },
}
