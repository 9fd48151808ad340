import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Database } from '../db/open.ts'
import { openBroker } from './broker.ts'
import { type ExternalBroker, openExternal } from './external.ts'
import { createGateway } from './index.ts'

export interface DeviceGateway {
  /** What devices connect to. */
  url: string
  /** Set where the broker is another program: what it asks of us. */
  external: Pick<ExternalBroker, 'admits' | 'isBroker'> | null
  /** Sends the devices to the other servers, if there are any; whom it has not reached `close` ends. */
  handOver(): Promise<void>
  /** Once it resolves, it is written which of the devices that were connected to this server have gone. */
  close(): Promise<void>
}

interface Options {
  db: Database
  log: Logger
  registry?: Registry
  config: { host: string; mqttPort?: number | undefined; mqttUrl?: string | undefined }
  locate(ip: string): string | null
}

/** As a device outside this machine reaches it: a broker that listens everywhere is where the console is. */
export function reachableUrl(gatewayUrl: string, publicUrl: string): string {
  const url = new URL(gatewayUrl)
  if (['0.0.0.0', '[::]'].includes(url.hostname)) url.hostname = new URL(publicUrl).hostname
  return url.href
}

/** The way in for devices that the configuration names; null where it names none. */
export async function openGateway(options: Options): Promise<DeviceGateway | null> {
  const { db, log, registry, config, locate } = options
  if (config.mqttUrl) {
    const external = await openExternal({ db, log, url: config.mqttUrl, locate })
    const shown = new URL(config.mqttUrl)
    shown.username = ''
    shown.password = ''
    return { url: shown.href, external, handOver: async () => {}, close: external.close }
  }
  if (config.mqttPort === undefined) return null
  const gateway = createGateway({ db, log, ...(registry && { registry }) })
  await gateway.start()
  try {
    const { host, mqttPort: port } = config
    const broker = await openBroker({ gate: gateway, host, port, log, locate })
    return {
      url: `mqtt://${host.includes(':') ? `[${host}]` : host}:${broker.port}`,
      external: null,
      async handOver() {
        // A database that does not answer has nobody wait for it.
        if (await gateway.hasPeers().catch(() => false)) await broker.handOver()
      },
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
