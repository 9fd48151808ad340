import { Registry } from 'prom-client'
import { startServer } from './app.ts'
import { readConfig } from './config.ts'
import { createLog } from './http/log.ts'
import { startTelemetry } from './telemetry/start.ts'

try {
  const config = readConfig(process.env)
  const registry = new Registry()
  const say = (text: string) => log.warn(`telemetry: ${text}`)
  const telemetry = config.telemetry && (await startTelemetry(config.telemetry, { registry, say }))
  const log = createLog(config, undefined, telemetry?.line)
  const app = await startServer(config, { log, registry })
  const print = (line: string) => process.stdout.write(`${line}\n`)
  print(`Reeve is ready: ${app.url}`)
  if (app.gatewayUrl) print(`Devices connect to ${app.gatewayUrl}`)
  if (app.firstAdmin) {
    const { username, password } = app.firstAdmin
    print(`First administrator: user name ${username}, password ${password ?? 'as in REEVE_ADMIN_PASSWORD'}`)
    if (password) print('This password is shown once; change it after signing in.')
  }
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    try {
      await app.close()
      await telemetry?.stop()
      process.exit(0)
    } catch (error) {
      log.error({ err: error }, 'not stopped cleanly')
      process.exit(1)
    }
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // The terminal was closed.
  process.on('SIGHUP', stop)
} catch (error) {
  // Faults of the configuration, a locked data folder, a port in use: a sentence, not a stack.
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
