import { setTimeout as pause } from 'node:timers/promises'
import { type PostgresServer, startPostgres } from '../../server/testing/postgres.ts'
import { startRelay } from '../lib/relay.ts'
import type { Fault, Report } from './report.ts'
import { type Scene, spread, startScene, untilChange } from './scene.ts'

const [kills, restarts, lostAnswers] = [20, 3, 10]

async function withPostgres(run: (postgres: PostgresServer) => Promise<void>): Promise<void> {
  const postgres = await startPostgres({ durable: true })
  try {
    await run(postgres)
  } finally {
    await postgres.stop()
  }
}

/** Kills the server during writes and restarts it, several times. */
async function killOften(report: Report, scene: Scene, kill: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let done = 0; done < kills; done += 1) {
    await pause(500 + Math.random() * 1_000)
    const killed = performance.now()
    await kill()
    await scene.start()
    times.push(await untilChange(scene, killed))
  }
  report.assertWithin(Math.max(...times), 5_000, 'next change after a kill')
  report.note(`${kills} kills; next acknowledged change: ${spread(times)}`)
  await scene.judge()
}

export const faults: readonly Fault[] = [
  {
    name: 'kill -9 of the server, embedded database',
    async run(report, rate) {
      await using scene = await startScene(report, { rate })
      await killOften(report, scene, () => scene.server.kill())
    },
  },
  {
    name: 'kill -9 of server and PostgreSQL',
    run: (report, rate) =>
      withPostgres(async (postgres) => {
        await using scene = await startScene(report, { rate, databaseUrl: postgres.url })
        await killOften(report, scene, async () => {
          await Promise.all([scene.server.kill(), postgres.crash()])
          await postgres.start()
        })
      }),
  },
  {
    name: 'PostgreSQL restarted',
    run: (report, rate) =>
      withPostgres(async (postgres) => {
        await using scene = await startScene(report, { rate, databaseUrl: postgres.url })
        scene.load.take()
        const times: number[] = []
        for (let done = 0; done < restarts; done += 1) {
          await postgres.crash('QUIT')
          await pause(2_000)
          const began = performance.now()
          await postgres.start()
          times.push(await untilChange(scene, began))
          await pause(2_000)
        }
        report.assertWithin(Math.max(...times), 5_000, 'next change after the start of PostgreSQL')
        report.note(`stopped ${restarts} times for 2 s; next acknowledged change: ${spread(times)}`)
        report.assertCleanRefusals(scene.load.take(), 10_000)
        await scene.judge()
      }),
  },
  {
    name: 'answers lost after COMMIT',
    run: (report, rate) =>
      withPostgres(async ({ url }) => {
        const relay = await startRelay(Number(new URL(url).port))
        try {
          const databaseUrl = Object.assign(new URL(url), { port: relay.port }).href
          await using scene = await startScene(report, { rate, databaseUrl, judgeUrl: url })
          scene.load.take()
          for (let done = 0; done < lostAnswers; done += 1) {
            relay.deaf = true
            await pause(300)
            relay.cut()
            relay.deaf = false
            await scene.load.nextChange()
          }
          report.note(`responses lost ${lostAnswers} times for 300 ms`)
          // A request can wait up to 10 s for a connection and another 10 s for its statement.
          report.assertCleanRefusals(scene.load.take(), 20_000)
          await scene.judge()
        } finally {
          relay.close()
        }
      }),
  },
]
