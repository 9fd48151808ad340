import type { Kysely } from 'kysely'
import { phoneContains } from '../accounts/phones/search.ts'
import type { Search } from '../core/search/search.ts'
import { searchSources } from '../core/search/sources.ts'
import { nameText } from '../core/search/text.ts'
import type { Tables } from '../db/tables.ts'

interface MemberSearch {
  name?: string | null | undefined
  /** `name` interpreted as part of a phone number, set if the viewer can see phone numbers unmasked. */
  phonePart?: string | null | undefined
  /** If set, only members of these organizations are searched, otherwise all accounts. */
  tenantIds?: readonly string[] | null | undefined
}

/**
 * Searches accounts by part of their name or phone number, and members also by part of their display name.
 * `list` is the table of the listed rows.
 */
export function searchAccounts(
  db: Kysely<Tables>,
  { name, phonePart, tenantIds }: MemberSearch,
  list: 'account' | 'member',
): Search | undefined {
  if (!name) return
  const accounts = {
    rows: db.selectFrom('account'),
    id: 'account.id',
    text: nameText('account'),
    or: phonePart == null ? null : phoneContains('account.mobile_phone', phonePart),
  }
  if (!tenantIds?.length) return searchSources(name, accounts)
  const members = {
    rows: db.selectFrom('member').where('member.tenant_id', 'in', tenantIds),
    id: 'member.account_id',
    text: nameText('member', 'display_name'),
  }
  return list === 'member'
    ? searchSources(name, members, { ...accounts, of: 'member.account_id' })
    : searchSources(name, accounts, { ...members, of: 'account.id' })
}
