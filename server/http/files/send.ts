import type { FastifyReply } from 'fastify'
import type { SentFile } from '../../transfer/file.ts'

/** The policy of what others have sent: opened by itself it is a document of no origin that runs and loads nothing. */
export const asFile = "default-src 'none'; sandbox"

/** Its name in ASCII for those who do not read RFC 8187. */
export function sendFile(
  reply: FastifyReply,
  { name, ascii: given = name, type, content }: SentFile,
): FastifyReply {
  const ascii = given.replace(/[^\w.-]+/g, '').replace(/^[-.]+/, '')
  const plain = ascii.includes('.') ? ascii : `file.${ascii}`
  const whole = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  // Whoever goes away takes no further page.
  reply.raw.once('close', () => content.destroy())
  return reply
    .type(type)
    .header('Content-Disposition', `attachment; filename="${plain}"; filename*=UTF-8''${whole}`)
    .send(content)
}
