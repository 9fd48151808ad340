import { type Kysely, type SqlBool, sql } from 'kysely'
import { normalizePhone } from '../accounts/phones/phone.ts'
import { accountPhonePart, phoneContains } from '../accounts/phones/search.ts'
import { rowCount } from '../core/counts/counts.ts'
import type { SortKey } from '../core/cursor.ts'
import { isId } from '../core/id.ts'
import { id, oneOf, optional, search } from '../core/input.ts'
import { pageOf } from '../core/lists/page-type.ts'
import { anyTopic } from '../core/live.ts'
import { query } from '../core/operation.ts'
import { type Page, type PageArguments, paging, readList, readPage } from '../core/page.ts'
import type { Search } from '../core/search/search.ts'
import { searchSources } from '../core/search/sources.ts'
import { anyOf, nameText } from '../core/search/text.ts'
import { subscription } from '../core/subscription.ts'
import { may } from '../core/viewer.ts'
import type { Tables } from '../db/tables.ts'
import {
  type CertificationRow,
  type CertificationStatus,
  certificationChannel,
  certificationStatuses,
} from './store.ts'
import { Certification, CertificationStatusType, loadCertification } from './types.ts'

interface CertificationFilter extends PageArguments {
  status?: CertificationStatus | null | undefined
  applicantId?: string | null | undefined
  /**
   * Search term: part of the name of the organization or the applicant, or the applicant's complete phone
   * number.
   */
  q?: string | null | undefined
  /** `q` as part of a phone number. Set only if the viewer can see phone numbers unmasked. */
  applicantPhone?: string | null | undefined
}

const byTime = (column: string, order: SortKey['order']): SortKey[] => [
  { value: sql.ref(`tenant_application.${column}`), type: 'timestamptz', order },
  { value: sql.ref('tenant_application.id'), type: 'uuid', order },
]

/**
 * Returns the sort order. Pending requests: oldest first. Decided requests: latest decision first. All
 * requests: latest first.
 */
const sortOf = (status: CertificationFilter['status']): SortKey[] =>
  status === 'PREPARE'
    ? byTime('submitted_at', 'asc')
    : byTime(status ? 'decided_at' : 'submitted_at', 'desc')

export function listCertifications(
  db: Kysely<Tables>,
  filter: CertificationFilter,
): Promise<Page<CertificationRow>> {
  return readPage(db, filter, {
    name: `applications ${filter.status ?? ''}`,
    from: filtered(db, filter),
    keys: sortOf(filter.status),
    rows: db.selectFrom('tenant_application').selectAll('tenant_application').$castTo<CertificationRow>(),
    ids: [sql.ref('tenant_application.id')],
    stored: { rows: countOf(filter), by: ['status', 'applicantId'] },
    search: filter.q ? searchCertifications(db, filter.q, filter.applicantPhone) : undefined,
  })
}

function countOf({ status, applicantId }: CertificationFilter) {
  if (applicantId && !isId(applicantId)) return
  return rowCount({ list: 'tenant_application', scope: applicantId, kinds: status && [status] })
}

function filtered(db: Kysely<Tables>, { status, applicantId }: CertificationFilter) {
  let from = db.selectFrom('tenant_application')
  if (status) from = from.where('tenant_application.status', '=', status)
  if (applicantId) {
    from = isId(applicantId)
      ? from.where('tenant_application.applicant_id', '=', applicantId)
      : from.where(sql<boolean>`false`)
  }
  return from
}

/**
 * Searches certifications by part of the organization's name, part of the applicant's name or phone number,
 * or the applicant's complete phone number.
 */
function searchCertifications(
  db: Kysely<Tables>,
  q: string,
  applicantPhone: string | null | undefined,
): Search {
  const phone = normalizePhone(q)
  const alike = [
    ...(applicantPhone == null ? [] : [phoneContains('account.mobile_phone', applicantPhone)]),
    ...(phone === null
      ? []
      : [
          sql<SqlBool>`account.id = any(array(
            select account_id from account_claim where kind = 'mobile_phone' and value = ${phone}))`,
        ]),
  ]
  return searchSources(
    q,
    {
      rows: db.selectFrom('tenant_application'),
      id: 'tenant_application.id',
      text: nameText('tenant_application'),
    },
    {
      rows: db.selectFrom('account'),
      id: 'account.id',
      of: 'tenant_application.applicant_id',
      text: nameText('account'),
      or: alike.length ? anyOf(...alike) : null,
    },
  )
}

query({
  name: 'queryTenantApplication',
  description:
    "Returns organization requests. Order: oldest first with status PREPARE, latest decision first with another status, newest request first without a status. `q` matches the name, the applicant's name and the applicant's complete phone number. Access: admin, certification_audit.",
  can: 'TENANT_APPLICATION_LIST',
  input: {
    ...paging,
    status: optional(oneOf(CertificationStatusType, certificationStatuses)),
    applicantId: optional(id()),
    q: optional(search()),
  },
  returns: pageOf(Certification, 'TenantApplicationPage'),
  run: ({ context, viewer, input }) =>
    readList(context, (query) =>
      listCertifications(query, { ...input, applicantPhone: accountPhonePart(viewer, input.q) }),
    ),
})

query({
  name: 'getTenantApplication',
  description:
    'Returns an organization request; null if it does not exist or the caller has no access. Access: same as queryTenantApplication.',
  can: 'TENANT_LOOK_UP',
  input: { id: id() },
  returns: Certification,
  nullable: true,
  run: async ({ context, viewer, input }) =>
    isId(input.id) && may(viewer, 'TENANT_APPLICATION_LIST')
      ? await loadCertification(context, input.id.toLowerCase())
      : null,
})

subscription({
  name: 'tenantApplicationChanged',
  description:
    'Emits an organization request when it is submitted, decided or withdrawn. Access: same as queryTenantApplication.',
  can: 'TENANT_APPLICATION_LIST',
  input: {},
  returns: Certification,
  channel: certificationChannel,
  topics: () => [anyTopic],
  read: ({ context }, certificationId) => loadCertification(context, certificationId),
})
