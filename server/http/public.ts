import type { FastifyInstance } from 'fastify'
import type { RequestInfo } from '../core/request.ts'

type Call<Result> = (input: unknown, request: RequestInfo) => Promise<Result>

/** What anyone may call without a token. Each checks its own input and throws AppError. */
export interface AccountCalls {
  requestCode: Call<{ expiresIn: number; resendAfter: number }>
  checkLoginId: Call<{ available: boolean }>
  register: Call<{ id: string }>
  resetPassword: Call<void>
}

export function publicRoutes(app: FastifyInstance, accounts: AccountCalls): void {
  app.post('/RegisterCode', ({ body, info }) => accounts.requestCode(body, info))
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
