import type { Fault } from './fault.ts'
import { isSentence, refusalOf, round, startScene, untilChange } from './scene.ts'

export const secondServer: Fault = {
  name: 'a second server on the same embedded folder',
  async run(report, { rate }) {
    await using scene = await startScene(report, { rate })
    scene.load.take()
    const began = performance.now()
    const said = (await refusalOf(scene.dataDir)) ?? 'it started'
    report.demand(
      said.includes(`process ${scene.server.pid}`) && isSentence(said),
      `the second one said: ${said}`,
    )
    report.say(`refused after ${round(performance.now() - began)}, naming the process`)
    const { failed, requests } = scene.load.take()
    report.demand(failed === 0, `${failed} of ${requests} requests of the first failed meanwhile`)
    const killed = performance.now()
    await scene.server.kill()
    await scene.start()
    const taken = await untilChange(scene, killed)
    report.within(taken, 5_000, 'the lock of a killed owner was taken over after')
    report.say(`after a kill of the first taken over, next change after ${round(taken)}`)
    await scene.judge()
  },
}
