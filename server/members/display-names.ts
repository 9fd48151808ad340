import { type Kysely, sql } from 'kysely'
import { required } from '../../contract/required.ts'
import { nameKey } from '../core/text.ts'
import type { Tables } from '../db/tables.ts'

interface RequestedName {
  accountId: string
  displayName: string
}

/**
 * Returns the accounts whose requested display name is taken: another member has the name in any spelling, or
 * an earlier account in `wanted` requests it too. The organization's row must be locked, so that the result
 * stays valid until commit.
 */
export async function findTakenNames(
  db: Kysely<Tables>,
  tenantId: string,
  wanted: readonly RequestedName[],
): Promise<Set<string>> {
  if (!wanted.length) return new Set()
  const keys = wanted.map(({ displayName }) => nameKey(displayName))
  const key = sql<string>`name_key(member.display_name)`
  const holders = await db
    .selectFrom('member')
    .select(['account_id', key.as('key')])
    .where('tenant_id', '=', tenantId)
    .where('display_name', 'is not', null)
    .where(sql<boolean>`${key} = any(${keys}::text[])`)
    .execute()
  const taken = new Set<string>()
  const earlier = new Map<string, string>()
  for (const [index, { accountId }] of wanted.entries()) {
    const own = required(keys[index], 'item of keys')
    const first = earlier.get(own) ?? accountId
    earlier.set(own, first)
    const others = holders.filter((holder) => holder.key === own).map(({ account_id }) => account_id)
    if ([first, ...others].some((holder) => holder !== accountId)) taken.add(accountId)
  }
  return taken
}
