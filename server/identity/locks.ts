import type { Kysely } from 'kysely'
import type { AccountRow } from '../accounts/store.ts'
import { type Lock, lockOf, type SecondFactor } from '../core/viewer.ts'
import type { Tables } from '../db/tables.ts'
import { lacksRequiredFactor } from '../sessions/factor-requirement.ts'
import { OAuthError } from './errors.ts'

/** An account and, as `lock`, the step that its user must complete before signing in to an application. */
export type SignedInAccount = AccountRow & { lock: Lock | undefined }

export async function findSignedIn(
  query: Kysely<Tables>,
  id: string,
  secondFactor: SecondFactor,
): Promise<SignedInAccount | undefined> {
  const row = await query
    .selectFrom('account')
    .selectAll()
    .select(lacksRequiredFactor(secondFactor).as('factorRequired'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, lock: lockOf({ ...row, passwordChangeRequired: row.password_change_required }) }
}

const words: Record<Lock, string> = {
  PASSWORD_CHANGE_REQUIRED: 'the account must change its password first',
  FACTOR_REQUIRED: 'the account must set up a second factor first',
}

export const lockedError = (lock: Lock): OAuthError => new OAuthError(403, 'access_denied', words[lock])
