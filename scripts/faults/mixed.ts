import { readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { residentMemory } from '../../bench/measure.ts'
import { startPostgres } from '../../server/testing/postgres.ts'
import type { Fault } from './fault.ts'
import { round, type Scene, startScene } from './scene.ts'

const samples = 12
/** MB and descriptors by which the last third may be above the first. */
const [heapGrowth, residentGrowth, descriptorGrowth] = [10, 40, 10]

// On SIGUSR2 the server collects what nobody holds any more, and says what is left.
const collector = `
  import { setFlagsFromString } from 'node:v8'
  import { runInNewContext } from 'node:vm'
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  process.on('SIGUSR2', () => {
    collect()
    console.log('collected ' + process.memoryUsage().heapUsed)
  })`

interface Sample {
  heap: number
  resident: number
  descriptors: number
}

async function sampleOf({ server }: Scene): Promise<Sample> {
  const said = () => [...server.output().matchAll(/^collected (\d+)$/gm)]
  const before = said().length
  process.kill(server.pid, 'SIGUSR2')
  while (said().length === before) await pause(50)
  return {
    heap: Number(said().at(-1)![1]) / 1024 / 1024,
    resident: residentMemory(server.pid),
    descriptors: readdirSync(`/proc/${server.pid}/fd`).length,
  }
}

const least = (all: readonly Sample[], of: keyof Sample) => Math.min(...all.map((sample) => sample[of]))

export const mixedLoad: Fault = {
  name: 'mixed load',
  lacks: () => (process.platform === 'linux' ? undefined : 'what a process holds is read of /proc'),
  async run(report, { rate, hours }) {
    const postgres = await startPostgres({ durable: true })
    try {
      const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(collector)}` }
      await using scene = await startScene(report, { rate, databaseUrl: postgres.url, env })
      // Its code is compiled and its connections are open before what it holds is compared.
      await pause(20_000)
      scene.load.take()
      const all: Sample[] = []
      for (let taken = 0; taken < samples; taken += 1) {
        await pause((hours * 3_600_000) / samples)
        all.push(await sampleOf(scene))
      }
      const { requests, failed, slowest } = scene.load.take()
      const third = samples / 3
      const [first, last] = [all.slice(0, third), all.slice(-third)]
      const grown = (of: keyof Sample) => least(last, of) - least(first, of)
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
      const from = (of: keyof Sample, digits = 0) =>
        `${least(first, of).toFixed(digits)} → ${least(last, of).toFixed(digits)}`
      report.say(
        `${Math.round(hours * 60)} minutes, ${requests} requests, the slowest ${round(slowest)}; first third → last: ` +
          `heap after collection ${from('heap', 1)} MB, resident ${from('resident')} MB, descriptors ${from('descriptors')}`,
      )
      await scene.judge()
    } finally {
      await postgres.stop()
    }
  },
}
