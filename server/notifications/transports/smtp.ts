import { createTransport } from 'nodemailer'
import { required } from '../../../contract/required.ts'
import { isLoopback } from '../../core/loopback.ts'
import { DeliveryError, deliveryTimeout, type Sender } from './transport.ts'

interface SmtpError {
  code?: string
  responseCode?: number
}

/**
 * Returns a transport for smtp://USER:PASSWORD@HOST:PORT/?from=ADDRESS (STARTTLS) or smtps: (implicit TLS).
 */
export function smtpTransport(setting: string): Sender {
  const url = URL.canParse(setting) ? new URL(setting) : undefined
  const from = url?.searchParams.get('from')
  if (!url?.hostname) throw new Error('must be of the form smtp://USER:PASSWORD@HOST:PORT/?from=ADDRESS')
  if (!from) throw new Error('must have a from parameter with the sender address of emails')
  const domain = /@([a-z\d.-]+)>?$/i.exec(from)?.[1]
  if (!domain) throw new Error('must have an email address as its from parameter')
  const unknown = [...url.searchParams.keys()].filter((name) => name !== 'from')
  if (unknown.length) throw new Error(`has unknown parameters: ${unknown.join(', ')}`)
  const secure = url.protocol === 'smtps:'
  const mailer = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    // Emails and passwords are never sent unencrypted, unless the host is a loopback address.
    requireTLS: !secure && !isLoopback(url.hostname),
    ignoreTLS: !secure && isLoopback(url.hostname),
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    connectionTimeout: deliveryTimeout,
    greetingTimeout: deliveryTimeout,
    socketTimeout: deliveryTimeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, to, subject, text }) {
      try {
        await mailer.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html: html(subject, text),
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        const { code, responseCode } = error as SmtpError
        // Whether the server rejected this particular email. Connection and authentication errors are retried
        // instead, because the operator can fix them.
        const refused = (responseCode ?? 0) >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
        const reason = `SMTP ${responseCode ?? ''} ${code ?? ''}`.replace(/\s+/g, ' ').trim()
        throw new DeliveryError(refused ? 'refused' : 'retry', reason)
      }
    },
    async reach() {
      try {
        await mailer.verify()
      } catch (error) {
        const { code, responseCode, message } = error as SmtpError & Error
        throw new Error(responseCode ? `SMTP ${responseCode} ${code ?? ''}`.trim() : message)
      }
      return `${url.host} responds${url.username ? ' and accepts the credentials' : ''}`
    },
  }
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => required(escapes[sign], 'item of escapes'))

const html = (subject: string, text: string) =>
  `<!doctype html><meta charset="utf-8"><title>${escapeHtml(subject)}</title>` +
  `<p style="font:16px/1.6 system-ui,sans-serif;max-width:36em">${escapeHtml(text)}</p>`
