import type { Services } from '../core/context.ts'
import type { Database } from '../db/open.ts'

/** Dependencies of account functions that are not called by GraphQL resolvers. */
export interface AccountCalls {
  db: Database
  services: Services
}
