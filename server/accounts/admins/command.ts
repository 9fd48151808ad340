import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { type Changes, recordAudit } from '../../core/audit.ts'
import { newId } from '../../core/id.ts'
import { usernameSchema } from '../../core/input.ts'
import type { Tx } from '../../db/open.ts'
import type { AccountCalls } from '../calls.ts'
import { hashPassword } from '../passwords/hash.ts'
import { checkNewPassword } from '../passwords/rules.ts'
import { saveAdmin, saveEnabled } from '../status/store.ts'
import {
  type AccountRow,
  findByLoginId,
  insertAccount,
  lockAccount,
  loginClaim,
  savePassword,
} from '../store.ts'

// Commands for operators who have a shell on the server but no working administrator account. Their audit
// events have no actor, because nobody is signed in.

export interface CommandDependencies {
  db: AccountCalls['db']
  services: Pick<AccountCalls['services'], 'openPersonalTenant' | 'endSessions' | 'sendMessage'>
}

/**
 * Returns a random password. The command prints it once, and the owner must change it at the first sign-in.
 */
export const randomPassword = (): string => randomBytes(12).toString('base64url')

/**
 * Makes the account with this phone or username an administrator, and enables the account if it is disabled.
 */
export async function appointAdmin(
  { db, services }: CommandDependencies,
  loginId: string,
): Promise<AccountRow> {
  return db.transaction(async (tx) => {
    const account = await lockByLoginId(tx, loginId)
    if (account.admin && account.enabled) throw new Error(`${loginId} is already an administrator.`)
    await saveEnabled(tx, [account.id], true)
    const appointed = await saveAdmin(tx, account, true, { command: true })
    if (!account.admin)
      await services.sendMessage(tx, { accountId: account.id, template: 'admin.appointed', params: {} })
    await auditBySystem(tx, 'SetAdmin', account.id, {
      admin: [account.admin, true],
      enabled: [account.enabled, true],
    })
    return appointed
  })
}

/** Creates an administrator and returns the password. If no password is given, generates a random one. */
export async function createAdmin(
  { db, services }: CommandDependencies,
  loginId: string,
  chosen?: string,
): Promise<string> {
  const { kind, value } = loginClaim(loginId)
  if (kind === 'username' && !v.is(usernameSchema, loginId))
    throw new Error(
      `${loginId} is neither a phone number nor a username. A username has 3 to 64 letters, digits, . _ or - and begins with a letter.`,
    )
  const password = await choosePassword(chosen, [loginId])
  const passwordHash = await hashPassword(password)
  const id = newId()
  // Other users can see the display name, so it must not be the phone number.
  const [name, login] =
    kind === 'mobile_phone' ? ['admin', { mobilePhone: value }] : [loginId, { username: loginId }]
  await db.transaction(async (tx) => {
    if (await findByLoginId(tx, loginId))
      throw new Error(
        `An account ${loginId} already exists. Run reeve admin appoint to make it an administrator.`,
      )
    await insertAccount(tx, { id, name, ...login, admin: true, passwordHash, passwordChangeRequired: true })
    await services.openPersonalTenant(tx, { id, name })
    await auditBySystem(tx, 'CreateOperator', id, { admin: [null, true], name: [null, name] })
  })
  return password
}

/**
 * Sets an administrator's password and ends all sessions of the account. If no password is given, generates a
 * random one. Returns the password.
 */
export async function resetAdmin(
  { db, services }: CommandDependencies,
  loginId: string,
  chosen?: string,
): Promise<string> {
  const password = await choosePassword(chosen, [loginId])
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const account = await lockByLoginId(tx, loginId)
    if (!account.admin) throw new Error(`${loginId} is not an administrator. Run reeve admin appoint first.`)
    await savePassword(tx, account.id, passwordHash, { changeRequired: true })
    await services.endSessions(tx, account.id, { reason: 'PASSWORD_RESET' })
    await services.sendMessage(tx, { accountId: account.id, template: 'account.passwordReset', params: {} })
    await auditBySystem(tx, 'ResetPasswordByAdmin', account.id, {})
  })
  return password
}

async function choosePassword(chosen: string | undefined, names: string[]): Promise<string> {
  if (chosen === undefined) return randomPassword()
  await checkNewPassword('password', chosen, names)
  return chosen
}

export async function endAccountSessions(
  { db, services }: CommandDependencies,
  loginId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await lockByLoginId(tx, loginId)
    await services.endSessions(tx, account.id, { reason: 'SESSION_ENDED' })
    await auditBySystem(tx, 'RevokeOperatorSessions', account.id, {})
  })
}

export async function lockByLoginId(tx: Tx, loginId: string): Promise<AccountRow> {
  const found = await findByLoginId(tx, loginId)
  const account = found && (await lockAccount(tx, found.id))
  if (!account) throw new Error(`No account has the phone number or username ${loginId}.`)
  return account
}

export const auditBySystem = (tx: Tx, action: string, accountId: string, changes: Changes) =>
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
