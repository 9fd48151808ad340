import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { required } from '../../contract/required.ts'
import { listen, type Received } from '../../server/testing/http-server.ts'
import { post } from '../lib/caller.ts'
import type { Fault } from './fault.ts'
import { fillFolder, newFolder, round, startHere } from './scene.ts'

/** What the provider does, by the last digit but one of the phone; seconds. */
const habits = ['slow (3 s)', 'failing twice (500)', 'accepting without an answer'] as const
const [perHabit, watched] = [5, 70]

interface Try {
  id: string
  at: number
}

export const smsProvider: Fault = {
  name: 'SMS provider slow, failing, accepting without an answer',
  async run(report) {
    const tries = new Map<string, Try[]>()
    const answer = ({ headers, body }: Received, response: ServerResponse) => {
      const { to } = JSON.parse(body)
      const own = [...(tries.get(to) ?? []), { id: `${headers['webhook-id']}`, at: performance.now() }]
      tries.set(to, own)
      const habit = Number(to.at(-2))
      if (habit === 0) setTimeout(() => response.writeHead(200).end(), 3_000)
      else if (habit === 1) response.writeHead(own.length < 3 ? 500 : 200).end()
    }
    await using provider = await listen(answer)
    const dataDir = newFolder()
    await fillFolder(dataDir)
    const server = await startHere({ REEVE_SMS_URL: `http://${provider.host}/sms` }, { dataDir })
    try {
      const phones = habits.flatMap((_, habit) =>
        Array.from({ length: perHabit }, (_, index) => `+861380000${String(1000 + habit * 10 + index)}`),
      )
      let slowest = 0
      const asked = await Promise.all(
        phones.map(async (mobilePhone) => {
          const began = performance.now()
          const body = JSON.stringify({ mobilePhone, purpose: 'register' })
          const { status } = await post(`${server.url}/RegisterCode`, 'application/json', body)
          slowest = Math.max(slowest, performance.now() - began)
          return status
        }),
      )
      report.demand(
        asked.every((status) => status === 200),
        `asked for a code: ${asked.join(', ')}`,
      )
      report.within(slowest, 2_000, 'a caller waited')
      await pause(watched * 1_000)
      for (const phone of phones) {
        const own = tries.get(phone) ?? []
        const habit = required(habits[Number(phone.at(-2))], 'item of habits')
        report.demand(new Set(own.map(({ id }) => id)).size === 1, `${habit}: not one message a request`)
        if (habit === habits[0]) report.demand(own.length === 1, `${habit}: sent ${own.length} times`)
        if (habit === habits[1]) report.demand(own.length === 3, `${habit}: ${own.length} tries`)
        if (habit === habits[2]) report.demand(own.length > 1, `${habit}: not tried again`)
      }
      const triesOf = (index: number) =>
        (tries.get(required(phones[index * perHabit], 'item of phones')) ?? []).length
      /** Milliseconds before the n-th try of those that failed, on average. */
      const pauseBefore = (nth: number) => {
        const all = phones.slice(perHabit, 2 * perHabit).map((phone) => tries.get(phone) ?? [])
        const pauses = all.flatMap((own) =>
          own[nth] ? [own[nth].at - required(own[nth - 1], 'item of own').at] : [],
        )
        return pauses.reduce((sum, each) => sum + each, 0) / pauses.length
      }
      report.demand(pauseBefore(2) > pauseBefore(1), 'the second pause was not longer than the first')
      report.say(
        `${phones.length} codes asked for at once, the slowest answer after ${round(slowest)}; tries in ${watched} s by habit: ` +
          `${habits.map((habit, index) => `${habit}: ${triesOf(index)}`).join(', ')}, each with the id of its message; pauses of those that failed: ${round(pauseBefore(1))}, ${round(pauseBefore(2))}`,
      )
    } finally {
      await server.stop()
    }
  },
}
