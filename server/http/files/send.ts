import type { FastifyReply } from 'fastify'
import type { SentFile } from '../../transfer/file.ts'

/**
 * Content security policy of uploaded files. A file that is opened directly is a sandboxed document that
 * cannot run or load anything.
 */
export const asFile = "default-src 'none'; sandbox"

/** Sends a file. Clients that do not support RFC 8187 get an ASCII name. */
export function sendFile(
  reply: FastifyReply,
  { name, ascii: given = name, type, content }: SentFile,
): FastifyReply {
  const ascii = given.replace(/[^\w.-]+/g, '').replace(/^[-.]+/, '')
  const plain = ascii.includes('.') ? ascii : `file.${ascii}`
  const whole = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  // Stops reading further pages when the client has disconnected.
  reply.raw.once('close', () => content.destroy())
  return reply
    .type(type)
    .header('Content-Disposition', `attachment; filename="${plain}"; filename*=UTF-8''${whole}`)
    .send(content)
}
