import type { FastifyReply } from 'fastify'
import type { SentFile } from '../../transfer/file.ts'

/**
 * Content security policy for uploaded files. If such a file is opened directly, it is a sandboxed document
 * that cannot run scripts or load anything.
 */
export const asFile = "default-src 'none'; sandbox"

/** Sends a file as a download. Clients that do not support RFC 8187 get an ASCII file name. */
export function sendFile(
  reply: FastifyReply,
  { name, ascii: given = name, type, content }: SentFile,
): FastifyReply {
  const ascii = given.replace(/[^\w.-]+/g, '').replace(/^[-.]+/, '')
  const plain = ascii.includes('.') ? ascii : `file.${ascii}`
  const whole = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  // Stops reading the file when the client has disconnected.
  reply.raw.once('close', () => content.destroy())
  return reply
    .type(type)
    .header('Content-Disposition', `attachment; filename="${plain}"; filename*=UTF-8''${whole}`)
    .send(content)
}
