import { type Kysely, type SqlBool, sql } from 'kysely'
import { phoneContains } from '../accounts/phones/search.ts'
import {
  anyOf,
  contains,
  containsIndexed,
  isIndexed,
  isSampled,
  mayContain,
  nameText,
  type Search,
} from '../core/search/search.ts'
import type { Tables } from '../db/tables.ts'

type Reader = Kysely<Tables>

interface Sought {
  name?: string | null | undefined
  /** `name` as a part of a phone, where the viewer sees phones. */
  phonePart?: string | null | undefined
  /** Members of any of them; all accounts without. */
  tenantIds?: readonly string[] | null | undefined
}

/** Accounts by a part of their name or phone, members also by what they are called there. `id`: the list's column of it. */
export function searchAccounts(
  db: Reader,
  { name, phonePart, tenantIds }: Sought,
  id: 'account.id' | 'member.account_id',
): Search | undefined {
  if (!name) return undefined
  const phone = (column: string) => (phonePart ? phoneContains(column, phonePart) : null)
  const within = tenantIds?.length ? tenantIds : undefined
  const accounts = db.selectFrom('account').where(isSampled('account.id'))
  const samples = isIndexed(name)
    ? [accounts.where(anyOf(mayContain(nameText('account.name'), name), phone('account.mobile_phone')))]
    : null
  if (!within) {
    const indexed = anyOf(containsIndexed(nameText('account.name'), name), phone('account.mobile_phone'))
    return {
      test: anyOf(contains(nameText('account.name'), name), phone('account.mobile_phone')),
      lookUp: (from) => from.where(indexed),
      sample: (from) => from.where(isSampled(id)).where(indexed),
      samples,
    }
  }
  const test = sql<SqlBool>`(exists (select from account as named where named.id = ${sql.ref(id)}
      and ${anyOf(contains(nameText('named.name'), name), phone('named.mobile_phone'))})
    or exists (select from member as titled where titled.account_id = ${sql.ref(id)}
      and titled.tenant_id in (${sql.join(within)}) and ${contains(nameText('titled.display_name'), name)}))`
  return {
    test,
    lookUp: (from) => from.where(id, 'in', called(db, name, phonePart, within)),
    sample: (from) => from.where(isSampled(id)).where(test),
    samples,
  }
}

/**
 * Members by a part of their name, of their phone or of what they are called there: from the trigrams of all names or
 * from the members' own, whichever is less.
 */
const called = (db: Reader, name: string, phonePart: Sought['phonePart'], tenantIds: readonly string[]) =>
  db
    .selectFrom('member as belongs')
    .innerJoin('account as named', 'named.id', 'belongs.account_id')
    .select('belongs.account_id')
    .where('belongs.tenant_id', 'in', tenantIds)
    .where(
      anyOf(
        containsIndexed(nameText('named.name'), name),
        phonePart ? phoneContains('named.mobile_phone', phonePart) : null,
      ),
    )
    .unionAll(
      db
        .selectFrom('member as titled')
        .select('titled.account_id')
        .where('titled.tenant_id', 'in', tenantIds)
        .where('titled.display_name', 'is not', null)
        .where(containsIndexed(nameText('titled.display_name'), name)),
    )
