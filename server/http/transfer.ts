import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../core/errors.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Exports, SentFile } from '../transfer/export.ts'
import { bearer } from './menu.ts'

export interface TransferCalls {
  loadViewer(accessToken: string | undefined, request: RequestInfo): Promise<Viewer | null>
  exportList: Exports
}

/** Lists as files. */
export function transferRoutes(app: FastifyInstance, { loadViewer, exportList }: TransferCalls): void {
  async function callerOf(request: FastifyRequest) {
    const viewer = await loadViewer(bearer(request), request.info)
    if (!viewer) throw new AppError('UNAUTHENTICATED')
    return { viewer, request: request.info }
  }

  app.post<{ Params: { list: string } }>('/api/export/:list', async (request, reply) =>
    sendFile(reply, await exportList(request.params.list, request.body, await callerOf(request))),
  )
}

/** Its name in ASCII for those who do not read RFC 8187. */
function sendFile(reply: FastifyReply, { name, type, content }: SentFile): FastifyReply {
  const plain = name.replace(/[^\w.-]+/g, '').replace(/^-+/, '') || 'file'
  const whole = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  // Whoever goes away takes no further page.
  reply.raw.once('close', () => content.destroy())
  return reply
    .type(type)
    .header('Content-Disposition', `attachment; filename="${plain}"; filename*=UTF-8''${whole}`)
    .send(content)
}
