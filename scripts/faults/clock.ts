import { join } from 'node:path'
import type { Server } from '../../e2e/harness/server.ts'
import { startPostgres } from '../../server/testing/postgres.ts'
import { ask, post, refresh, signIn } from '../lib/caller.ts'
import { withClient } from '../lib/client.ts'
import { ensureFaketime, movedClock } from '../lib/clock.ts'
import type { Fault, Report } from './fault.ts'
import { newFolder, settingsOfNodes, startHere } from './scene.ts'

const moves = ['+1h', '+90d', '-1h', '-90d']
const password = 'paper-boats-on-wine'
let phones = 0
const newPhone = () => `+86138${String(20_000_000 + phones++)}`

const json = (url: string, body: object) => post(url, 'application/json', JSON.stringify(body))

async function codeFor(server: Server, phone: string): Promise<string> {
  await json(`${server.url}/RegisterCode`, { mobilePhone: phone, purpose: 'register' })
  return server.newestCode(phone)
}

const register = async (server: Server, mobilePhone: string, mobilePhoneCode: string) =>
  (await json(`${server.url}/Register`, { mobilePhone, mobilePhoneCode, password })).status

/** Between a server whose clock is right and one whose clock is `by` ahead or behind. */
async function compare(report: Report, url: string, right: Server, wrong: Server, by: string): Promise<void> {
  const demand = (holds: boolean, otherwise: string) => report.demand(holds, `${by}: ${otherwise}`)
  for (const [giver, taker, way] of [
    [right, wrong, 'given by the right one'],
    [wrong, right, 'given by the wrong one'],
  ] as const) {
    const phone = newPhone()
    demand((await register(taker, phone, await codeFor(giver, phone))) === 201, `a code ${way} died early`)
    const tokens = (await signIn(giver.url, phone, password)).body
    demand(
      (await ask(taker.url, tokens.access_token, '{ auth { id } }')).status === 200,
      `a token ${way} died early`,
    )
    demand((await refresh(taker.url, tokens.refresh_token)).status === 200, `a session ${way} died early`)

    const other = newPhone()
    const old = await codeFor(giver, other)
    const dead = (await signIn(giver.url, phone, password)).body
    await withClient(url, async (client) => {
      await client.query(
        `update verification_code set created_at = created_at - interval '5 min 1 s', expires_at = expires_at - interval '5 min 1 s'`,
      )
      await client.query(`update session set last_access_at = now() - interval '31 days'`)
    })
    demand((await register(taker, other, old)) === 400, `a code ${way} revived`)
    demand((await refresh(taker.url, dead.refresh_token)).status === 400, `a session ${way} revived`)
    demand(
      (await ask(taker.url, dead.access_token, '{ auth { id } }')).status === 401,
      `a token ${way} revived`,
    )
  }
}

export const movedClocks: Fault = {
  name: 'clock of a server moved by an hour and by 90 days, either way',
  async run(report) {
    ensureFaketime()
    const postgres = await startPostgres()
    const dataDir = newFolder()
    // Either server sends what the other was asked for.
    const REEVE_SMS_URL = `file:${join(dataDir, 'messages.jsonl')}`
    const [one, other] = await settingsOfNodes(postgres.url, 2)
    try {
      const right = await startHere({ ...one, REEVE_SMS_URL }, { dataDir })
      try {
        for (const by of moves) {
          const wrong = await startHere({ ...other, REEVE_SMS_URL, ...movedClock(by) }, { dataDir })
          try {
            await compare(report, postgres.url, right, wrong, by)
          } finally {
            await wrong.stop()
          }
        }
      } finally {
        await right.stop()
      }
    } finally {
      await postgres.stop()
    }
    report.say(
      `${moves.join(', ')}: codes, access and refresh tokens and sessions, given by one server, taken by the other`,
    )
  },
}
