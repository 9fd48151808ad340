import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Database } from '../../db/open.ts'
import { openBroker } from './broker.ts'
import { createGateway } from './index.ts'

export interface DeviceGateway {
  /** What devices connect to. */
  url: string
  /** Lets all devices go, and has written that they are gone when it resolves. */
  close(): Promise<void>
}

interface Options {
  db: Database
  log: Logger
  registry?: Registry
  config: { host: string; mqttPort?: number | undefined }
  locate(ip: string): string | null
}

/** The way in for devices that the configuration names; null where it names none. */
export async function openGateway(options: Options): Promise<DeviceGateway | null> {
  const { db, log, registry, config, locate } = options
  if (config.mqttPort === undefined) return null
  const gateway = createGateway({ db, log, ...(registry && { registry }) })
  await gateway.start()
  try {
    const { host, mqttPort: port } = config
    const broker = await openBroker({ gate: gateway, host, port, log, locate })
    return {
      url: `mqtt://${host.includes(':') ? `[${host}]` : host}:${broker.port}`,
      async close() {
        await broker.close()
        await gateway.stop()
      },
    }
  } catch (error) {
    await gateway.stop()
    throw error
  }
}
