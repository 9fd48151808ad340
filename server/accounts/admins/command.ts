import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { type Changes, recordAudit } from '../../core/audit.ts'
import { newId } from '../../core/id.ts'
import { usernameSchema } from '../../core/input.ts'
import type { Tx } from '../../db/open.ts'
import { hashPassword } from '../passwords/hash.ts'
import { checkNewPassword } from '../passwords/rules.ts'
import type { AccountCalls } from '../services.ts'
import { saveAdmin, saveEnabled } from '../status/store.ts'
import {
  type AccountRow,
  findByLoginId,
  insertAccount,
  lockAccount,
  loginClaim,
  savePassword,
} from '../store.ts'

// For who has a shell on the server and no administrator any more. The audit event names no actor: nobody has signed in.

export interface CommandParts {
  db: AccountCalls['db']
  services: Pick<AccountCalls['services'], 'openPersonalTenant' | 'endSessions' | 'sendMessage'>
}

/** Shown once; must be changed at the first sign-in. */
export const randomPassword = (): string => randomBytes(12).toString('base64url')

/** Makes the account with that phone or user name an enabled administrator. */
export async function appointAdmin({ db, services }: CommandParts, loginId: string): Promise<AccountRow> {
  return db.transaction(async (tx) => {
    const account = await lockNamed(tx, loginId)
    if (account.admin && account.enabled) throw new Error(`${loginId} is an administrator already.`)
    await saveEnabled(tx, [account.id], true)
    const appointed = await saveAdmin(tx, account, true, { command: true })
    if (!account.admin)
      await services.sendMessage(tx, { accountId: account.id, template: 'admin.appointed', params: {} })
    await auditByNobody(tx, 'SetAdmin', account.id, {
      admin: [account.admin, true],
      enabled: [account.enabled, true],
    })
    return appointed
  })
}

/** Creates an administrator with the given or a random password, and returns that password. */
export async function createAdmin(
  { db, services }: CommandParts,
  loginId: string,
  given?: string,
): Promise<string> {
  const { kind, value } = loginClaim(loginId)
  if (kind === 'username' && !v.is(usernameSchema, loginId))
    throw new Error(
      `${loginId} is neither a mobile number nor a user name: 3 to 64 letters, digits, . _ or -, a letter first.`,
    )
  const password = await choosePassword(given, [loginId])
  const passwordHash = await hashPassword(password)
  const id = newId()
  // A phone is no name to be shown to others.
  const [name, login] =
    kind === 'mobile_phone' ? ['admin', { mobilePhone: value }] : [loginId, { username: loginId }]
  await db.transaction(async (tx) => {
    if (await findByLoginId(tx, loginId))
      throw new Error(`There is an account ${loginId} already: appoint it.`)
    await insertAccount(tx, { id, name, ...login, admin: true, passwordHash, passwordChangeRequired: true })
    await services.openPersonalTenant(tx, { id, name })
    await auditByNobody(tx, 'CreateOperator', id, { admin: [null, true], name: [null, name] })
  })
  return password
}

/** Sets the given or a random password for an administrator, ends their sessions, and returns that password. */
export async function resetAdmin(
  { db, services }: CommandParts,
  loginId: string,
  given?: string,
): Promise<string> {
  const password = await choosePassword(given, [loginId])
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const account = await lockNamed(tx, loginId)
    if (!account.admin) throw new Error(`${loginId} is no administrator: appoint it first.`)
    await savePassword(tx, account.id, passwordHash, { changeRequired: true })
    await services.endSessions(tx, account.id, { reason: 'PASSWORD_RESET' })
    await services.sendMessage(tx, { accountId: account.id, template: 'account.passwordReset', params: {} })
    await auditByNobody(tx, 'ResetPasswordByAdmin', account.id, {})
  })
  return password
}

async function choosePassword(given: string | undefined, names: string[]): Promise<string> {
  if (given === undefined) return randomPassword()
  await checkNewPassword('password', given, names)
  return given
}

/** Ends every session of an account, an administrator's or not. */
export async function endAccountSessions({ db, services }: CommandParts, loginId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await lockNamed(tx, loginId)
    await services.endSessions(tx, account.id, { reason: 'SESSION_ENDED' })
    await auditByNobody(tx, 'RevokeOperatorSessions', account.id, {})
  })
}

export async function lockNamed(tx: Tx, loginId: string): Promise<AccountRow> {
  const found = await findByLoginId(tx, loginId)
  const account = found && (await lockAccount(tx, found.id))
  if (!account) throw new Error(`There is no account with the phone or user name ${loginId}.`)
  return account
}

export const auditByNobody = (tx: Tx, action: string, accountId: string, changes: Changes) =>
  recordAudit(tx, {
    tenantId: accountId,
    actorId: null,
    action,
    targetType: 'account',
    targetId: accountId,
    ip: null,
    success: true,
    changes,
  })
