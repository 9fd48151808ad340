import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Registry } from 'prom-client'
import { startServer } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { operatorText } from './core/errors.ts'
import { createLog } from './http/log.ts'
import { startTelemetry } from './telemetry/start.ts'

try {
  const config = readConfig(process.env)
  const registry = new Registry()
  const report = (text: string) => log.warn(`telemetry: ${text}`)
  const telemetry = config.telemetry && (await startTelemetry(config.telemetry, { registry, report }))
  const log = createLog(config, undefined, telemetry?.line)
  for (const warning of config.warnings) log.warn(warning)
  const app = await startServer(config, { log, registry })
  const print = (line: string) => process.stdout.write(`${line}\n`)
  print(`Reeve is ready: ${app.url}`)
  if (app.gatewayUrl) print(`Devices connect to ${app.gatewayUrl}`)
  if (app.firstAdmin) {
    const { username, password } = app.firstAdmin
    print(`First administrator: username ${username}, ${handOver(password, config)}`)
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
      log.error({ err: error }, 'the server did not stop cleanly')
      process.exit(1)
    }
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // SIGHUP is sent when the terminal is closed.
  process.on('SIGHUP', stop)
} catch (error) {
  // Report invalid settings, a locked data folder or a port in use in one sentence without a stack trace.
  process.stderr.write(`${operatorText(error as Error)}\n`)
  process.exit(error instanceof ConfigError ? 2 : 1)
}

/**
 * Returns a hint about where the operator finds the first password. The password itself is printed only on a
 * terminal, because the output of containers and services is stored in logs.
 */
function handOver(password: string | null, { databaseUrl, dataDir }: Config): string {
  if (password === null) return 'password as in REEVE_ADMIN_PASSWORD'
  if (process.stdout.isTTY)
    return `password ${password} (shown only once; must be changed at the first sign-in)`
  const file = resolve(join(dataDir, 'first-password'))
  try {
    if (databaseUrl) throw new Error('a server with PostgreSQL has no data folder')
    writeFileSync(file, `${password}\n`, { mode: 0o600, flag: 'wx' })
    return `password in ${file}: sign in, change it and delete the file`
  } catch {
    return 'the password is shown only on a terminal: set a new one with `reeve admin reset admin`'
  }
}
