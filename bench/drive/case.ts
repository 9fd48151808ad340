import type { Size } from '../fill/sizes.ts'
import type { Caller } from './caller.ts'
import type { Facts } from './facts.ts'
import type { OperationName } from './oidc-clients.ts'
import type { Target } from './reeve.ts'
import type { Statement } from './wire.ts'

export type Kind = 'list' | 'search' | 'write' | 'token' | 'application'

/** A server on a filled database, with a signed-in administrator. */
export interface Deployment {
  size: Size
  facts: Facts
  server: Target
  admin: Caller
}

/** Sends one request to measure. Concurrent callers are numbered from 0. */
export type Call = (caller: number) => Promise<unknown>

/** One row of the tables in docs/performance.md. */
export interface Case {
  name: string
  kind: Kind
  /** Prepares one round and returns the call to measure. The preparation is not measured. */
  begin(deployment: Deployment): Promise<Call>
  limit: Limit
  /**
   * Makes only one call per round, after all rounds of the other cases. The call adds rows to the lists,
   * which would slow down the other cases.
   */
  heavy?: true
}

/**
 * The baseline of a case: a minimal program that does the same work. For `sql`, a bare HTTP server runs
 * `statements` or, by default, the SQL statements that were recorded for the case.
 */
export type Limit =
  | { kind: 'sql'; statements?: (facts: Facts) => Statement[] }
  | { kind: 'oidc-provider'; operation: OperationName }
  | { kind: 'argon2id' }
