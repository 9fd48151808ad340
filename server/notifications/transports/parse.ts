import { first } from '../../../contract/required.ts'
import { aliyunTransport } from './aliyun.ts'
import { fileTransport } from './file.ts'
import { logTransport } from './log.ts'
import { smtpTransport } from './smtp.ts'
import { tencentTransport } from './tencent.ts'
import type { Channel, FetchReceipt, Sender, Transport } from './transport.ts'
import { webhookTransport } from './webhook.ts'

const always = { log: logTransport, file: fileTransport, https: webhookTransport, http: webhookTransport }

const schemes: Record<Channel, Record<string, (setting: string) => Sender>> = {
  sms: { ...always, aliyun: aliyunTransport, tencent: tencentTransport },
  mail: { ...always, smtp: smtpTransport, smtps: smtpTransport },
}

const forms = {
  sms: 'log:, file:PATH, aliyun:…, tencent:… or an https: URL',
  mail: 'log:, file:PATH, smtp:…, smtps:… or an https: URL',
}

/**
 * Returns the transport for a setting without opening a connection. Throws an Error whose message continues a
 * sentence that starts with the name of the setting, such as "must be …" or "lacks …". Error messages contain
 * the names of parameters but not their values.
 */
export function parseTransport(
  setting: string,
  channel: Channel,
): Transport & { provider: string; fetchReceipt?: FetchReceipt | undefined } {
  const scheme = first(setting.split(':'), 'split')
  const open = schemes[channel][scheme]
  if (!open || !setting.includes(':')) throw new Error(`must be ${forms[channel]}`)
  try {
    const sender = open(setting)
    return {
      async send(message, log, timeout) {
        return { provider: scheme, providerId: await sender.send(message, log, timeout) }
      },
      provider: scheme,
      fetchReceipt: sender.fetchReceipt,
      missing: sender.missing,
      reach: sender.reach,
    }
  } catch (error) {
    if (error instanceof URIError) throw new Error('must encode % as %25 in its username and password')
    throw error
  }
}
