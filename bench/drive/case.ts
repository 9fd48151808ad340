import type { Size } from '../fill/sizes.ts'
import type { Caller } from './caller.ts'
import type { Facts } from './facts.ts'
import type { OperationName } from './oidc-clients.ts'
import type { Target } from './reeve.ts'
import type { Statement } from './wire.ts'

export type Kind = 'list' | 'search' | 'write' | 'token' | 'application'

/** A server on a filled database, with the administrator signed in. */
export interface Deployment {
  size: Size
  facts: Facts
  server: Target
  admin: Caller
}

/** One call of a load. Callers are numbered from 0. */
export type Call = (caller: number) => Promise<unknown>

/** One row of the tables in docs/performance.md. */
export interface Case {
  name: string
  kind: Kind
  /** Prepares the calls of one round. This is not measured. */
  begin(deployment: Deployment): Promise<Call>
  limit: Limit
  /** One call per round after all other cases, because it makes the lists longer. */
  heavy?: true
}

/** The smallest program that does the work of a case. `sql` is a bare HTTP server with these statements or those of the call. */
export type Limit =
  | { kind: 'sql'; statements?: (facts: Facts) => Statement[] }
  | { kind: 'oidc-provider'; operation: OperationName }
  | { kind: 'argon2id' }
