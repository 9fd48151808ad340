import { type Kysely, type SqlBool, sql } from 'kysely'
import { normalizePhone } from '../../accounts/phones/phone.ts'
import { accountPhonePart, phoneContains } from '../../accounts/phones/search.ts'
import { rowCount } from '../../core/counts/counts.ts'
import type { SortKey } from '../../core/cursor.ts'
import { isId } from '../../core/id.ts'
import { id, oneOf, optional, search } from '../../core/input.ts'
import { anyTopic } from '../../core/live.ts'
import { query } from '../../core/operation.ts'
import { type Page, type PageArguments, pageOf, paging, readPage } from '../../core/page.ts'
import {
  anyOf,
  contains,
  containsIndexed,
  isIndexed,
  isSampled,
  mayContain,
  nameText,
  type Search,
} from '../../core/search/search.ts'
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
    search: filter.q ? searchFor(db, filter.q, filter.applicantPhone) : undefined,
  })
}

function filtered(db: Kysely<Tables>, { status, applicantId }: ApplicationFilter) {
  let from = db.selectFrom('tenant_application')
  if (status) from = from.where('tenant_application.status', '=', status)
  if (applicantId) {
    from = isId(applicantId)
      ? from.where('tenant_application.applicant_id', '=', applicantId)
      : from.where(sql<boolean>`false`)
  }
  return from
}

/** By a part of the name that was applied for, of the applicant's name or phone, or by the whole of that phone. */
function searchFor(db: Kysely<Tables>, q: string, applicantPhone: string | null | undefined): Search {
  const [name, applicantName] = [nameText('tenant_application.name'), nameText('account.name')]
  const applicant = applicantPhone ? phoneContains('account.mobile_phone', applicantPhone) : null
  const phone = normalizePhone(q)
  const whole =
    phone &&
    sql<SqlBool>`account.id = any(array(
      select account_id from account_claim where kind = 'mobile_phone' and value = ${phone}))`
  const applications = db.selectFrom('tenant_application')
  const accounts = db.selectFrom('account')
  const test = anyOf(
    contains(name, q),
    sql`exists (select from account where account.id = tenant_application.applicant_id
      and ${anyOf(contains(applicantName, q), applicant, whole || null)})`,
  )
  return {
    test,
    // Each table by its index; one condition over both would have none.
    lookUp: (from) =>
      from.where(
        'tenant_application.id',
        'in',
        applications
          .select('tenant_application.id')
          .where(containsIndexed(name, q))
          .unionAll(
            accounts
              .innerJoin('tenant_application as sent', 'sent.applicant_id', 'account.id')
              .select('sent.id')
              .where(anyOf(containsIndexed(applicantName, q), applicant, whole || null)),
          ),
      ),
    sample: (from) => from.where(isSampled('tenant_application.id')).where(test),
    samples: isIndexed(q)
      ? [
          applications.where(isSampled('tenant_application.id')).where(mayContain(name, q)),
          accounts.where(isSampled('account.id')).where(anyOf(mayContain(applicantName, q), applicant)),
        ]
      : null,
  }
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
