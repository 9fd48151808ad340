import type { FastifyInstance } from 'fastify'
import { documentLimits } from '../../../contract/documents.ts'
import type { Documents } from '../../certification/documents/files.ts'
import { badInput } from '../../core/errors.ts'
import { takeBytes } from '../body.ts'
import { callerOf } from '../request.ts'
import { asFile, sendFile } from './send.ts'

/**
 * Adds the routes for uploading and downloading documents. The scope must have loaded the viewer. The file
 * name is sent in a header, because URLs are logged.
 */
export function documentRoutes(scope: FastifyInstance, documents: Documents): void {
  scope.register(async (own) => {
    takeBytes(own)
    own.post('/api/papers', { bodyLimit: documentLimits.bytes }, async (request, reply) => {
      const { body, headers } = request
      if (!Buffer.isBuffer(body) || !body.length) throw badInput({ file: ['document.type'] })
      const kept = await documents.keep(body, nameIn(headers['content-disposition']), callerOf(request))
      return reply.code(201).send(kept)
    })
    own.get<{ Params: { id: string } }>('/api/papers/:id', async (request, reply) =>
      sendFile(
        reply.headers({ 'Cache-Control': 'private, no-store', 'Content-Security-Policy': asFile }),
        await documents.give(request.params.id, callerOf(request)),
      ),
    )
  })
}

/**
 * Returns the file name in a header such as `attachment; filename*=UTF-8''licence.png` (RFC 6266), or '' if
 * the header contains no name.
 */
function nameIn(disposition: string | undefined): string {
  const encoded = /filename\*=UTF-8''([^;\s]{1,2000})/i.exec(disposition ?? '')?.[1] ?? ''
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}
