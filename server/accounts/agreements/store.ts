import { type Kysely, type Selectable, sql } from 'kysely'
import type { Terms } from '../../../contract/legal.ts'
import { recordAudit } from '../../core/audit.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

declare module '../../core/context.ts' {
  interface Services {
    /** What everyone is to agree to. */
    terms: Terms
  }
}

export type AgreementRow = Selectable<Tables['agreement']>

export const documents = ['terms', 'privacy'] as const

/**
 * Keeps that the account has agreed, the first time that it does. Another version than the present one is not kept: a page
 * that was open while the texts changed has shown others, and the console asks again.
 */
export async function keepAgreement(
  tx: Tx,
  { version }: Terms,
  {
    accountId,
    version: given,
    ip,
  }: { accountId: string; version: string | null | undefined; ip: string | null },
): Promise<void> {
  if (given !== version) return
  const kept = await tx
    .insertInto('agreement')
    .values(documents.map((document) => ({ account_id: accountId, document, version })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('document')
    .execute()
  if (!kept.length) return
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

/** By account, the latest first. */
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

/** Of an account that is closed. */
export const forgetAgreements = async (tx: Tx, { id }: { id: string }): Promise<void> =>
  void (await tx.deleteFrom('agreement').where('account_id', '=', id).execute())
