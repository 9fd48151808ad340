// Browser tests start this program once per worker. It runs one server at a time, as requested by messages
// from its parent. The process is reused, because the first start takes five times as long as later ones: it
// loads the server's code and compiles the embedded database.
import { Registry } from 'prom-client'
import { required } from '../../contract/required.ts'
import { type App, startServer } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { operatorText } from '../../server/core/errors.ts'
import { createLog } from '../../server/http/log.ts'

export type Request =
  | { start: Record<string, string> }
  | { stop: true }
  /** Runs SQL statements in the database of the running server. */
  | { change: string[] }

export type Reply = { url: string; gatewayUrl: string | null } | { done: true } | { error: string }

let app: App | undefined

/** Starts a server like server/main.ts, but with these settings instead of the environment variables. */
async function start(settings: Record<string, string>): Promise<Reply> {
  const config = readConfig(settings)
  const log = createLog(config)
  for (const warning of config.warnings) log.warn(warning)
  app = await startServer(config, { log, registry: new Registry() })
  return { url: app.url, gatewayUrl: app.gatewayUrl }
}

async function reply(request: Request): Promise<Reply> {
  if ('start' in request) return start(request.start)
  const running = required(app, 'running server')
  if ('change' in request) for (const statement of request.change) await running.db.execute(statement)
  else await running.close()
  return { done: true }
}

process.on('message', async (request: Request) => {
  process.send?.(await reply(request).catch((error: Error): Reply => ({ error: operatorText(error) })))
})
process.on('disconnect', () => process.exit())
