import { type Kysely, sql } from 'kysely'
import { normalizePhone } from '../../accounts/phones/phone.ts'
import { accountPhonePart, phoneContains } from '../../accounts/phones/search.ts'
import { rowCount } from '../../core/counts/counts.ts'
import { isId } from '../../core/id.ts'
import { id, oneOf, optional, search } from '../../core/input.ts'
import { anyTopic } from '../../core/live.ts'
import { query } from '../../core/operation.ts'
import {
  nameContains,
  type Page,
  type PageArguments,
  pageOf,
  paging,
  readPage,
  type SortKey,
} from '../../core/page.ts'
import { subscription } from '../../core/subscription.ts'
import { may } from '../../core/viewer.ts'
import type { Tables } from '../../db/tables.ts'
import {
  type ApplicationRow,
  type ApplicationStatus,
  applicationChannel,
  applicationStatuses,
  findApplications,
} from './store.ts'
import { loadApplication, TenantApplication, TenantApplicationStatus } from './types.ts'

interface ApplicationFilter extends PageArguments {
  status?: ApplicationStatus | null | undefined
  applicantId?: string | null | undefined
  /** A part of the name that was applied for or of the applicant's, or the applicant's whole phone. */
  q?: string | null | undefined
  /** `q` as a part of that phone, where the viewer sees phones of accounts. */
  applicantPhone?: string | null | undefined
}

const byTime = (column: string, order: SortKey['order']): SortKey[] => [
  { value: sql.ref(`tenant_application.${column}`), type: 'timestamptz', order },
  { value: sql.ref('tenant_application.id'), type: 'uuid', order },
]

/** What waits: the longest first. What was decided: the latest decision first. All: the latest first. */
const sortOf = (status: ApplicationFilter['status']): SortKey[] =>
  status === 'PREPARE'
    ? byTime('submitted_at', 'asc')
    : byTime(status ? 'decided_at' : 'submitted_at', 'desc')

export function listApplications(
  db: Kysely<Tables>,
  filter: ApplicationFilter,
): Promise<Page<ApplicationRow>> {
  return readPage(db, filter, {
    name: `applications ${filter.status ?? ''}`,
    from: filtered(db, filter),
    keys: sortOf(filter.status),
    rows: (ids) => findApplications(db, ids),
    counted:
      filter.q || (filter.applicantId && !isId(filter.applicantId))
        ? undefined
        : rowCount({
            list: 'tenant_application',
            scope: filter.applicantId,
            kinds: filter.status && [filter.status],
          }),
  })
}

function filtered(db: Kysely<Tables>, { status, applicantId, q, applicantPhone }: ApplicationFilter) {
  let from = db.selectFrom('tenant_application')
  if (status) from = from.where('tenant_application.status', '=', status)
  if (applicantId) {
    from = isId(applicantId)
      ? from.where('tenant_application.applicant_id', '=', applicantId)
      : from.where(sql<boolean>`false`)
  }
  return q ? from.where('tenant_application.id', 'in', matching(db, q, applicantPhone)) : from
}

/** Each way of matching has its index; one condition over all of them would have none. */
function matching(db: Kysely<Tables>, q: string, applicantPhone: string | null | undefined) {
  const phone = normalizePhone(q)
  return db
    .selectFrom('tenant_application as named')
    .select('named.id')
    .where(nameContains('named.name', q))
    .unionAll(
      db
        .selectFrom('account')
        .innerJoin('tenant_application as sent', 'sent.applicant_id', 'account.id')
        .select('sent.id')
        .where(nameContains('account.name', q)),
    )
    .$if(phone !== null, (found) =>
      found.unionAll(
        db
          .selectFrom('account_claim')
          .innerJoin('tenant_application as sent', 'sent.applicant_id', 'account_claim.account_id')
          .select('sent.id')
          .where('account_claim.kind', '=', 'mobile_phone')
          .where('account_claim.value', '=', phone!),
      ),
    )
    .$if(applicantPhone != null, (found) =>
      found.unionAll(
        db
          .selectFrom('account')
          .innerJoin('tenant_application as sent', 'sent.applicant_id', 'account.id')
          .select('sent.id')
          .where(phoneContains('account.mobile_phone', applicantPhone!)),
      ),
    )
}

query({
  name: 'queryTenantApplication',
  description:
    "PREPARE: the longest waiting first; another status: the latest decision first; without one: the latest application first. q matches the name, the applicant's name, the whole of the applicant's phone. who: admin, certification_audit",
  can: 'APPLICATION_LIST',
  input: {
    ...paging,
    status: optional(oneOf(TenantApplicationStatus, applicationStatuses)),
    applicantId: optional(id()),
    q: optional(search()),
  },
  returns: pageOf(TenantApplication, 'TenantApplicationPage'),
  run: ({ context, viewer, input }) =>
    listApplications(context.db.query, { ...input, applicantPhone: accountPhonePart(viewer, input.q) }),
})

query({
  name: 'getTenantApplication',
  description: 'who: as queryTenantApplication; null for anyone else, as for an id that does not exist',
  can: 'TENANT_LOOK_UP',
  input: { id: id() },
  returns: TenantApplication,
  nullable: true,
  run: async ({ context, viewer, input }) =>
    isId(input.id) && may(viewer, 'APPLICATION_LIST')
      ? await loadApplication(context, input.id.toLowerCase())
      : null,
})

subscription({
  name: 'tenantApplicationChanged',
  description: 'one was handed in, decided or withdrawn. who: as queryTenantApplication',
  can: 'APPLICATION_LIST',
  input: {},
  returns: TenantApplication,
  channel: applicationChannel,
  topics: () => [anyTopic],
  read: ({ context }, applicationId) => loadApplication(context, applicationId),
})
