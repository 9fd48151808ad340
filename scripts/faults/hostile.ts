import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { residentMemory } from '../../bench/measure.ts'
import { last, required } from '../../contract/required.ts'
import type { Fault } from './fault.ts'
import { collecting, type Held, heldBy, lacksHeld } from './held.ts'
import { round, startScene } from './scene.ts'

const paths = ['/Register', '/api/services/backend/actions/graphql', '/login']
const atOnce = 10
/** The first round makes the server load and compile what it needs, so growth is judged from its end. */
const rounds = 3
/** Resident and heap memory in MB that further rounds may add, after a collection. */
const [growth, growthAgain] = [50, 10]

const head = (path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Type: application/json', ...headers, '', ''].join('\r\n')

/** What is sent after what is sent at once: nothing, the same over and over, or a byte a second. */
type Rest = { over: Buffer; times: number } | { drip: string } | undefined

/** What came back until the connection ended. */
function attack(port: number, begin: string | Buffer, rest: Rest): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (chunk) => (heard += chunk))
    socket.on('error', () => {})
    let dripping: NodeJS.Timeout | undefined
    socket.on('close', () => {
      clearInterval(dripping)
      resolve(heard)
    })
    socket.write(begin)
    if (!rest) return
    if ('drip' in rest) {
      dripping = setInterval(() => socket.write(rest.drip), 1_000)
      return
    }
    let left = rest.times
    const pour = () => {
      while (!socket.destroyed && left > 0) {
        left -= 1
        if (!socket.write(rest.over)) return void socket.once('drain', pour)
      }
    }
    pour()
  })
}

const spaces = Buffer.alloc(64 * 1024, ' ')
const chunk = Buffer.concat([Buffer.from('10000\r\n'), spaces, Buffer.from('\r\n')])
const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024))

/** Each against each path, and how often at once. */
const attacks: [name: string, times: number, send: (port: number, path: string) => Promise<string>][] = [
  [
    'body of 100 MB',
    atOnce,
    (port, path) => attack(port, head(path, 'Content-Length: 104857600'), { over: spaces, times: 1_600 }),
  ],
  [
    'endless chunks',
    atOnce,
    (port, path) => attack(port, head(path, 'Transfer-Encoding: chunked'), { over: chunk, times: Infinity }),
  ],
  [
    'text that is not UTF-8',
    atOnce,
    (port, path) =>
      attack(
        port,
        Buffer.concat([
          Buffer.from(head(path, 'Connection: close', 'Content-Length: 4')),
          Buffer.from([0x22, 0xff, 0xfe, 0x22]),
        ]),
        undefined,
      ),
  ],
  [
    'gzip bomb',
    atOnce,
    (port, path) =>
      attack(
        port,
        Buffer.concat([
          Buffer.from(
            head(path, 'Connection: close', 'Content-Encoding: gzip', `Content-Length: ${bomb.length}`),
          ),
          bomb,
        ]),
        undefined,
      ),
  ],
  [
    '100,000 headers',
    atOnce,
    (port, path) => {
      const lines = Array.from({ length: 100_000 }, (_, index) => `X-${index}: ${index}`)
      return attack(port, head(path, ...lines), undefined)
    },
  ],
  [
    'head that never ends',
    100,
    (port, path) => attack(port, `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Slow: `, { drip: 'x' }),
  ],
  [
    'body that never ends',
    50,
    (port, path) => attack(port, head(path, 'Content-Length: 1000'), { drip: ' ' }),
  ],
]

/** These end by a timeout of the server. */
const slow = new Set(['head that never ends', 'body that never ends'])

export const hostileBodies: Fault = {
  name: 'hostile bodies and slow clients',
  lacks: lacksHeld,
  async run(report) {
    await using scene = await startScene(report, { rate: 20, env: collecting })
    const port = Number(new URL(scene.server.url).port)
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, residentMemory(scene.server.pid))), 200)
    const held: Held[] = []
    const look = async () => {
      await pause(2_000)
      held.push(await heldBy(scene))
    }
    try {
      // Warm: what it takes for its own work is there before.
      await pause(45_000)
      await look()
      most = 0
      scene.load.take()
      for (let turn = 0; turn < rounds; turn += 1) {
        // Those that end by a timeout once: each takes its half minute.
        for (const [name, times, send] of turn ? attacks.filter(([name]) => !slow.has(name)) : attacks) {
          const answers = await Promise.all(
            paths.flatMap((path) => Array.from({ length: times }, () => send(port, path))),
          )
          const statuses = answers.map((text) => /^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 'closed')
          const wrong = statuses.filter((status) => status !== 'closed' && !status.startsWith('4'))
          report.demand(!wrong.length, `${name}: ${[...new Set(wrong)].join(', ')}`)
          if (!turn) report.say(`${name}: ${[...new Set(statuses)].sort().join(', ')}`)
        }
        await look()
      }
      const { requests, failed, slowest } = scene.load.take()
      report.demand(failed === 0, `${failed} of ${requests} requests of others failed`)
      const resident = held.map((each) => Math.round(each.resident))
      const heap = held.map((each) => Math.round(each.heap))
      const grown = Math.max(...resident.slice(1)) - required(resident[1], 'item of resident')
      report.demand(grown <= growth, `resident memory grew by ${grown} MB after the first round`)
      const again = last(heap, 'heap') - required(heap.at(-2), 'item of heap')
      report.demand(again <= growthAgain, `the last round like the one before it left ${again} MB more`)
      report.say(
        `after collection before and after ${rounds} rounds: resident ${resident.join(' → ')} MB, heap ${heap.join(' → ')} MB; resident between collections ${Math.round(most)} MB at most; ${requests} requests of others served beside, the slowest after ${round(slowest)}`,
      )
    } finally {
      clearInterval(watch)
    }
    await scene.judge()
  },
}
