import { setTimeout as pause } from 'node:timers/promises'
import { last, required } from '../../contract/required.ts'
import { startPostgres } from '../../server/testing/postgres.ts'
import { type Relay, startRelay } from '../lib/relay.ts'
import type { Fault, Report, Settings } from './fault.ts'
import { demandCleanRefusals } from './restart.ts'
import { round, type Scene, startScene, untilChange } from './scene.ts'

/** Milliseconds for pages that need no database, or this many times what they took before the fault on a slower machine. */
const pagesWithin = 100
const timesAsLong = 3

/** Asks for the server's health and for a page of the console, over and over. */
function watchPages(url: string): () => Promise<{ p95: number; worst: number; failed: number }> {
  const times: number[] = []
  let [failed, running] = [0, true]
  const asking = (async () => {
    while (running) {
      for (const path of ['/healthz', '/login']) {
        const began = performance.now()
        const answer = await fetch(url + path).catch(() => undefined)
        await answer?.text()
        times.push(performance.now() - began)
        if (!answer?.ok) failed += 1
      }
      await pause(50)
    }
  })()
  return async () => {
    running = false
    await asking
    const sorted = times.toSorted((a, b) => a - b)
    return {
      p95: required(sorted[Math.floor(sorted.length * 0.95)], 'item of sorted'),
      worst: last(sorted, 'sorted'),
      failed,
    }
  }
}

/** While `happens` is done to the way to the database, and until changes are acknowledged again. */
async function disturb(
  report: Report,
  scene: Scene,
  what: string,
  happens: () => Promise<void>,
): Promise<void> {
  const calm = watchPages(scene.server.url)
  await pause(3_000)
  const before = (await calm()).p95
  const pages = watchPages(scene.server.url)
  await happens()
  const again = await untilChange(scene, performance.now())
  const { p95, worst, failed } = await pages()
  report.demand(failed === 0, `${what}: ${failed} times no page`)
  const allowed = Math.max(pagesWithin, before * timesAsLong)
  report.within(p95, allowed, `${what}: 95 % of health and static pages within`)
  report.within(again, 5_000, `${what}: the next change after`)
  report.say(
    `${what}: health and static pages ${round(p95)} (p95, before ${round(before)}, worst ${round(worst)}), next change ${round(again)}`,
  )
}

async function withRelay(
  report: Report,
  { rate }: Settings,
  run: (scene: Scene, relay: Relay) => Promise<void>,
): Promise<void> {
  const postgres = await startPostgres({ durable: true })
  const relay = await startRelay(Number(new URL(postgres.url).port))
  try {
    const databaseUrl = Object.assign(new URL(postgres.url), { port: relay.port }).href
    await using scene = await startScene(report, { rate, databaseUrl, judgeUrl: () => postgres.url })
    scene.load.take()
    await run(scene, relay)
    // Ten seconds for a statement, and the wait for a connection before it.
    demandCleanRefusals(report, scene.load.take(), 20_000)
    await scene.judge()
  } finally {
    relay.close()
    await postgres.stop()
  }
}

export const slowDatabase: Fault = {
  name: 'the database answers slowly, stops answering, breaks off',
  run: (report, settings) =>
    withRelay(report, settings, async (scene, relay) => {
      await disturb(report, scene, '300 ms an answer', async () => {
        relay.delay = 300
        await pause(8_000)
        relay.delay = 0
      })
      await disturb(report, scene, 'silent for 20 s', async () => {
        relay.open = false
        await pause(20_000)
        relay.open = true
      })
      await disturb(report, scene, 'every connection cut each 500 ms', async () => {
        for (let times = 0; times < 10; times += 1) {
          relay.cut()
          await pause(500)
        }
      })
    }),
}

export const answersLost: Fault = {
  name: 'answers of the database lost after COMMIT',
  run: (report, settings) =>
    withRelay(report, settings, async (scene, relay) => {
      for (let times = 1; times <= 10; times += 1) {
        relay.deaf = true
        await pause(300)
        relay.cut()
        relay.deaf = false
        await scene.load.nextChange()
      }
      report.say('10 times 300 ms; what was not answered is there once or not at all')
    }),
}
