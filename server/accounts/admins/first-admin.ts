import { recordAudit } from '../../core/audit.ts'
import { AppError } from '../../core/errors.ts'
import { newId } from '../../core/id.ts'
import type { AccountCalls } from '../calls.ts'
import { hashPassword } from '../passwords/hash.ts'
import { checkNewPassword } from '../passwords/rules.ts'
import { phoneSpellings } from '../phones/phone.ts'
import { anyAdmin, insertAccount } from '../store.ts'
import { randomPassword } from './command.ts'

export interface FirstAdmin {
  id: string
  username: string
  /** The generated password, or null if the configuration specifies the password. */
  password: string | null
}

const username = 'admin'

/**
 * Creates the first administrator. Returns null if an administrator already exists or another server creates
 * one at the same time.
 */
export async function ensureAdmin(
  { db, services }: AccountCalls,
  { phone, password }: { phone?: string | undefined; password?: string | undefined },
): Promise<FirstAdmin | null> {
  if (await anyAdmin(db.query)) return null
  if (password)
    await checkNewPassword('REEVE_ADMIN_PASSWORD', password, [username, ...phoneSpellings(phone ?? null)])
  const chosen = password ?? randomPassword()
  const passwordHash = await hashPassword(chosen)
  const account = { id: newId(), name: username }
  try {
    await db.transaction(async (tx) => {
      await insertAccount(tx, {
        ...{ ...account, username, mobilePhone: phone ?? null, admin: true, passwordHash },
        passwordChangeRequired: password === undefined,
      })
      await services.openPersonalTenant(tx, account)
      await recordAudit(tx, {
        tenantId: account.id,
        actorId: null,
        action: 'CreateOperator',
        targetType: 'account',
        targetId: account.id,
        ip: null,
        success: true,
        changes: { admin: [null, true], username: [null, username] },
      })
    })
  } catch (error) {
    // Another server created the administrator at the same time.
    if (error instanceof AppError && (await anyAdmin(db.query))) return null
    throw error
  }
  return { id: account.id, username, password: password ? null : chosen }
}
