import type { FastifyInstance } from 'fastify'
import { limits } from '../../../contract/limits.ts'
import { required } from '../../../contract/required.ts'
import type { Icons } from '../../applications/icons/icons.ts'
import { badInput } from '../../core/errors.ts'
import { takeBytes } from '../body.ts'
import { asFile } from './send.ts'

/** Sent by who manages applications, in a scope that knows who calls. */
export function iconUpload(scope: FastifyInstance, icons: Icons): void {
  scope.register(async (own) => {
    takeBytes(own)
    own.post('/api/icons', { bodyLimit: limits.application.icon.bytes }, async ({ body, viewer }, reply) => {
      if (!Buffer.isBuffer(body)) throw badInput({ file: ['application.iconType'] })
      return reply.code(201).send({ icon: await icons.keep(body, required(viewer, 'viewer')) })
    })
  })
}

/** For everyone: the page of a sign-in shows it. Its address is that of its content, so it never changes. */
export function iconRoute(app: FastifyInstance, icons: Icons): void {
  app.get<{ Params: { hash: string } }>('/api/icons/:hash', async ({ params }, reply) => {
    const icon = await icons.give(params.hash)
    return reply
      .type('image/png')
      .headers({ 'Cache-Control': 'public, max-age=31536000, immutable', 'Content-Security-Policy': asFile })
      .send(icon)
  })
}
