import { type Kysely, type Selectable, sql } from 'kysely'
import type { Terms } from '../../../contract/legal.ts'
import { recordAudit } from '../../core/audit.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

export type AgreementRow = Selectable<Tables['agreement']>

export const documents = ['terms', 'privacy'] as const

/**
 * Stores the time at which an account first accepts the current version of the terms and the privacy policy.
 * Ignores other versions: a page that was opened before an update shows the earlier texts. The console then
 * asks for consent to the current ones.
 */
export async function storeAgreement(
  tx: Tx,
  { version }: Terms,
  {
    accountId,
    version: acceptedVersion,
    ip,
  }: { accountId: string; version: string | null | undefined; ip: string | null },
): Promise<void> {
  if (acceptedVersion !== version) return
  const inserted = await tx
    .insertInto('agreement')
    .values(documents.map((document) => ({ account_id: accountId, document, version })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('document')
    .execute()
  if (!inserted.length) return
  await recordAudit(tx, {
    tenantId: accountId,
    actorId: accountId,
    action: 'AgreeToTerms',
    targetType: 'account',
    targetId: accountId,
    ip,
    success: true,
    changes: { version: [null, version] },
  })
}

/** Returns the agreements, newest first, grouped by account id. */
export async function listAgreements(
  query: Kysely<Tables>,
  accountIds: readonly string[],
): Promise<Map<string, AgreementRow[]>> {
  const rows = await query
    .selectFrom('agreement')
    .selectAll()
    .where('account_id', 'in', accountIds)
    .orderBy('given_at', 'desc')
    .orderBy(sql`document = 'privacy'`)
    .execute()
  return Map.groupBy(rows, ({ account_id }) => account_id)
}

export const forgetAgreements = async (tx: Tx, { id }: { id: string }): Promise<void> =>
  void (await tx.deleteFrom('agreement').where('account_id', '=', id).execute())
