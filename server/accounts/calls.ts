import type { Services } from '../core/context.ts'
import type { Database } from '../db/open.ts'

/** Dependencies of account functions that are called outside GraphQL. */
export interface AccountCalls {
  db: Database
  services: Services
}
