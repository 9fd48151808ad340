import { type Kysely, type SqlBool, sql } from 'kysely'
import type { TenantStatus } from '../../contract/states.ts'
import { phoneContains, phonePart } from '../accounts/phones/search.ts'
import { rowCount } from '../core/counts/counts.ts'
import type { SortKey } from '../core/cursor.ts'
import { isId } from '../core/id.ts'
import { type Page, type PageArguments, readPage } from '../core/page.ts'
import type { Search } from '../core/search/search.ts'
import { searchSources } from '../core/search/sources.ts'
import { anyOf, nameText } from '../core/search/text.ts'
import type { Tables } from '../db/tables.ts'
import { selectTenants, type TenantRow } from './store.ts'

export interface TenantFilter extends PageArguments {
  /** If set, only organizations with these ids are listed, at most limits.batch. */
  idSet?: readonly string[] | null | undefined
  statusSet?: readonly TenantStatus[] | null | undefined
  /**
   * Search term: part of the name of the organization or its owner, part of the phone number of the owner or
   * the contact, or the complete id of the organization.
   */
  q?: string | null | undefined
  /**
   * `q` interpreted as part of the owner's phone number, set if the viewer can see phone numbers unmasked.
   */
  ownerPhone?: string | null | undefined
  /** Phone number of the contact or the owner, in E.164. */
  mobilePhone?: string | null | undefined
  minCreateDateTime?: Date | null | undefined
  maxCreateDateTime?: Date | null | undefined
  /** If set, only organizations that expire by this time or have already expired are listed. */
  maxExpireAt?: Date | null | undefined
  internal?: boolean | null | undefined
}

const newestFirst: SortKey[] = [
  { value: sql.ref('tenant.created_at'), type: 'timestamptz', order: 'desc' },
  { value: sql.ref('tenant.id'), type: 'uuid', order: 'desc' },
]

/** Lists all organizations except personal ones, newest first. */
export function listTenants(db: Kysely<Tables>, filter: TenantFilter): Promise<Page<TenantRow>> {
  const { q } = filter
  return readPage(db, filter, {
    name: 'tenants',
    from: filtered(db, filter),
    keys: newestFirst,
    rows: selectTenants(db),
    ids: [sql.ref('tenant.id')],
    stored: { rows: countOf(filter.statusSet), by: ['statusSet'] },
    search: q ? searchTenants(db, q, filter.ownerPhone) : undefined,
  })
}

const ends = sql`coalesce(tenant.expire_at, 'infinity'::timestamptz)`
const finished: readonly TenantStatus[] = ['FINISH', 'EXPIRED']

/**
 * Returns FINISH or EXPIRED if the filter contains exactly one of these two statuses. In this case, the query
 * must compare the expiry date with the clock.
 */
const oneFinished = (statusSet: readonly TenantStatus[]): TenantStatus | undefined => {
  const selected = finished.filter((status) => statusSet.includes(status))
  return selected.length === 1 ? selected[0] : undefined
}

/**
 * Returns a condition that combines the stored status, which is indexed, with a comparison of the expiry date
 * with the clock.
 */
function hasStatus(statusSet: readonly TenantStatus[]) {
  const one = oneFinished(statusSet)
  if (!one) return sql<boolean>`tenant.status = any(${[...statusSet]}::text[])`
  const decided = sql<boolean>`(tenant.status in ('FINISH', 'EXPIRED') and ${ends} ${sql.raw(one === 'EXPIRED' ? '<=' : '>')} now())`
  const others = statusSet.filter((status) => status !== one)
  return others.length ? sql<boolean>`(tenant.status = any(${others}::text[]) or ${decided})` : decided
}

/**
 * Returns a query for the number of organizations. The query adds up the stored counts by status. If the
 * filter contains only one of FINISH and EXPIRED, indexed subqueries correct the sum for organizations whose
 * expiry date has passed or changed since the last sweep.
 */
function countOf(statusSet: TenantFilter['statusSet']) {
  const stored = rowCount({ list: 'tenant', kinds: statusSet })
  const one = statusSet && oneFinished(statusSet)
  if (!one) return stored
  return sql<number>`(${stored} ${sql.raw(one === 'EXPIRED' ? '+' : '-')} (
    (select count(*) from tenant where not personal and status = 'FINISH' and ${ends} <= now())
    - (select count(*) from tenant where not personal and status = 'EXPIRED' and ${ends} > now())))`
}

function filtered(db: Kysely<Tables>, { statusSet, mobilePhone, ...filter }: TenantFilter) {
  let from = db.selectFrom('tenant').where(sql<boolean>`not tenant.personal`)
  if (statusSet) from = from.where(hasStatus(statusSet))
  if (filter.idSet != null) from = from.where(sql<boolean>`tenant.id = any(${[...filter.idSet]}::uuid[])`)
  if (mobilePhone) {
    from = from.where('tenant.id', 'in', (eb) =>
      eb
        .selectFrom('tenant as called')
        .select('called.id')
        .where('called.contact_mobile_phone', '=', mobilePhone)
        .where('called.personal', '=', false)
        .unionAll(
          eb
            .selectFrom('account')
            .innerJoin('tenant as owned', 'owned.owner_id', 'account.id')
            .innerJoin('account_claim', 'account_claim.account_id', 'account.id')
            .select('owned.id')
            .where('account_claim.kind', '=', 'mobile_phone')
            .where('account_claim.value', '=', mobilePhone),
        ),
    )
  }
  if (filter.minCreateDateTime) from = from.where('tenant.created_at', '>=', filter.minCreateDateTime)
  if (filter.maxCreateDateTime) from = from.where('tenant.created_at', '<=', filter.maxCreateDateTime)
  if (filter.maxExpireAt) from = from.where('tenant.expire_at', '<=', filter.maxExpireAt)
  // The condition contains a literal instead of a parameter, so that PostgreSQL can use the partial index.
  if (filter.internal != null)
    from = from.where(filter.internal ? sql<boolean>`tenant.internal` : sql<boolean>`not tenant.internal`)
  return from
}

/**
 * Searches organizations by part of their name, by part of their owner's name or phone number, by part of
 * their contact's phone number, and by complete id.
 */
function searchTenants(db: Kysely<Tables>, q: string, ownerPhone: string | null | undefined): Search {
  const part = phonePart(q)
  const wanted = q.trim().toLowerCase()
  const alike = [
    ...(part === null ? [] : [phoneContains('tenant.contact_mobile_phone', part)]),
    ...(isId(wanted) ? [sql<SqlBool>`tenant.id = ${wanted}`] : []),
  ]
  return searchSources(
    q,
    {
      rows: db.selectFrom('tenant').where(sql<SqlBool>`not tenant.personal`),
      id: 'tenant.id',
      text: nameText('tenant'),
      or: alike.length ? anyOf(...alike) : null,
    },
    {
      rows: db.selectFrom('account'),
      id: 'account.id',
      of: 'tenant.owner_id',
      text: nameText('account'),
      or: ownerPhone == null ? null : phoneContains('account.mobile_phone', ownerPhone),
    },
  )
}
