import { type Kysely, type Selectable, sql, type UpdateObject } from 'kysely'
import { newId } from '../core/id.ts'
import { publish } from '../core/live.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { updateExpiry } from './documents/store.ts'

// Only this file writes to tenant_application. Callers must lock the organization's row first.

type Reader = Kysely<Tables>

export const certificationStatuses = ['PREPARE', 'FINISH', 'REJECT', 'WITHDRAWN'] as const
export type CertificationStatus = (typeof certificationStatuses)[number]

export type CertificationRow = Omit<Selectable<Tables['tenant_application']>, 'status'> & {
  status: CertificationStatus
}

/** Live-update channel of certifications. The topic is the organization's id. */
export const certificationChannel = 'application'

const now = sql<Date>`now()`

/** Notifies reviewers who are viewing the queue. */
const publishToReviewers = (tx: Tx, topic: string, rows: readonly { id: string }[]): Promise<void> =>
  publish(
    tx,
    certificationChannel,
    rows.map(({ id }) => ({ topic, id })),
  )

/**
 * Inserts a certification that contains a copy of the organization's current data, and returns its id. The
 * documents must belong to the organization.
 */
export async function submitCertification(
  tx: Tx,
  tenantId: string,
  paperIds: readonly string[] = [],
): Promise<string> {
  const id = newId()
  await sql`
    insert into tenant_application (tenant_id, id, number, applicant_id, name, pinyin, areas, address, contact_name,
      contact_mobile_phone, contact_email, reference, paper_ids)
    select tenant.id, ${id}, 1 + (select count(*) from tenant_application earlier where earlier.tenant_id = tenant.id),
      owner_id, name, pinyin, areas, address, contact_name, contact_mobile_phone, contact_email, reference,
      ${[...paperIds]}::uuid[]
    from tenant where tenant.id = ${tenantId}`.execute(tx)
  await updateExpiry(tx, tenantId)
  await publishToReviewers(tx, tenantId, [{ id }])
  return id
}

/** Copies the organization's current data to its pending certification, if there is one. */
export async function refreshPendingCertification(tx: Tx, tenantId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update tenant_application as application set name = tenant.name, pinyin = tenant.pinyin, areas = tenant.areas, address = tenant.address,
      contact_name = tenant.contact_name, contact_mobile_phone = tenant.contact_mobile_phone,
      contact_email = tenant.contact_email, reference = tenant.reference
    from tenant
    where application.tenant_id = ${tenantId} and application.status = 'PREPARE' and tenant.id = application.tenant_id
    returning application.id`.execute(tx)
  await publishToReviewers(tx, tenantId, rows)
}

/**
 * Returns the ids of the documents in the organization's latest certification. Expired documents are omitted.
 */
export async function findLatestDocuments(tx: Tx, tenantId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select paper.id from (
      select paper_ids from tenant_application where tenant_id = ${tenantId} order by number desc limit 1) as latest,
      unnest(latest.paper_ids) with ordinality as named (id, place)
    join tenant_application_paper as paper on paper.id = named.id and (expires_at is null or expires_at > now())
    order by place`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Updates the pending certification and notifies the reviewers. */
async function updatePending(
  tx: Tx,
  tenantId: string,
  change: UpdateObject<Tables, 'tenant_application'>,
): Promise<void> {
  const rows = await tx
    .updateTable('tenant_application')
    .set(change)
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'PREPARE')
    .returning('id')
    .execute()
  await updateExpiry(tx, tenantId)
  await publishToReviewers(tx, tenantId, rows)
}

/** Replaces the documents of the pending certification. The documents must belong to the organization. */
export const saveDocuments = (tx: Tx, tenantId: string, paperIds: readonly string[]): Promise<void> =>
  updatePending(tx, tenantId, { paper_ids: [...paperIds] })

/** Whether the account has submitted a certification of the organization with this document. */
export async function hasSubmittedDocument(
  db: Reader,
  tenantId: string,
  accountId: string,
  paperId: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('tenant_application')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('applicant_id', '=', accountId)
    .where(sql<boolean>`${paperId} = any(paper_ids)`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

interface Decision {
  status: 'FINISH' | 'REJECT' | 'WITHDRAWN'
  deciderId: string
  reject?: string
}

/** Stores the decision on the pending certification and notifies the reviewers. */
export const decideCertification = (
  tx: Tx,
  tenantId: string,
  { status, deciderId, reject }: Decision,
): Promise<void> =>
  updatePending(tx, tenantId, { status, decided_at: now, decider_id: deciderId, reject: reject ?? null })

/**
 * Withdraws the pending certification, if there is one, and erases the contacts in all certifications of the
 * organization.
 */
export async function withdrawCertification(tx: Tx, tenantId: string, deciderId: string): Promise<void> {
  await decideCertification(tx, tenantId, { status: 'WITHDRAWN', deciderId })
  await tx
    .updateTable('tenant_application')
    .set({ contact_name: null, contact_mobile_phone: null, contact_email: null })
    .where('tenant_id', '=', tenantId)
    .execute()
}

/** Erases the contact data in all certifications submitted by a closed account. */
export async function eraseApplicantContacts(tx: Tx, { id }: { id: string }): Promise<void> {
  await tx
    .updateTable('tenant_application')
    .set({ contact_name: null, contact_mobile_phone: null, contact_email: null })
    .where('applicant_id', '=', id)
    .execute()
}

export async function findCertifications(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, CertificationRow>> {
  const rows = await db.selectFrom('tenant_application').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row as CertificationRow]))
}

/** Returns at most `most` certifications per organization, newest first. */
export async function findCertificationsOfTenants(
  db: Reader,
  tenantIds: readonly string[],
  most: number,
): Promise<Map<string, CertificationRow[]>> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('tenant_application')
        .selectAll()
        .select(sql<number>`row_number() over (partition by tenant_id order by number desc)`.as('place'))
        .where('tenant_id', 'in', tenantIds)
        .as('ranked'),
    )
    .selectAll()
    .where('place', '<=', most)
    .orderBy('tenant_id')
    .orderBy('number', 'desc')
    .execute()
  return Map.groupBy(rows as unknown as CertificationRow[], (row) => row.tenant_id)
}
