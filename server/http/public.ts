import type { FastifyInstance, FastifyRequest } from 'fastify'
import { idempotencyKeyHeader } from '../core/idempotency/idempotent-request.ts'
import type { RequestInfo } from '../core/request.ts'
import { bearerToken, type OpenIdempotentRequest, once } from './request.ts'

type Call<Result> = (input: unknown, request: RequestInfo) => Promise<Result>

/**
 * API calls that require no token. The exception is requestCode(), which requires an access token if the code
 * proves the user's identity. Each call validates its own input and throws AppError.
 */
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

interface Dependencies {
  openIdempotentRequest: OpenIdempotentRequest
  loadViewer(token: string | undefined, request: RequestInfo): Promise<{ accountId: string } | null>
}

export function publicRoutes(app: FastifyInstance, accounts: AccountCalls, dependencies: Dependencies): void {
  /**
   * Runs a call as an idempotent request if it has an Idempotency-Key. Most of these calls require no token,
   * but if the request has one, the token identifies the caller.
   */
  async function onceFor<T>(request: FastifyRequest, run: (info: RequestInfo) => Promise<T>): Promise<T> {
    const token = bearerToken(request)
    const idempotent = Object.hasOwn(request.headers, idempotencyKeyHeader)
    const viewer = token && idempotent ? await dependencies.loadViewer(token, request.info) : null
    return once(
      request,
      { accountId: viewer?.accountId ?? null, token, open: dependencies.openIdempotentRequest },
      run,
    )
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
