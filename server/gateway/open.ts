import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Database } from '../db/open.ts'
import { openBroker } from './broker.ts'
import { type ExternalBroker, openExternal } from './external.ts'
import { createGateway } from './index.ts'

export interface DeviceGateway {
  /** The URL that devices connect to. */
  url: string
  /** Functions that authenticate devices of an external broker. Null for the embedded broker. */
  external: Pick<ExternalBroker, 'admits' | 'isBroker'> | null
  /**
   * Disconnects the devices gradually, so that they move to other servers. Does nothing if there are no other
   * servers. `close` disconnects the remaining devices.
   */
  handOver(): Promise<void>
  /** Disconnects the devices of this server. Resolves when all their disconnections are stored. */
  close(): Promise<void>
}

interface Options {
  db: Database
  log: Logger
  registry?: Registry
  config: { host: string; mqttPort?: number | undefined; mqttUrl?: string | undefined }
  locate(ip: string): string | null
}

/**
 * Returns the gateway URL for devices on other machines. If the broker listens on all interfaces, the URL
 * contains the host of the public URL.
 */
export function reachableUrl(gatewayUrl: string, publicUrl: string): string {
  const url = new URL(gatewayUrl)
  if (['0.0.0.0', '[::]'].includes(url.hostname)) url.hostname = new URL(publicUrl).hostname
  return url.href
}

/** Opens the configured gateway. Returns null if no gateway is configured. */
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
        // If the database is unavailable, the devices are not handed over, because other servers could not
        // accept them.
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
