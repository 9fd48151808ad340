import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import { first } from '../../contract/required.ts'
import { send } from '../testing/edge.ts'

// Source code of a server process that prints its port and then its log.
const server = `
  import { startEdge } from ${JSON.stringify(new URL('../testing/edge.ts', import.meta.url).href)}
  const edge = await startEdge()
  console.log('port ' + edge.port)
  edge.lines.push = (line) => console.log(line.trim())
`

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Starts a server whose process can open at most `limit` files. */
async function startUnder(limit: number) {
  const child = spawn(
    'sh',
    [
      '-c',
      `ulimit -n ${limit} && exec "$0" --liftoff-only --input-type=module-typescript --eval "$1"`,
      process.execPath,
      server,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  closing.push(() => child.kill() && once(child, 'exit'))
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  const port = Number(first(lines, 'lines').split(' ')[1])
  const said = (words: string) => lines.filter((line) => line.includes(words)).length
  return { port, url: `http://127.0.0.1:${port}`, said }
}

/** Opens connections without sending anything. */
function take(port: number, count: number): { leave(): void } {
  const sockets: Socket[] = Array.from({ length: count }, () =>
    connect(port, '127.0.0.1').on('error', () => {}),
  )
  const leave = () => {
    for (const socket of sockets) socket.destroy()
  }
  closing.push(leave)
  return { leave }
}

// A shell sets the limit of open files, so these tests do not run on Windows.
describe.skipIf(process.platform === 'win32')('when no file descriptors are free', () => {
  it.each([
    ['files and connections use all descriptors', 60],
    ['connections use all descriptors except the reserved ones', 200],
  ])('logs one warning, and accepts connections again once descriptors are free: %s', async (_, limit) => {
    const { port, url, said } = await startUnder(limit)
    expect((await send(`${url}/healthz`)).status).toBe(200)
    expect((await send(`${url}/metrics`)).body).toMatch(/^reeve_descriptors_exhausted 0$/m)
    for (let times = 1; times <= 2; times += 1) {
      const { leave } = take(port, limit * 2)
      await expect.poll(() => said('no file descriptors are left')).toBe(times)
      await expect(send(`${url}/healthz`)).rejects.toThrow(/ECONNRESET|socket hang up|ECONNREFUSED/)
      leave()
      await expect.poll(() => said('file descriptors are available again')).toBe(times)
      expect((await send(`${url}/healthz`)).status).toBe(200)
      expect((await send(`${url}/metrics`)).body).toMatch(
        /^reeve_descriptors_exhausted_last_seconds [1-9]\d+$/m,
      )
    }
    expect(said('no file descriptors are left')).toBe(2)
  })

  it('closes idle keep-alive connections to release descriptors', async () => {
    const { port, url, said } = await startUnder(200)
    const sockets = Array.from({ length: 100 }, () => connect(port, '127.0.0.1').on('error', () => {}))
    closing.push(() => sockets.map((socket) => socket.destroy()))
    const closed = sockets.map((socket) => once(socket, 'close'))
    await Promise.all(
      sockets.map((socket) => {
        socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
        return once(socket, 'data')
      }),
    )
    const { leave } = take(port, 200)
    await expect.poll(() => said('no file descriptors are left')).toBe(1)
    await Promise.all(closed)
    leave()
    await expect.poll(() => said('file descriptors are available again')).toBe(1)
    expect((await send(`${url}/healthz`)).status).toBe(200)
  })
})
