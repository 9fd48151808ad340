import type { Sender } from './transport.ts'

/**
 * Returns a transport for development, which logs the whole message including codes. The configuration is
 * only valid if HOST is a loopback address.
 */
export function logTransport(setting: string): Sender {
  if (setting !== 'log:') throw new Error('must be exactly log:')
  return {
    async send({ channel, to, text }, log) {
      log.info(`${channel === 'sms' ? 'SMS' : 'Mail'} to ${to}: ${text}`)
    },
    reach: async () => 'messages are written to the log. Use this for tests only.',
  }
}
