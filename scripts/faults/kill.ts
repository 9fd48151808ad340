import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../../server/testing/postgres.ts'
import type { Fault, Report } from './fault.ts'
import { type Scene, spread, startScene, untilChange } from './scene.ts'

const rounds = 20
/** Milliseconds after a kill within which changes are acknowledged again. */
const bound = 5_000

/** Whatever ends and comes back while it writes, `rounds` times. */
async function killOften(report: Report, scene: Scene, end: () => Promise<void>): Promise<void> {
  const times: number[] = []
  for (let done = 0; done < rounds; done += 1) {
    await pause(500 + Math.random() * 1_000)
    const killed = performance.now()
    await end()
    await scene.start()
    times.push(await untilChange(scene, killed))
  }
  report.within(Math.max(...times), bound, 'changes again after')
  report.say(`${rounds} kills; from a kill to the next acknowledged change: ${spread(times)}`)
  await scene.judge()
}

export const kills: readonly Fault[] = [
  {
    name: 'server kill -9 during writes, embedded database',
    async run(report, { rate }) {
      await using scene = await startScene(report, { rate })
      await killOften(report, scene, () => scene.server.kill())
    },
  },
  {
    name: 'server and PostgreSQL kill -9 during writes',
    async run(report, { rate }) {
      const postgres = await startPostgres({ durable: true })
      try {
        await using scene = await startScene(report, { rate, databaseUrl: postgres.url })
        await killOften(report, scene, async () => {
          await Promise.all([scene.server.kill(), postgres.crash()])
          await postgres.start()
        })
      } finally {
        await postgres.stop()
      }
    },
  },
]
