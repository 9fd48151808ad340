import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { last, required } from '../../contract/required.ts'
import type { PalgoRole } from '../../contract/states.ts'
import { type AccountRow, loginClaim } from '../accounts/store.ts'
import { rowCount } from '../core/counts/counts.ts'
import type { SortKey } from '../core/cursor.ts'
import { type Page, type PageArguments, readPage } from '../core/page.ts'
import { containsIndexed, nameText } from '../core/search/text.ts'
import type { Tables } from '../db/tables.ts'
import { isPending } from '../tenants/members.ts'
import { statusNow } from '../tenants/store.ts'
import { searchAccounts } from './search.ts'
import { selectPersonalOwners } from './store.ts'

type Reader = Kysely<Tables>

export const accountSortFields = ['NAME', 'USERNAME', 'CREATED_TIMESTAMP', 'JOIN_DATE_TIME'] as const
type AccountSortField = (typeof accountSortFields)[number]

export interface AccountFilter extends PageArguments {
  /** If set, only accounts with these ids are listed, at most limits.batch. */
  idSet?: readonly string[] | null | undefined
  /** If set, only members of these organizations are listed. */
  tenantIds?: readonly string[] | null | undefined
  /** Part of the account's name, or of its display name in one of the organizations of `tenantIds`. */
  name?: string | null | undefined
  /**
   * `name` interpreted as part of a phone number, set if the viewer can see phone numbers unmasked. Accounts
   * that match `name` or `phonePart` are listed.
   */
  phonePart?: string | null | undefined
  /** Part of the name of any organization that the account belongs to. */
  tenantName?: string | null | undefined
  /** Complete phone number or complete username. */
  loginId?: string | null | undefined
  enabled?: boolean | null | undefined
  manager?: boolean | null | undefined
  /**
   * If set, only accounts that hold at least one of these roles in an organization of `tenantIds` are listed.
   */
  roleSet?: readonly PalgoRole[] | null | undefined
  authCodeSet?: readonly string[] | null | undefined
  joinCodeId?: string | null | undefined
  sorts?: readonly { field: AccountSortField; order: 'ASC' | 'DESC' }[] | null | undefined
}

const values: Record<AccountSortField, Pick<SortKey, 'value' | 'type'>> = {
  NAME: { value: sql.ref('account.name'), type: 'text' },
  USERNAME: { value: sql`coalesce(lower(account.username), '')`, type: 'text' },
  CREATED_TIMESTAMP: { value: sql.ref('account.created_at'), type: 'timestamptz' },
  JOIN_DATE_TIME: { value: sql.ref('member.joined_at'), type: 'timestamptz' },
}

/**
 * Lists all accounts, or the members of the given organizations, newest first by default. The members of a
 * single organization are then sorted by the time of joining, and all other lists by the time of the
 * account's creation.
 */
export async function listAccounts(db: Reader, filter: AccountFilter): Promise<Page<AccountRow>> {
  const [tenantId, ...others] = filter.tenantIds ?? []
  const one = tenantId !== undefined && others.length === 0 ? tenantId : undefined
  const from = one === undefined ? acrossTenants(db, filter) : withinTenant(db, one, filter)
  const page = await readPage(db, filter, {
    name: one === undefined ? 'operators' : 'members',
    from,
    keys: sortKeys(filter, one !== undefined),
    ...accounts(db),
    stored: { rows: countOf(one, filter), by: ['tenantIds', 'enabled', 'manager'] },
    search: searchAccounts(db, filter, one === undefined ? 'account' : 'member'),
  })
  // A personal organization has no rows in the member table, so the list is empty for it.
  const empty = one !== undefined && !page.data.length
  return empty && (await isPersonal(db, one)) ? listPersonalOwner(db, one, filter) : page
}

const isPersonal = async (db: Reader, tenantId: string): Promise<boolean> =>
  (await selectPersonalOwners(db, [tenantId]).select('own.id').execute()).length > 0

const accounts = (db: Reader) => ({
  rows: db.selectFrom('account').selectAll('account'),
  ids: [sql.ref('account.id')],
})

/**
 * Lists the owner as the only member of a personal organization. The owner holds all permissions, but is not
 * a manager.
 */
function listPersonalOwner(db: Reader, tenantId: string, filter: AccountFilter): Promise<Page<AccountRow>> {
  const { roleSet, authCodeSet, manager, joinCodeId, ...others } = filter
  const account = db.selectFrom('account').where('account.id', '=', tenantId)
  const from = manager || joinCodeId ? account.where(sql<SqlBool>`false`) : account
  return readPage(db, filter, {
    name: 'operators',
    from: accountsWith(db, { ...others, tenantIds: null }, from, 'account.id'),
    keys: sortKeys(filter, false),
    ...accounts(db),
    search: searchAccounts(db, { ...filter, tenantIds: null }, 'account'),
  })
}

/**
 * Returns a query for the row count of the list if this count is stored, otherwise undefined. Counts are
 * stored for accounts by `enabled`, and for the members of one organization by `manager`.
 */
function countOf(tenantId: string | undefined, { tenantIds, enabled, manager }: AccountFilter) {
  if (tenantIds == null ? manager != null : tenantIds.length !== 1 || enabled != null) return
  if (!tenantId)
    return rowCount({ list: 'account', kinds: enabled == null ? null : [enabled ? 'ENABLED' : 'DISABLED'] })
  const number = { all: 'member_count', true: 'manager_count', false: 'member_count - manager_count' }
  return sql<number>`coalesce((
    select ${sql.raw(number[`${manager ?? 'all'}`])} from tenant where id = ${tenantId}), 0)`
}

function sortKeys({ sorts }: AccountFilter, members: boolean): SortKey[] {
  const chosen = (sorts ?? []).filter(({ field }) => members || field !== 'JOIN_DATE_TIME')
  const keys: SortKey[] = chosen.map(({ field, order }) => ({
    ...values[field],
    order: order === 'ASC' ? 'asc' : 'desc',
  }))
  if (!keys.length) keys.push({ ...values[members ? 'JOIN_DATE_TIME' : 'CREATED_TIMESTAMP'], order: 'desc' })
  const id = members ? 'member.account_id' : 'account.id'
  return [...keys, { value: sql.ref(id), type: 'uuid', order: last(keys, 'keys').order }]
}

function acrossTenants(db: Reader, filter: AccountFilter) {
  const { tenantIds } = filter
  const from = db
    .selectFrom('account')
    .where('account.erased_at', 'is', null)
    .$if(tenantIds != null, (accounts) =>
      required(tenantIds, 'tenantIds').length
        ? accounts.where('account.id', 'in', (eb) =>
            membersWith(
              filter,
              eb
                .selectFrom('member')
                .select('member.account_id')
                .where('member.tenant_id', 'in', required(tenantIds, 'tenantIds')),
            ),
          )
        : accounts.where(sql<SqlBool>`false`),
    )
  return accountsWith(db, filter, from, 'account.id')
}

function withinTenant(db: Reader, tenantId: string, filter: AccountFilter) {
  const members = membersWith(filter, db.selectFrom('member').where('member.tenant_id', '=', tenantId))
  // Join the account table only if a condition or a sort key needs it. The time of joining is in the member
  // table.
  const joins = filter.enabled != null || filter.sorts?.some(({ field }) => field !== 'JOIN_DATE_TIME')
  const from = joins ? members.innerJoin('account', 'account.id', 'member.account_id') : members
  return accountsWith(db, filter, from, 'member.account_id') as unknown as ReturnType<typeof acrossTenants>
}

/** Adds the conditions on the membership to a query. */
// biome-ignore lint/suspicious/noExplicitAny: the same conditions on two shapes of query
function membersWith<Q extends { where(...args: any[]): any }>(filter: AccountFilter, from: Q): Q {
  let query = from
  if (filter.manager != null) query = query.where('member.manager', '=', filter.manager)
  // For a single organization, look up the owner once instead of for each row.
  const [tenantId, ...others] = filter.tenantIds ?? []
  const tenant = tenantId && !others.length ? sql`${tenantId}::uuid` : sql.ref('member.tenant_id')
  if (filter.roleSet?.length) query = query.where(holds('roles', filter.roleSet, tenant))
  if (filter.authCodeSet?.length) query = query.where(holds('auth_codes', filter.authCodeSet, tenant))
  if (filter.joinCodeId) query = query.where('member.join_code_id', '=', filter.joinCodeId)
  return query
}

/**
 * SQL condition: the member holds one of the values. Owners and managers implicitly hold all roles and codes.
 */
const holds = (column: 'roles' | 'auth_codes', values: readonly string[], tenant: RawBuilder<unknown>) =>
  sql<SqlBool>`(member.manager or ${sql.ref(`member.${column}`)} && ${[...values]}::text[]
    or member.account_id = (select owner_id from tenant where tenant.id = ${tenant}))`

/** Adds the conditions on the account to a query. Each kind of match uses its own index. */
// biome-ignore lint/suspicious/noExplicitAny: the same conditions on two shapes of query
function accountsWith<Q extends { where(...args: any[]): any }>(
  db: Reader,
  filter: AccountFilter,
  from: Q,
  id: 'account.id' | 'member.account_id',
): Q {
  let query = from
  if (filter.idSet != null)
    query = query.where(sql<SqlBool>`${sql.ref(id)} = any(${[...filter.idSet]}::uuid[])`)
  if (filter.enabled != null) query = query.where('account.enabled', '=', filter.enabled)
  if (filter.tenantName) query = query.where(id, 'in', belonging(db, filter.tenantName, filter.tenantIds))
  if (filter.loginId) {
    const { kind, value } = loginClaim(filter.loginId)
    query = query.where(
      id,
      'in',
      db.selectFrom('account_claim').select('account_id').where('kind', '=', kind).where('value', '=', value),
    )
  }
  return query
}

const belonging = (db: Reader, tenantName: string, tenantIds: AccountFilter['tenantIds']) =>
  db
    .selectFrom('tenant')
    .innerJoin('member as belongs', 'belongs.tenant_id', 'tenant.id')
    .select('belongs.account_id')
    .where('tenant.personal', '=', false)
    .where(containsIndexed(nameText('tenant'), tenantName))
    .$if(tenantIds != null, (tenants) =>
      required(tenantIds, 'tenantIds').length
        ? tenants.where('tenant.id', 'in', required(tenantIds, 'tenantIds'))
        : tenants.where(sql<SqlBool>`false`),
    )

/**
 * Returns the ids of the organizations with status FINISH that the account owns or manages, optionally only
 * those among `tenantIds`.
 */
export async function findRun(
  db: Reader,
  accountId: string,
  tenantIds?: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('member')
    .innerJoin('tenant', 'tenant.id', 'member.tenant_id')
    .select('tenant.id')
    .where('member.account_id', '=', accountId)
    .$if(tenantIds !== undefined, (tenants) =>
      tenants.where('member.tenant_id', 'in', required(tenantIds, 'tenantIds')),
    )
    .where(statusNow, '=', 'FINISH')
    .where(sql<SqlBool>`not ${isPending}`)
    .where((eb) => eb.or([eb('member.manager', '=', true), eb('tenant.owner_id', '=', accountId)]))
    .execute()
  return new Set(rows.map(({ id }) => id))
}
