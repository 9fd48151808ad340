import { type Kysely, sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import type { SigningAlgorithm } from '../../../contract/states.ts'
import type { Tables } from '../../db/tables.ts'
import { isPublished, isSigning, publishedFor, retention, signingKinds } from './keys.ts'

export interface ListedKey {
  id: string
  algorithm: SigningAlgorithm
  created_at: Date
  signs_at: Date
  retired_at: Date | null
  status: KeyStatus
  /**
   * Time at which the status ends. Null for a key with status SIGNS that has no successor yet. A key with
   * status KEPT is deleted by the first rotation after this time.
   */
  ends_at: Date | null
}

export const keyStatuses = ['NEXT', 'SIGNS', 'PUBLISHED', 'KEPT'] as const
export type KeyStatus = (typeof keyStatuses)[number]

/** Returns the metadata of the newest hundred signing keys: next keys, current keys, then older keys. */
export function listSigningKeys(query: Kysely<Tables>): Promise<ListedKey[]> {
  const until = (seconds: number) => sql<Date>`retired_at + ${sql.lit(seconds)} * interval '1 second'`
  return query
    .selectFrom('secret_key')
    .select([
      ...(['id', 'created_at', 'signs_at'] as const),
      sql<SigningAlgorithm>`value->>'alg'`.as('algorithm'),
      sql<Date | null>`case when retired_at <= now() then retired_at end`.as('retired_at'),
      sql<KeyStatus>`case when signs_at > now() then 'NEXT' when ${isSigning} then 'SIGNS'
        when ${isPublished} then 'PUBLISHED' else 'KEPT' end`.as('status'),
      sql<Date | null>`case when signs_at > now() then signs_at when ${isSigning} then retired_at
        when ${isPublished} then ${until(publishedFor)} else ${until(retention)} end`.as('ends_at'),
    ])
    .where('kind', 'in', signingKinds)
    .orderBy('signs_at', 'desc')
    .orderBy('kind')
    .orderBy('created_at', 'desc')
    .limit(limits.page.max)
    .execute()
}
