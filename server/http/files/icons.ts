import type { FastifyInstance } from 'fastify'
import { limits } from '../../../contract/limits.ts'
import { required } from '../../../contract/required.ts'
import type { Icons } from '../../applications/icons/icons.ts'
import { badInput } from '../../core/errors.ts'
import { takeBytes } from '../body.ts'
import { asFile } from './send.ts'

/**
 * Adds the route for uploading icons, for people who manage OAuth clients. The scope must have loaded the
 * viewer.
 */
export function iconUpload(scope: FastifyInstance, icons: Icons): void {
  scope.register(async (own) => {
    takeBytes(own)
    own.post('/api/icons', { bodyLimit: limits.application.icon.bytes }, async ({ body, viewer }, reply) => {
      if (!Buffer.isBuffer(body)) throw badInput({ file: ['application.iconType'] })
      return reply.code(201).send({ icon: await icons.keep(body, required(viewer, 'viewer')) })
    })
  })
}

/**
 * Adds the public route of icons, which sign-in pages show. The URL contains the hash of the icon, so the
 * content at a URL never changes.
 */
export function iconRoute(app: FastifyInstance, icons: Icons): void {
  app.get<{ Params: { hash: string } }>('/api/icons/:hash', async ({ params }, reply) => {
    const icon = await icons.give(params.hash)
    return reply
      .type('image/png')
      .headers({ 'Cache-Control': 'public, max-age=31536000, immutable', 'Content-Security-Policy': asFile })
      .send(icon)
  })
}
