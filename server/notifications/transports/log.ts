import type { Way } from './transport.ts'

/** For developers: the whole message, its code included, in the server's log. Refused unless HOST is loopback. */
export function logTransport(setting: string): Way {
  if (setting !== 'log:') throw new Error('must be log: with nothing after it')
  return {
    async send({ channel, to, text }, log) {
      log.info(`${channel === 'sms' ? 'SMS' : 'Mail'} to ${to}: ${text}`)
    },
    reach: async () => 'messages are printed in the log: for trials alone',
  }
}
