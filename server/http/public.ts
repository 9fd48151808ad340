import type { FastifyInstance } from 'fastify'
import type { RequestInfo } from '../core/request.ts'
import { bearerToken } from './request.ts'

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

export function publicRoutes(app: FastifyInstance, accounts: AccountCalls): void {
  app.post('/RegisterCode', (request) =>
    accounts.requestCode(request.body, request.info, bearerToken(request)),
  )
  app.post('/CheckLoginId', ({ body, info }) => accounts.checkLoginId(body, info))
  app.post('/Register', async ({ body, info }, reply) => {
    const created = await accounts.register(body, info)
    return reply.code(201).send(created)
  })
  app.post('/ResetPassword', async ({ body, info }, reply) => {
    await accounts.resetPassword(body, info)
    return reply.code(204).send()
  })
}
