import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../../server/testing/postgres.ts'
import type { Figures } from '../lib/load.ts'
import type { Fault, Report } from './fault.ts'
import { round, spread, startScene, untilChange } from './scene.ts'

const times = 3

/** What those whose requests failed were told: to come again, by a 503, and soon. */
export function demandCleanRefusals(
  report: Report,
  { requests, failed, reasons, withoutRetryAfter, slowest }: Figures,
  longest: number,
): void {
  const others = [...reasons].filter(([reason]) => !reason.endsWith(' 503'))
  report.demand(!others.length, others.map(([reason, count]) => `${count} × ${reason}`).join(', '))
  report.demand(withoutRetryAfter === 0, `${withoutRetryAfter} × 503 without Retry-After`)
  report.within(slowest, longest, 'a request waited')
  report.say(
    `${failed} of ${requests} requests 503 with Retry-After, the slowest answer after ${round(slowest)}`,
  )
}

export const postgresRestarted: Fault = {
  name: 'PostgreSQL restarted under load (pg_ctl -m immediate)',
  async run(report, { rate }) {
    const postgres = await startPostgres({ durable: true })
    try {
      await using scene = await startScene(report, { rate, databaseUrl: postgres.url })
      scene.load.take()
      const back: number[] = []
      for (let done = 0; done < times; done += 1) {
        await postgres.crash('QUIT')
        await pause(2_000)
        const began = performance.now()
        await postgres.start()
        back.push(await untilChange(scene, began))
        await pause(2_000)
      }
      report.within(Math.max(...back), 5_000, 'changes again after')
      report.say(
        `${times} times down for 2 s; from its start to the next acknowledged change: ${spread(back)}`,
      )
      demandCleanRefusals(report, scene.load.take(), 10_000)
      await scene.judge()
    } finally {
      await postgres.stop()
    }
  },
}
