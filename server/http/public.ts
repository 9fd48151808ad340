import type { FastifyInstance, FastifyRequest } from 'fastify'
import { keyHeader } from '../core/idempotency/keyed.ts'
import type { RequestInfo } from '../core/request.ts'
import { bearerToken, type OpenKeyed, once } from './request.ts'

type Call<Result> = (input: unknown, request: RequestInfo) => Promise<Result>

/** What is called without a token, but for a code to confirm who one is. Each checks its own input and throws AppError. */
export interface AccountCalls {
  requestCode(
    input: unknown,
    request: RequestInfo,
    accessToken: string | undefined,
  ): Promise<{ expiresIn: number; resendAfter: number }>
  checkLoginId: Call<{ available: boolean }>
  register: Call<{ id: string }>
  resetPassword: Call<void>
}

interface Means {
  openKeyed: OpenKeyed
  loadViewer(token: string | undefined, request: RequestInfo): Promise<{ accountId: string } | null>
}

export function publicRoutes(app: FastifyInstance, accounts: AccountCalls, means: Means): void {
  /** A token is asked for by no more than one of them, but whoever sends one is known by it. */
  async function onceFor<T>(request: FastifyRequest, run: (info: RequestInfo) => Promise<T>): Promise<T> {
    const token = bearerToken(request)
    const keyed = Object.hasOwn(request.headers, keyHeader)
    const viewer = token && keyed ? await means.loadViewer(token, request.info) : null
    return once(request, { accountId: viewer?.accountId ?? null, token, open: means.openKeyed }, run)
  }

  app.post('/RegisterCode', (request) =>
    onceFor(request, (info) => accounts.requestCode(request.body, info, bearerToken(request))),
  )
  app.post('/CheckLoginId', ({ body, info }) => accounts.checkLoginId(body, info))
  app.post('/Register', async (request, reply) => {
    const created = await onceFor(request, (info) => accounts.register(request.body, info))
    return reply.code(201).send(created)
  })
  app.post('/ResetPassword', async (request, reply) => {
    await onceFor(request, (info) => accounts.resetPassword(request.body, info))
    return reply.code(204).send()
  })
}
