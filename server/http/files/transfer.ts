import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Progress } from '../../../contract/import.ts'
import { limits } from '../../../contract/limits.ts'
import { required } from '../../../contract/required.ts'
import type { Icons } from '../../applications/icons/icons.ts'
import type { Documents } from '../../certification/documents/files.ts'
import { AppError, badInput } from '../../core/errors.ts'
import type { RequestInfo } from '../../core/request.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { DataExports } from '../../transfer/data-export/give.ts'
import type { Imports } from '../../transfer/run-import.ts'
import type { Exports } from '../../transfer/write-export.ts'
import { takeBytes } from '../body.ts'
import { answerTo, isToLog, problem } from '../problem.ts'
import { bearerToken, callerOf, type OpenIdempotentRequest, once } from '../request.ts'
import { documentRoutes } from './documents.ts'
import { iconRoute, iconUpload } from './icons.ts'
import { sendFile } from './send.ts'

export interface TransferCalls {
  loadViewer(accessToken: string | undefined, request: RequestInfo): Promise<Viewer | null>
  exportList: Exports
  imports: Imports
  dataExports: DataExports
  documents: Documents
  icons: Icons
}

interface ListRoute {
  Params: { list: string; id: string }
  Querystring: Record<string, unknown>
}

/**
 * Adds the routes of exports, imports, documents and icons. All routes require a signed-in caller, except the
 * public route of icons.
 */
export function transferRoutes(
  app: FastifyInstance,
  { loadViewer, exportList, imports, dataExports, documents, icons }: TransferCalls,
  openIdempotentRequest: OpenIdempotentRequest,
): void {
  const onceFor = <T>(request: FastifyRequest, run: (info: RequestInfo) => Promise<T>) => {
    const { accountId } = required(request.viewer, 'viewer')
    return once(request, { accountId, token: bearerToken(request), open: openIdempotentRequest }, run)
  }

  iconRoute(app, icons)
  app.register(async (scope) => {
    scope.decorateRequest('viewer', null)
    // Runs before the body is read, so that only signed-in callers can upload megabytes.
    scope.addHook('onRequest', async (request) => {
      request.viewer = await loadViewer(bearerToken(request), request.info)
      if (!request.viewer) throw new AppError('UNAUTHENTICATED')
    })
    // List names are case-insensitive, like the rest of the path.
    scope.addHook('preHandler', async ({ params }) => {
      const named = params as Partial<ListRoute['Params']>
      if (named.list) named.list = named.list.toLowerCase()
    })
    documentRoutes(scope, documents)
    iconUpload(scope, icons)
    // The body limit is sufficient for the maximum number of selected ids.
    scope.post<ListRoute>('/api/export/:list', { bodyLimit: 2 * 1024 * 1024 }, async (request, reply) =>
      sendFile(reply, await exportList(request.params.list, request.body, callerOf(request))),
    )
    scope.post<ListRoute>('/api/data-export/:id', async (request, reply) => {
      const { sent, ...file } = await dataExports(request.params.id, callerOf(request))
      reply.raw.once('close', () => {
        sent(reply.raw.writableFinished).catch((error) =>
          request.log.warn({ err: error }, 'could not mark the data export as downloaded'),
        )
      })
      return sendFile(reply.header('Cache-Control', 'no-store'), file)
    })
    scope.get<ListRoute>('/api/import/:list/template', async (request, reply) =>
      sendFile(reply, await imports.template(request.params.list, callerOf(request))),
    )
    scope.register(async (own) => {
      takeBytes(own)
      own.post<ListRoute>('/api/import/:list', { bodyLimit: limits.import.bytes }, (request, reply) => {
        const { params, query, body: content } = request
        if (!Buffer.isBuffer(content)) throw badInput({ file: ['import.unreadable'] })
        return sendProgress(request, reply, (report) =>
          onceFor(request, (info) =>
            imports.upload(params.list, { query, content }, { ...callerOf(request), request: info }, report),
          ),
        )
      })
    })
    scope.post<ListRoute>('/api/import/:list/:id', { bodyLimit: 256 * 1024 }, (request, reply) => {
      const { params, body } = request
      return sendProgress(request, reply, (report) =>
        onceFor(request, (info) =>
          imports.apply(params.list, params.id, body, { ...callerOf(request), request: info }, report),
        ),
      )
    })
    scope.get<ListRoute>('/api/import/:list/:id/failures', async (request, reply) =>
      sendFile(reply, await imports.failures(request.params.list, request.params.id, callerOf(request))),
    )
  })
}

/**
 * Sends progress as lines of JSON and `{result}` as the last line. An error before the first progress is sent
 * as a normal error response. A later error is sent as the line `{problem}`. The work continues if the client
 * disconnects.
 */
async function sendProgress(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (report: (progress: Progress) => void) => Promise<object>,
): Promise<unknown> {
  const lines = new PassThrough()
  const begun = Promise.withResolvers<void>()
  const write = (line: object) => {
    if (!lines.destroyed) lines.write(`${JSON.stringify(line)}\n`)
  }
  const work = run((progress) => {
    // Reading the file is fast and can still fail. The response therefore starts only with the progress of
    // the next phase.
    if (progress.phase !== 'read') begun.resolve()
    write(progress)
  })
  await Promise.race([begun.promise, work])
  work
    .then((result) => write({ result }))
    .catch((error) => {
      const answer = answerTo(error, request.info.locale)
      if (isToLog(answer, error)) request.log.error({ err: error }, 'import failed')
      write({ problem: problem(answer, request.id) })
    })
    .finally(() => lines.end())
  return reply.header('X-Accel-Buffering', 'no').type('application/x-ndjson; charset=utf-8').send(lines)
}
