import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { required } from '../../contract/required.ts'
import { lifeline } from '../../scripts/lib/run.js'
import { compiled, linesOf, outboxOf, type Server, settingsFor } from './server.ts'
import type { Reply, Request } from './server-host.ts'

export interface HostedServer extends Server {
  /** URL to which devices connect; null if REEVE_MQTT_PORT is not set. */
  gatewayUrl: string | null
  /**
   * Runs SQL statements in the server's database. Tests use this to create states that would otherwise
   * require waiting or an import.
   */
  change(...statements: string[]): Promise<void>
}

interface Host {
  child: ChildProcess
  /** Log lines of the server that this host is running. */
  lines: string[]
  call(request: Request): Promise<Reply>
}

/**
 * Host processes that are not running a server. A worker needs a second host only if a test file runs two
 * servers at the same time.
 */
const idle: Host[] = []

/**
 * Starts a server with the data folder, in a process that test files reuse. Stopping the server does not
 * remove the folder. Use startServer if the test kills the process or reads the output of server/main.ts.
 */
export async function startHosted(env: Record<string, string>, folder: string): Promise<HostedServer> {
  const host = idle.pop() ?? openHost()
  const lines: string[] = []
  host.lines = lines
  const started = await host.call({ start: { ...settingsFor(folder), ...env } })
  if (!('url' in started)) throw new Error(`The server did not start:\n${lines.join('\n')}`)
  const output = () => lines.join('\n')
  return {
    url: started.url,
    gatewayUrl: started.gatewayUrl,
    pid: required(host.child.pid, 'process id'),
    dataDir: folder,
    output,
    ...outboxOf(folder, output),
    change: async (...statements) => void (await host.call({ change: statements })),
    async stop() {
      await host.call({ stop: true })
      idle.push(host)
    },
    async kill() {
      const ended = once(host.child, 'exit')
      host.child.kill('SIGKILL')
      await ended
    },
  }
}

function openHost(): Host {
  // The reason for --liftoff-only is in vitest.config.ts.
  const args = ['--liftoff-only', ...lifeline, join(import.meta.dirname, 'server-host.ts')]
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'ipc'],
  })
  const host: Host = {
    child,
    lines: [],
    async call(request) {
      const ended = (code: number) =>
        answer.reject(new Error(`The server process exited with code ${code}:\n${host.lines.join('\n')}`))
      const answer = Promise.withResolvers<Reply>()
      child.once('message', (reply: Reply) => answer.resolve(reply))
      child.once('exit', ended)
      child.send(request)
      const reply = await answer.promise.finally(() => child.off('exit', ended))
      if ('error' in reply) throw new Error(`${reply.error}\n${host.lines.join('\n')}`)
      return reply
    },
  }
  linesOf(child, (line) => host.lines.push(line))
  // An idle host must not prevent the worker from exiting. The host exits when the worker's IPC channel
  // closes.
  child.unref()
  child.channel?.unref()
  for (const stream of child.stdio) if (stream instanceof Socket) stream.unref()
  return host
}
