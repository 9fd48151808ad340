// Stands in until the real outbox lands.
import { appendFileSync } from 'node:fs'

interface Message {
  channel: 'sms' | 'mail'
  to: string
  template: string
  params: Record<string, string>
  locale: string
}
export interface Outbox {
  start(): Promise<void>
  stop(): Promise<void>
  sweep(name: string, everySeconds: number, run: () => Promise<unknown>): void
  notify(tx: unknown, message: Message): Promise<void>
}

export function createOutbox({ config }: { db: unknown; config: { smsUrl: string }; log: unknown }): Outbox {
  return {
    async start() {},
    async stop() {},
    sweep() {},
    async notify(_tx, message) {
      const line = `${JSON.stringify({ ...message, code: message.params.code ?? null, text: '', at: new Date().toISOString() })}\n`
      if (config.smsUrl.startsWith('file:')) appendFileSync(config.smsUrl.slice(5), line)
      else process.stdout.write(line)
    },
  }
}
