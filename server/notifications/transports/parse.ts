import { first } from '../../../contract/required.ts'
import { aliyunTransport } from './aliyun.ts'
import { fileTransport } from './file.ts'
import { logTransport } from './log.ts'
import { smtpTransport } from './smtp.ts'
import { tencentTransport } from './tencent.ts'
import type { AskReceipt, Channel, Transport, Way } from './transport.ts'
import { webhookTransport } from './webhook.ts'

const always = { log: logTransport, file: fileTransport, https: webhookTransport, http: webhookTransport }

const schemes: Record<Channel, Record<string, (setting: string) => Way>> = {
  sms: { ...always, aliyun: aliyunTransport, tencent: tencentTransport },
  mail: { ...always, smtp: smtpTransport, smtps: smtpTransport },
}

const forms = {
  sms: 'log:, file:PATH, aliyun:…, tencent:… or an https: address',
  mail: 'log:, file:PATH, smtp:…, smtps:… or an https: address',
}

/**
 * Opens no connection. @throws {Error} whose message continues the setting's name: "must be …", "lacks …"; it repeats
 * nothing of the setting but names of parameters
 */
export function parseTransport(
  setting: string,
  channel: Channel,
): Transport & { provider: string; askReceipt?: AskReceipt | undefined } {
  const scheme = first(setting.split(':'), 'setting')
  const open = schemes[channel][scheme]
  if (!open || !setting.includes(':')) throw new Error(`must be ${forms[channel]}`)
  try {
    const way = open(setting)
    return {
      async send(message, log, timeout) {
        return { provider: scheme, providerId: await way.send(message, log, timeout) }
      },
      provider: scheme,
      askReceipt: way.askReceipt,
      missing: way.missing,
      reach: way.reach,
    }
  } catch (error) {
    if (error instanceof URIError)
      throw new Error('must have a user name and a password in which % is written %25')
    throw error
  }
}
