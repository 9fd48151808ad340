import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP relay to a port on this machine that can delay, block or lose data. */
export interface Relay {
  port: number
  /** Delay of responses in milliseconds. */
  delay: number
  /** Whether data is forwarded. If false, the relay holds data back, like a network that drops packets. */
  open: boolean
  /** Whether responses are dropped while requests are still forwarded. */
  deaf: boolean
  /** Closes all connections. */
  cut(): void
  close(): void
}

export function startRelay(target: number): Promise<Relay> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      let last = Promise.resolve()
      from.on('data', (chunk) => {
        if (relay.deaf && from === far) return
        const due = performance.now() + (from === far ? relay.delay : 0)
        last = last.then(() => untilPassable(due)).then(() => void to.write(chunk))
      })
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        void last.then(() => to.destroy())
      })
    }
  })
  async function untilPassable(due: number): Promise<void> {
    while (!relay.open || performance.now() < due)
      await new Promise((next) => setTimeout(next, relay.open ? Math.max(0, due - performance.now()) : 50))
  }
  const relay: Relay = {
    ...{ port: 0, delay: 0, open: true, deaf: false },
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    close() {
      relay.cut()
      server.close()
    },
  }
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      relay.port = (server.address() as AddressInfo).port
      resolve(relay)
    }),
  )
}
