import { type Kysely, sql } from 'kysely'
import type { TenantStatus } from '../../contract/states.ts'
import { phoneContains, phonePart } from '../accounts/phones/search.ts'
import { isId } from '../core/id.ts'
import { nameContains, type Page, type PageArguments, readPage, type SortKey } from '../core/page.ts'
import type { Tables } from '../db/tables.ts'
import { findTenants, statusNow, type TenantRow } from './store.ts'

interface TenantFilter extends PageArguments {
  statusSet?: readonly TenantStatus[] | null | undefined
  /** A part of its name, of its owner's or of its contact's phone, or its whole id. */
  q?: string | null | undefined
  /** `q` as a part of its owner's phone, where the viewer sees phones of accounts. */
  ownerPhone?: string | null | undefined
  /** Of its contact or its owner, E.164. */
  mobilePhone?: string | null | undefined
  minCreateDateTime?: Date | null | undefined
  maxCreateDateTime?: Date | null | undefined
  /** Those that expire until then, or have expired. */
  maxExpireAt?: Date | null | undefined
  internal?: boolean | null | undefined
}

const newestFirst: SortKey[] = [
  { value: sql.ref('tenant.created_at'), type: 'timestamptz', order: 'desc' },
  { value: sql.ref('tenant.id'), type: 'uuid', order: 'desc' },
]

/** Organizations that are not personal, newest first. */
export function listTenants(db: Kysely<Tables>, filter: TenantFilter): Promise<Page<TenantRow>> {
  const from = filtered(db, filter)
  const { q, mobilePhone, minCreateDateTime, maxCreateDateTime, maxExpireAt, internal } = filter
  const searched =
    q || mobilePhone || minCreateDateTime || maxCreateDateTime || maxExpireAt || internal != null
  return readPage(db, filter, {
    name: 'tenants',
    from,
    keys: newestFirst,
    rows: (ids) => findTenants(db, ids),
    ...(!searched && { total: () => countAll(from) }),
  })
}

async function countAll(from: ReturnType<typeof filtered>): Promise<number> {
  const row = await from.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return row.count
}

function filtered(db: Kysely<Tables>, { statusSet, q, ownerPhone, mobilePhone, ...filter }: TenantFilter) {
  let from = db.selectFrom('tenant').where('tenant.personal', '=', false)
  // Both stored statuses of a finished one, so that the index narrows before the clock decides.
  if (statusSet) {
    const stored = statusSet.flatMap((status) =>
      status === 'FINISH' || status === 'EXPIRED' ? ['FINISH', 'EXPIRED'] : [status],
    )
    from = from.where('tenant.status', 'in', [...new Set(stored)]).where(statusNow, 'in', [...statusSet])
  }
  if (q) from = from.where('tenant.id', 'in', matching(db, q, ownerPhone))
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
  if (filter.internal != null) from = from.where('tenant.internal', '=', filter.internal)
  return from
}

/** Each way of matching has its index; one condition over all of them would have none. */
function matching(db: Kysely<Tables>, q: string, ownerPhone: string | null | undefined) {
  const part = phonePart(q)
  const wanted = q.trim().toLowerCase()
  return db
    .selectFrom('tenant as named')
    .select('named.id')
    .where('named.personal', '=', false)
    .where(nameContains('named.name', q))
    .unionAll(
      db
        .selectFrom('account')
        .innerJoin('tenant as owned', 'owned.owner_id', 'account.id')
        .select('owned.id')
        .where('owned.personal', '=', false)
        .where(nameContains('account.name', q)),
    )
    .$if(part !== null, (found) =>
      found.unionAll(
        db
          .selectFrom('tenant as called')
          .select('called.id')
          .where('called.personal', '=', false)
          .where(phoneContains('called.contact_mobile_phone', part!)),
      ),
    )
    .$if(ownerPhone != null, (found) =>
      found.unionAll(
        db
          .selectFrom('account')
          .innerJoin('tenant as owned', 'owned.owner_id', 'account.id')
          .select('owned.id')
          .where('owned.personal', '=', false)
          .where(phoneContains('account.mobile_phone', ownerPhone!)),
      ),
    )
    .$if(isId(wanted), (found) =>
      found.unionAll(db.selectFrom('tenant as same').select('same.id').where('same.id', '=', wanted)),
    )
}
