import { randomUUID } from 'node:crypto'
import { startPostgres } from '../../server/testing/postgres.ts'
import { ask } from '../lib/caller.ts'
import { withClient } from '../lib/client.ts'
import { startRelay } from '../lib/relay.ts'
import { until } from '../lib/wait.ts'
import type { Fault } from './fault.ts'
import { startScene } from './scene.ts'

const calls = 10
const makeCode =
  'mutation m($tenantId: ID!) { createTenantJoinCode(tenantId: $tenantId, expireAtByMinute: 60) { code } }'

export const repeatedCalls: Fault = {
  name: 'the answer of a call lost after COMMIT, and the call repeated with its Idempotency-Key',
  async run(report, { rate }) {
    const postgres = await startPostgres({ durable: true })
    try {
      await using scene = await startScene(report, { rate, databaseUrl: postgres.url })
      const { url } = scene.server
      const made = () =>
        withClient(postgres.url, async (client) => {
          const { rowCount } = await client.query(
            "select from audit_event where action = 'CreateTenantJoinCode' and success",
          )
          return rowCount ?? 0
        })
      const relay = await startRelay(Number(new URL(url).port))
      const token = await scene.token()
      const { tenantId } = scene.load.history
      const call = (to: string, key: string) =>
        ask(to, token, makeCode, { tenantId }, { 'idempotency-key': key })
      relay.deaf = true
      for (let done = 1; done <= calls; done += 1) {
        const key = randomUUID()
        const lost = call(`http://127.0.0.1:${relay.port}`, key)
        await until(async () => (await made()) >= done, 60, 'the call did not arrive')
        relay.cut()
        report.demand((await lost).status === 0, 'an answer came that was to be lost')
        const [again, once] = [await call(url, key), await call(url, key)]
        report.demand(again.status === 200, `the repeated call was answered ${again.status}`)
        report.demand(JSON.stringify(again.body) === JSON.stringify(once.body), 'two repetitions differ')
        report.demand((await made()) === done, `${await made()} effects of ${done} calls`)
      }
      relay.close()
      report.say(
        `${calls} calls, each made once and repeated twice: ${await made()} effects, the same answer each time`,
      )
      await scene.judge()
    } finally {
      await postgres.stop()
    }
  },
}
