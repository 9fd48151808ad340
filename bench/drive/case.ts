import type { Size } from '../fill/sizes.ts'
import type { Caller } from './caller.ts'
import type { Facts } from './facts.ts'
import type { Target } from './reeve.ts'
import type { Statement } from './wire.ts'

export type Kind = 'list' | 'search' | 'write' | 'token'

/** A server on a filled database, with the administrator signed in. */
export interface Place {
  size: Size
  facts: Facts
  server: Target
  admin: Caller
}

export type Call = (caller: number) => Promise<unknown>

/** Something to be measured. */
export interface Case {
  name: string
  kind: Kind
  /** What one of the callers, numbered from 0, does again and again. */
  begin(place: Place): Promise<Call>
  /** What of the case is the least that has to be done. */
  limit: Limit
  /** By one caller once a round, after everything else, since it makes the lists longer. */
  heavy?: true
}

/** sql: the statements given, or else those that the call sends itself, by a bare server and by pgbench. */
export type Limit =
  | { kind: 'sql'; statements?: (facts: Facts) => Statement[] }
  | { kind: 'oidc-provider' | 'argon2id' }
