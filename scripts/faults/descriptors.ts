import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../lib/wait.ts'
import type { Fault } from './fault.ts'
import { round, startScene, untilChange } from './scene.ts'

const limit = 600

export const descriptorsExhausted: Fault = {
  name: 'file descriptors exhausted',
  lacks: () => (process.platform === 'win32' ? 'the limit is set by a shell' : undefined),
  async run(report, { rate }) {
    const via = ['sh', '-c', `ulimit -n ${limit}; exec "$0" "$@"`]
    await using scene = await startScene(report, { rate, via })
    const port = Number(new URL(scene.server.url).port)
    const sockets = Array.from({ length: limit * 2 }, () => connect(port, '127.0.0.1').on('error', () => {}))
    const said = async () => scene.server.output().includes('no file descriptors are left')
    await until(said, 30, 'the server did not say that none are left')
    await pause(5_000)
    for (const socket of sockets) socket.destroy()
    const freed = performance.now()
    const again = await untilChange(scene, freed)
    report.within(again, 5_000, 'changes again after')
    report.say(
      `${limit} descriptors, ${limit * 2} connections for 5 s; said in the log; once free the next change after ${round(again)}`,
    )
    await scene.judge()
  },
}
