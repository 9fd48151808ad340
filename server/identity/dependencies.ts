import type { FastifyRequest } from 'fastify'
import type { Usage } from '../applications/usage/usage.ts'
import type { Limiter } from '../core/limit.ts'
import type { Credentials, RequestInfo } from '../core/request.ts'
import type { SecondFactor } from '../core/viewer.ts'
import type { Database } from '../db/open.ts'
import type { BrowserSession } from '../sessions/browser.ts'
import type { AccessToken, ApplicationToken, IdTokenHint } from './verify.ts'

export interface EndpointDependencies {
  db: Database
  limiter: Limiter
  usage: Usage
  issuer: () => string
  secondFactor: SecondFactor
  requestInfo: (request: FastifyRequest) => RequestInfo
  verifyAccessToken: (token: string) => Promise<AccessToken | null>
  verifyApplicationToken: (token: string) => Promise<ApplicationToken | null>
  isPresentedCorrectly: (token: ApplicationToken, credentials: Credentials) => Promise<boolean>
  readIdTokenHint: (token: string) => Promise<IdTokenHint | null>
  browserOf: (request: FastifyRequest) => Promise<BrowserSession | null>
}
